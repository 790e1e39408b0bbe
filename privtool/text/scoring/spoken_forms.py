"""Numbers and short forms as they are said, so that "215" can be compared with "two fifteen".

Each has readings (`text/spoken_words.py`). Of these the one is taken that gives the fewest errors,
one after the other in the hypothesis, then in the reference, twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from privtool.text.scoring.said_words import Said
from privtool.text.scoring.word_alignment import errors_of
from privtool.text.spoken_numbers import Readings
from privtool.text.spoken_words import spoken_words

_MOST = 64  # readings of a word that are tried
_ROUNDS = 2
Words = tuple[str, ...]


class _Spoken:
    """A text in stretches of words, some of which can be said in several ways."""

    def __init__(self, text: str, said: Sequence[Said]) -> None:
        self.stretches: list[tuple[Said, list[Words]]] = []
        lowered = text.lower()
        found = spoken_words(lowered if len(lowered) == len(text) else text)
        forms = iter([(w.start, w.end, _ways(w.parts)) for w in found])
        form = next(forms, None)
        last = -1  # where the last form ended
        for one in said:
            while form is not None and form[1] <= one.start:
                form = next(forms, None)
            if one.start < last:
                continue  # it is part of what was said already
            if form is None or form[0] >= one.end or not _tells(form[2], one):
                self.stretches.append((one, [(one.word,)]))
                continue
            start, last, ways = form
            self.stretches.append((one._replace(start=min(start, one.start), end=last), ways))
        self.chosen = [0] * len(self.stretches)

    @property
    def open(self) -> list[int]:
        """The places of what can be said in several ways."""
        return [place for place, (_, ways) in enumerate(self.stretches) if len(ways) > 1]

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
    one, other = _Spoken(reference, in_reference), _Spoken(hypothesis, in_hypothesis)
    for _ in range(_ROUNDS if one.open or other.open else 0):
        other.choose(one.words(), is_reference=False)
        one.choose(other.words(), is_reference=True)
    return one.said(), other.said()


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
