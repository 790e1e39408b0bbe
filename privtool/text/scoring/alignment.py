"""Normalized words of references and hypotheses, their speakers, and their alignment.

`plain`, the default, is lower case, composed (NFC) and without punctuation; hyphens separate words,
apostrophes stay inside a word, signs inside a number. `spoken` also verbalizes numbers and
abbreviations (`readings.py`), `sclite` reads the markup of references (`readings.py`). `none` keeps
what is between white space.
A tag is not a word: it names the speaker from there on (`<doctor>`) or a noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

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
