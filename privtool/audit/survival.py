"""Which words of a raw text a safe text keeps, which replace others, and what markers stand for.

Both are aligned by words, so that the output of any tool can be audited. Where the safe record has
`masks` or `fills`, the words there replace others even if they are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from privtool.audit.values import TRIVIAL, plain
from privtool.core.errors import DataError
from privtool.text.words import Word, overlapping_words, words

_REPLACED = "\x00"  # is in no word


class Alignment(NamedTuple):
    """`kept` says of each raw word whether it stands in the safe text; `new` are runs of words of
    the safe text that do not stand in the raw one, as numbers of words.
    """

    raw: list[Word]
    safe: list[Word]
    kept: list[bool]
    new: list[range]


def align(raw_text: str, safe_text: str, replaced: Sequence[tuple[int, int]]) -> Alignment:
    """Align the words of two texts; `replaced` are the sorted spans of masks and fills."""
    raw, safe = words(raw_text), words(safe_text)
    keys = [plain(word.key) for word in safe]
    for numbers in overlapping_words(safe, replaced):
        for number in numbers:
            keys[number] = _REPLACED
    kept = [False] * len(raw)
    new: list[range] = []
    for block in Levenshtein.opcodes([plain(word.key) for word in raw], keys):
        there = range(block.dest_start, block.dest_end)
        if block.tag == "equal":
            kept[block.src_start : block.src_end] = [True] * len(there)
        elif there:
            new.append(there)
    return Alignment(raw, safe, kept, new)


def originals(raw: str, segments: Sequence[str]) -> list[list[Word]]:
    """Return the words between the segments of a masked text; titles and function words last.

    A slot that has other words is counted without its titles and function words. Where segments
    fit at several places, the first ones that end a word count. Raises `DataError` if the segments
    are not those of the raw text.
    """
    found = words(raw)
    spans = _spans(raw, segments, {word.end for word in found}) or _spans(raw, segments, None)
    if spans is None:
        raise DataError("the raw text does not fit the masks")
    slots = ([found[n] for n in numbers] for numbers in overlapping_words(found, spans))
    return [[word for word in slot if word.key not in TRIVIAL] or slot for slot in slots]


def _spans(
    raw: str, segments: Sequence[str], ends: set[int] | None
) -> list[tuple[int, int]] | None:
    """Return the spans between segments, each as early as possible and ending at one of `ends`."""
    if len(segments) == 1:
        return [] if raw == segments[0] else None
    first, *inner, last = segments
    if not raw.startswith(first):
        return None
    spans: list[tuple[int, int]] = []
    start = len(first)
    for segment in inner:
        at = raw.find(segment, start + 1)
        while ends is not None and at >= 0 and at not in ends:
            at = raw.find(segment, at + 1)
        if at < 0:
            return None
        spans.append((start, at))
        start = at + len(segment)
    end = len(raw) - len(last)
    return [*spans, (start, end)] if end > start and raw.endswith(last) else None
