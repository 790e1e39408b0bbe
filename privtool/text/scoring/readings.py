"""Words with several readings: numbers and abbreviations, and what sclite's markup leaves open.

"215" can so be compared with "two fifteen" (`text/english/spoken_words.py` has the readings). The
reading with the fewest errors is chosen for one item after the other, in the hypothesis, then in
the reference, twice. Texts are split within runs of equal words, and the segments are treated
separately. The markup of references that NIST's sclite knows, and that of transcribers:

| markup | what it is |
| -- | -- |
| `<laugh>`, `[noise]`, `%hesitation`, `(%uh)` | no words |
| `(uh)`, `(i mean)` | words that may be left out |
| `{a b / c / @}` | alternatives; `@` is no word |
| fillers (`data/en/hesitations.txt`) | no words, in hypotheses, too |
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

import regex

from privtool.text import lexicon
from privtool.text.english.spoken_words import Readings, spoken_words
from privtool.text.scoring.alignment import (
    PLAIN,
    ScoredWord,
    align_words,
    count_errors,
    scored_words,
)

_MOST_VARIANTS = 64  # readings of a word to try
_ROUNDS = 2
_EQUAL_RUN = 4  # consecutive words that are equal in both texts
Words = tuple[str, ...]
SpokenItem = tuple[ScoredWord, list[Words]]
_MARKUP = regex.compile(
    r"(?P<tag><[^<>\s]{1,40}>)|(?P<noise>\[[^\[\]{}]{0,60}\]|\(?%[\w-]+\)?)"
    r"|\{(?P<either>[^{}]{0,400})\}|\((?P<maybe>[^(){}%]{1,100})\)"
)
_NOTED = regex.compile(r"\[[\p{Ll}_ -]{1,60}\]|\(?%[\w-]+\)?|\{[^{}/]{0,200}/[^{}]{0,200}\}|<unk>")


class _SpokenText:
    """Words and items with several readings, each with a chosen one."""

    def __init__(self, items: Sequence[SpokenItem]) -> None:
        self.items = items
        self.chosen = [0] * len(items)

    @property
    def ambiguous(self) -> list[int]:
        """The indices of items with several readings."""
        return [index for index, (_, variants) in enumerate(self.items) if len(variants) > 1]

    def words(self, index: int = -1, variant: int = 0) -> list[str]:
        """Return the words of the chosen readings, but with another variant for one item."""
        return [
            word
            for number, (_, variants) in enumerate(self.items)
            for word in variants[variant if number == index else self.chosen[number]]
        ]

    def choose(self, other: list[str]) -> None:
        """Choose the reading of each item that has the fewest errors against the other text."""
        for index in self.ambiguous:
            variants = [self.words(index, variant) for variant in range(len(self.items[index][1]))]
            errors = count_errors([(variant, other) for variant in variants])
            self.chosen[index] = errors.index(min(errors))

    def scored_words(self) -> list[ScoredWord]:
        """Return the words of the chosen readings; those of an item have its bounds."""
        return [
            one._replace(word=word)
            for (one, variants), variant in zip(self.items, self.chosen, strict=True)
            for word in variants[variant]
        ]


def fewest_errors(
    reference: list[SpokenItem], hypothesis: list[SpokenItem]
) -> tuple[list[ScoredWord], list[ScoredWord]]:
    """Return the words of the readings of two texts that differ least."""
    found: tuple[list[ScoredWord], list[ScoredWord]] = [], []
    for parts in _segments(reference, hypothesis):
        one, other = map(_SpokenText, parts)
        for _ in range(_ROUNDS if one.ambiguous or other.ambiguous else 0):
            other.choose(one.words())
            one.choose(other.words())
        found[0].extend(one.scored_words())
        found[1].extend(other.scored_words())
    return found


def spoken_items(text: str, scored: Sequence[ScoredWord]) -> list[SpokenItem]:
    """Return the words of a text with their readings; a form of several words is one item."""
    found: list[SpokenItem] = []
    lowered = text.lower()
    spoken = spoken_words(lowered if len(lowered) == len(text) else text)
    forms = iter([(w.start, w.end, _variants(w.parts)) for w in spoken])
    form = next(forms, None)
    last = -1  # end of the last form
    for one in scored:
        while form is not None and form[1] <= one.start:
            form = next(forms, None)
        if one.start < last:
            continue  # part of the last form
        itself: list[Words] = [(one.word,)]
        if form is None or form[0] >= one.end or not any(form[2]) or form[2] == itself:
            found.append((one, itself))
            continue
        start, last, variants = form
        found.append((one._replace(start=min(start, one.start), end=last), variants))
    return found


def _segments(
    reference: list[SpokenItem], hypothesis: list[SpokenItem]
) -> Iterator[tuple[list[SpokenItem], list[SpokenItem]]]:
    """Yield segments, split within runs of equal words: to read a long one takes quadratic time."""
    texts = _SpokenText(reference), _SpokenText(hypothesis)
    start = other_start = 0
    if any(text.ambiguous for text in texts):
        first, second = (
            [index for index, (_, variants) in enumerate(items) for _ in variants[0]]
            for items in (reference, hypothesis)
        )  # the item of each word
        run: list[tuple[int, int]] = []
        for pair in align_words([(texts[0].scored_words(), texts[1].scored_words())])[0].pairs:
            if pair.reference is None or pair.hypothesis is None or not pair.correct:
                run = []
                continue
            here, there = first[pair.reference], second[pair.hypothesis]
            fixed = len(reference[here][1]) == 1 and len(hypothesis[there][1]) == 1
            run = [*run, (here, there)] if fixed else []
            if len(run) == _EQUAL_RUN:
                run = run[_EQUAL_RUN // 2 :]
                here, there = run[0]
                yield reference[start:here], hypothesis[other_start:there]
                start, other_start = here, there
    yield reference[start:], hypothesis[other_start:]


def _variants(parts: Sequence[Readings]) -> list[Words]:
    """Return the readings of all parts; the same alternative is chosen in all slots of a part."""
    of_parts: list[list[Words]] = []
    for readings in parts:
        variants: list[Words] = []
        for slots in readings:
            for choice in range(max((len(slot) for slot in slots), default=1)):
                words = (slot[min(choice, len(slot) - 1)] for slot in slots)
                variants.append(tuple(filter(None, words)))
        of_parts.append(list(dict.fromkeys(variants)))
    joined = (sum(choice, ()) for choice in islice(product(*of_parts), _MOST_VARIANTS))
    return list(dict.fromkeys(joined))


def fillers() -> frozenset[str]:
    """Return the words that are not scored."""
    return lexicon.words("hesitations.pauses")


def markup_in(text: str) -> int:
    """Return how much of the markup of a reference would be scored as words."""
    return sum(1 for _ in _NOTED.finditer(text))


def sclite_items(
    text: str, roles: frozenset[str] = frozenset(), role: str | None = None
) -> Iterator[SpokenItem]:
    """Yield the words of a text, each with its readings; `roles` are as for `scored_words`."""
    end = 0
    for match in [*_MARKUP.finditer(text), None]:
        start = len(text) if match is None else match.start()
        for one in _unfilled_words(text[end:start]):
            yield one._replace(start=one.start + end, end=one.end + end, role=role), [(one.word,)]
        if match is None:
            return
        end = match.end()
        tag = (match["tag"] or "")[1:-1].lower()
        role = tag if tag in roles else role
        parts = [match["maybe"], ""] if match["maybe"] else (match["either"] or "").split("/")
        spoken = (_unfilled_words(part.replace("@", " ")) for part in parts)
        readings = list(dict.fromkeys(tuple(one.word for one in words) for words in spoken))
        if any(readings):
            yield ScoredWord("", match.start(), end, role), readings


def _unfilled_words(text: str) -> list[ScoredWord]:
    return [one for one in scored_words(text, PLAIN) if one.word not in fillers()]
