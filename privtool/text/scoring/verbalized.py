"""Numbers and short forms as they are said, so that "215" can be compared with "two fifteen".

Each has readings (`text/english/spoken_words.py`). The reading with the fewest errors is taken,
one item after the other in the hypothesis, then in the reference, twice. Where many words in a
row are heard as written, what comes before and after them is treated separately.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from privtool.text.english.spoken_words import spoken_words
from privtool.text.english.verbalize import Readings
from privtool.text.scoring.alignment import align_words, errors_of
from privtool.text.scoring.normalization import Said

_MOST = 64  # readings of a word that are tried
_ROUNDS = 2
_ALIKE = 4  # words on end, the same in both texts
Words = tuple[str, ...]
Stretch = tuple[Said, list[Words]]


class _Spoken:
    """Words in stretches, some of which can be said in several ways."""

    def __init__(self, stretches: Sequence[Stretch]) -> None:
        self.stretches = stretches
        self.chosen = [0] * len(stretches)

    @property
    def open(self) -> list[int]:
        """The places of what can be said in several ways."""
        return [place for place, (_, ways) in enumerate(self.stretches) if len(ways) > 1]

    @property
    def stretch_of_word(self) -> list[int]:
        """For each word, as they are chosen, the place of its stretch."""
        chosen = enumerate(zip(self.stretches, self.chosen, strict=True))
        return [place for place, ((_, ways), way) in chosen for _ in ways[way]]

    def words(self, place: int = -1, way: int = 0) -> list[str]:
        """All words as they are chosen, but at one place in another way."""
        return [
            word
            for number, (_, ways) in enumerate(self.stretches)
            for word in ways[way if number == place else self.chosen[number]]
        ]

    def choose(self, other: list[str], is_reference: bool) -> None:
        """Choose each way anew, the first of those with the fewest errors against the others."""
        for place in self.open:
            ways = [self.words(place, way) for way in range(len(self.stretches[place][1]))]
            pairs = [(way, other) if is_reference else (other, way) for way in ways]
            errors = errors_of(pairs)
            self.chosen[place] = errors.index(min(errors))

    def said(self) -> list[Said]:
        """The words as they are chosen; all of a form are where the form is."""
        return [
            one._replace(word=word)
            for (one, ways), way in zip(self.stretches, self.chosen, strict=True)
            for word in ways[way]
        ]


def in_spoken_forms(
    reference: str, in_reference: list[Said], hypothesis: str, in_hypothesis: list[Said]
) -> tuple[list[Said], list[Said]]:
    """The plain words of two texts with their numbers and short forms as they are said."""
    texts = _stretches(reference, in_reference), _stretches(hypothesis, in_hypothesis)
    found: tuple[list[Said], list[Said]] = [], []
    for parts in _apart(*texts):
        one, other = map(_Spoken, parts)
        for _ in range(_ROUNDS if one.open or other.open else 0):
            other.choose(one.words(), is_reference=False)
            one.choose(other.words(), is_reference=True)
        found[0].extend(one.said())
        found[1].extend(other.said())
    return found


def _stretches(text: str, said: Sequence[Said]) -> list[Stretch]:
    """The words of a text and the ways to say them; a form of several words is one stretch."""
    found: list[Stretch] = []
    lowered = text.lower()
    spoken = spoken_words(lowered if len(lowered) == len(text) else text)
    forms = iter([(w.start, w.end, _ways(w.parts)) for w in spoken])
    form = next(forms, None)
    last = -1  # where the last form ended
    for one in said:
        while form is not None and form[1] <= one.start:
            form = next(forms, None)
        if one.start < last:
            continue  # it is part of what was said already
        if form is None or form[0] >= one.end or not _tells(form[2], one):
            found.append((one, [(one.word,)]))
            continue
        start, last, ways = form
        found.append((one._replace(start=min(start, one.start), end=last), ways))
    return found


def _apart(
    reference: list[Stretch], hypothesis: list[Stretch]
) -> Iterator[tuple[list[Stretch], list[Stretch]]]:
    """Parts of both texts, cut within runs of words that are the same: each has few choices.

    What is chosen would else take a time that grows with the square of the length.
    """
    texts = _Spoken(reference), _Spoken(hypothesis)
    start = other_start = 0
    if any(text.open for text in texts):
        first, second = (text.stretch_of_word for text in texts)
        run: list[tuple[int, int]] = []
        for pair in align_words([(texts[0].said(), texts[1].said())])[0].pairs:
            if pair.reference is None or pair.hypothesis is None or not pair.correct:
                run = []
                continue
            here, there = first[pair.reference], second[pair.hypothesis]
            fixed = len(reference[here][1]) == 1 and len(hypothesis[there][1]) == 1
            run = [*run, (here, there)] if fixed else []
            if len(run) == _ALIKE:
                run = run[_ALIKE // 2 :]
                here, there = run[0]
                yield reference[start:here], hypothesis[other_start:there]
                start, other_start = here, there
    yield reference[start:], hypothesis[other_start:]


def _ways(parts: Sequence[Readings]) -> list[Words]:
    """The ways to say all parts; where a word may be another one, the same choice throughout."""
    of_parts: list[list[Words]] = []
    for readings in parts:
        ways: list[Words] = []
        for slots in readings:
            for choice in range(max((len(slot) for slot in slots), default=1)):
                words = (slot[min(choice, len(slot) - 1)] for slot in slots)
                ways.append(tuple(filter(None, words)))
        of_parts.append(list(dict.fromkeys(ways)))
    joined = (sum(choice, ()) for choice in islice(product(*of_parts), _MOST))
    return list(dict.fromkeys(joined))


def _tells(ways: Sequence[Words], one: Said) -> bool:
    """Whether the ways say more than the word itself does."""
    return any(ways) and list(ways) != [(one.word,)]
