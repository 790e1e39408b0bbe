"""Normalized words of references and hypotheses, their speakers, and their alignment by jiwer.

`plain`, the default, is lower case, composed (NFC) and without punctuation; hyphens separate words,
apostrophes stay inside a word, signs inside a number. `spoken` also verbalizes numbers and
abbreviations (`readings.py`), `sclite` reads the markup of references (`readings.py`). `none` keeps
what is between white space.
A tag is not a word: it names the speaker from there on (`<doctor>`) or a noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import regex

from privtool.text.markers import TAG
from privtool.text.words import APOSTROPHES, VISIBLE, key_of

PLAIN, SPOKEN, SCLITE, NONE = "plain", "spoken", "sclite", "none"
OF_WORDS = (PLAIN, SPOKEN, SCLITE)  # compared without case and punctuation
_TAG = rf"(?P<tag>{TAG})"
_ATOM = rf"[{VISIBLE}][{VISIBLE}\p{{Cf}}]*+"
_PLAIN = regex.compile(
    rf"{_TAG}|(?P<word><unk>|{_ATOM}(?:(?:[{APOSTROPHES}]|(?<=\p{{N}})[.,:/](?=\p{{N}})){_ATOM})*+)",
    regex.I,
)
_SPACED = regex.compile(rf"{_TAG}|(?P<word>(?:(?!{TAG})\S)++)", regex.I)


class ScoredWord(NamedTuple):
    """A normalized word, its bounds in the text, and the role of its speaker if known."""

    word: str
    start: int
    end: int
    role: str | None = None


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
    """Indices of two aligned words; None for the missing side of a deletion or insertion."""

    reference: int | None
    hypothesis: int | None
    correct: bool


class WordAlignment(NamedTuple):
    """The words of a reference and of a hypothesis, and their pairs in order."""

    reference: list[ScoredWord]
    hypothesis: list[ScoredWord]
    pairs: list[WordPair]


def align_words(texts: Sequence[tuple[list[ScoredWord], list[ScoredWord]]]) -> list[WordAlignment]:
    """Return alignments with the fewest errors (Levenshtein 1966), of several that of jiwer."""
    words = [tuple([word.word for word in side] for side in text) for text in texts]
    found = zip(texts, _pairs(words), strict=True)
    return [WordAlignment(*text, pairs) for text, pairs in found]


def count_errors(texts: Sequence[Sequence[Sequence[str]]]) -> list[int]:
    """Return the edit distance in words between each reference and hypothesis."""
    return [sum(not pair.correct for pair in pairs) for pairs in _pairs(texts)]


def _pairs(texts: Sequence[Sequence[Sequence[str]]]) -> list[list[WordPair]]:
    from jiwer import process_words

    if not texts:
        return []
    numbers: dict[str, int] = {}  # jiwer normalizes texts by its own rules: pass numbers

    def as_numbers(words: Sequence[str]) -> str:
        return " ".join(str(numbers.setdefault(word, len(numbers))) for word in words)

    output = process_words(
        [as_numbers(reference) for reference, _ in texts],
        [as_numbers(hypothesis) for _, hypothesis in texts],
    )
    return [
        [pair for chunk in chunks for pair in _chunk_pairs(chunk)] for chunks in output.alignments
    ]


def _chunk_pairs(chunk: Any) -> list[WordPair]:
    reference = range(chunk.ref_start_idx, chunk.ref_end_idx)
    hypothesis = range(chunk.hyp_start_idx, chunk.hyp_end_idx)
    both = zip_longest(reference, hypothesis)  # one has no words in an insertion or deletion
    return [WordPair(one, other, chunk.type == "equal") for one, other in both]
