"""Normalized words of references and hypotheses, their speakers, readings and alignment.

`plain`, the default, is lower case, composed (NFC) and without punctuation; hyphens separate words,
apostrophes stay inside a word, signs inside a number. `none` keeps what is between white space.
A tag is not a word: it names the speaker from there on (`<doctor>`) or a noise.

`spoken` and `sclite` are `plain`, but words have several readings. `spoken` verbalizes numbers and
abbreviations, so that "215" can be compared with "two fifteen" (`text/english/spoken_words.py` has
the readings). The reading with the fewest errors is chosen for one item after another, in the
hypothesis, then in the reference, twice. Texts are split within runs of equal words, and the
segments are treated separately. `sclite` reads the markup of references that NIST's sclite knows,
and that of transcribers:

| markup | what it is |
| -- | -- |
| `<laugh>`, `[noise]`, `%hesitation`, `(%uh)` | no words |
| `(uh)`, `(i mean)` | words that may be left out |
| `{a b / c / @}` | alternatives; `@` is no word |
| fillers (`data/en/hesitations.txt`) | no words, in hypotheses, too |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, product, zip_longest
from typing import NamedTuple

import regex

from privtool.text import lexicon
from privtool.text.english.spoken_words import Readings, spoken_words
from privtool.text.markers import TAG
from privtool.text.words import APOSTROPHES, VISIBLE, key_of

PLAIN, SPOKEN, SCLITE, NONE = "plain", "spoken", "sclite", "none"
FILLERS = lexicon.words("hesitations.pauses")  # words that `sclite` does not score
OF_WORDS = (PLAIN, SPOKEN, SCLITE)  # compared without case and punctuation
_TAG = rf"(?P<tag>{TAG})"
_ATOM = rf"[{VISIBLE}][{VISIBLE}\p{{Cf}}]*+"
_PLAIN = regex.compile(
    rf"{_TAG}|(?P<word><unk>|{_ATOM}(?:(?:[{APOSTROPHES}]|(?<=\p{{N}})[.,:/](?=\p{{N}})){_ATOM})*+)",
    regex.I,
)
_SPACED = regex.compile(rf"{_TAG}|(?P<word>(?:(?!{TAG})\S)++)", regex.I)
_MOST_VARIANTS = 64  # readings of a word to try
_ROUNDS = 2
_EQUAL_RUN = 4  # consecutive words that are equal in both texts
_MARKUP = regex.compile(
    r"(?P<tag><[^<>\s]{1,40}>)|(?P<noise>\[[^\[\]{}]{0,60}\]|\(?\B%[\w-]+\)?)"
    r"|\{(?P<either>[^{}]{0,400})\}|\((?P<maybe>[^(){}%]{1,100})\)"
)
_NOTED = regex.compile(r"\[[\p{Ll}_ -]{1,60}\]|\B%[\w-]+|\{[^{}/]{0,200}/[^{}]{0,200}\}|<unk>")


class ScoredWord(NamedTuple):
    """A normalized word, its bounds in the text, and the role of its speaker if known."""

    word: str
    start: int
    end: int
    role: str | None = None


Words = tuple[str, ...]
SpokenItem = tuple[ScoredWord, list[Words]]


def scored_words(
    text: str, normalization: str, roles: frozenset[str] = frozenset(), role: str | None = None
) -> list[ScoredWord]:
    """Return the words of a text; `role` speaks before the first tag of one of `roles`."""
    found: list[ScoredWord] = []
    for match in (_PLAIN if normalization in OF_WORDS else _SPACED).finditer(text):
        if match.lastgroup == "tag":
            tag = match["tag"][1:-1].lower()
            role = tag if tag in roles else role
        else:
            word = key_of(match.group()) if normalization in OF_WORDS else match.group()
            found.append(ScoredWord(word, *match.span(), role))
    return found


class WordPair(NamedTuple):
    """Two aligned words; None for the missing side of a deletion or insertion."""

    reference: ScoredWord | None
    hypothesis: ScoredWord | None
    correct: bool


def align_words(
    reference: Sequence[ScoredWord], hypothesis: Sequence[ScoredWord]
) -> list[WordPair]:
    """Return the pairs with the fewest errors (Levenshtein 1966), of several those of jiwer."""
    from rapidfuzz.distance import Levenshtein  # which jiwer calls, too

    sides = ([word.word for word in side] for side in (reference, hypothesis))
    pairs: list[WordPair] = []
    for step in Levenshtein.opcodes(*sides):
        there = hypothesis[step.dest_start : step.dest_end]
        both = zip_longest(reference[step.src_start : step.src_end], there)
        pairs += [WordPair(one, other, step.tag == "equal") for one, other in both]
    return pairs


def fewest_errors(
    reference: list[SpokenItem], hypothesis: list[SpokenItem]
) -> tuple[list[ScoredWord], list[ScoredWord]]:
    """Return the words of the readings of two texts that differ least, with the bounds of items."""
    found: tuple[list[ScoredWord], list[ScoredWord]] = [], []
    for sides in _segments(reference, hypothesis):
        chosen = [[variants[0] for _, variants in items] for items in sides]
        for _ in range(_ROUNDS):
            for side in (1, 0):
                _choose(sides[side], chosen[side], _joined(chosen[1 - side]))
        for words, items, readings in zip(found, sides, chosen, strict=True):
            for (one, _), reading in zip(items, readings, strict=True):
                words.extend(one._replace(word=word) for word in reading)
    return found


def _choose(items: list[SpokenItem], chosen: list[Words], other: Words) -> None:
    """Choose the reading of each item that has the fewest errors against the other text."""
    from rapidfuzz.distance import Levenshtein

    for index, (_, variants) in enumerate(items):
        if len(variants) > 1:
            texts = ([*chosen[:index], variant, *chosen[index + 1 :]] for variant in variants)
            errors = [Levenshtein.distance(_joined(text), other) for text in texts]
            chosen[index] = variants[errors.index(min(errors))]


def _joined(readings: Iterable[Words]) -> Words:
    return tuple(chain.from_iterable(readings))


def spoken_items(text: str, roles: frozenset[str], role: str | None) -> Iterator[SpokenItem]:
    """Yield the words of a text with their readings; a form of several words is one item."""
    lowered = text.lower()
    spoken = spoken_words(lowered if len(lowered) == len(text) else text)
    forms = iter([(w.start, w.end, _variants(w.parts)) for w in spoken])
    form = next(forms, None)
    last = -1  # end of the last form
    for one in scored_words(text, PLAIN, roles, role):
        while form is not None and form[1] <= one.start:
            form = next(forms, None)
        if one.start < last:
            continue  # part of the last form
        itself: list[Words] = [(one.word,)]
        if form is None or form[0] >= one.end or not any(form[2]) or form[2] == itself:
            yield one, itself
            continue
        start, last, variants = form
        yield one._replace(start=min(start, one.start), end=last), variants


def _segments(
    reference: list[SpokenItem], hypothesis: list[SpokenItem]
) -> Iterator[tuple[list[SpokenItem], list[SpokenItem]]]:
    """Yield segments, split within runs of equal words: to read a long one takes quadratic time."""
    start = other_start = 0
    texts = reference, hypothesis
    if any(len(variants) > 1 for items in texts for _, variants in items):
        words = (  # in place of bounds, each has the number of its item
            [ScoredWord(w, at, at) for at, (_, variants) in enumerate(items) for w in variants[0]]
            for items in texts
        )
        run: list[tuple[int, int]] = []
        for one, other, correct in align_words(*words):
            if one is None or other is None or not correct:
                run = []
                continue
            fixed = len(reference[one.start][1]) == len(hypothesis[other.start][1]) == 1
            run = [*run, (one.start, other.start)] if fixed else []
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
    choices = islice(product(*of_parts), _MOST_VARIANTS)
    return list(dict.fromkeys(map(_joined, choices)))


def markup_in(text: str) -> int:
    """Return how much markup of a reference would be scored as words."""
    return sum(1 for _ in _NOTED.finditer(text))


def sclite_items(text: str, roles: frozenset[str], role: str | None) -> Iterator[SpokenItem]:
    """Yield the words of a text, each with its readings; arguments as of `scored_words`."""
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
    return [one for one in scored_words(text, PLAIN) if one.word not in FILLERS]
