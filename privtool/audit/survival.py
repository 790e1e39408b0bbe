"""Which words of a raw text a safe text keeps, and which of its words replace others.

Both are aligned by words, so that the output of any tool can be audited. Where the safe record has
`masks` or `fills`, the words there replace others even if they are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from privtool.text.words import Word, overlapping_words, words

_REPLACED = "\x00"  # is in no word


class Alignment(NamedTuple):
    """`kept` says of each raw word whether it stands in the safe text; `new` are runs of words of
    the safe text that do not stand in the raw one, as numbers of words; `pairs` are numbers of raw
    and safe words, one for one, where as many words replace as many others.
    """

    raw: list[Word]
    safe: list[Word]
    kept: list[bool]
    new: list[range]
    pairs: list[tuple[int, int]]


def align(raw_text: str, safe_text: str, replaced: Sequence[tuple[int, int]]) -> Alignment:
    """Align the words of a raw text and a safe text.

    `replaced` are the sorted spans of masks and fills in the safe text.
    """
    raw, safe = words(raw_text), words(safe_text)
    keys = [word.key for word in safe]
    for numbers in overlapping_words(safe, replaced):
        for number in numbers:
            keys[number] = _REPLACED
    kept = [False] * len(raw)
    new: list[range] = []
    pairs: list[tuple[int, int]] = []
    for block in Levenshtein.opcodes([word.key for word in raw], keys):
        here = range(block.src_start, block.src_end)
        there = range(block.dest_start, block.dest_end)
        if block.tag == "equal":
            for number in here:
                kept[number] = True
            continue
        if len(there):
            new.append(there)
        if len(here) == len(there):
            pairs += zip(here, there, strict=True)
    return Alignment(raw, safe, kept, new, pairs)
