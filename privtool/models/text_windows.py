"""Cutting long texts into overlapping windows that fit into a model.

Nothing is left out: every piece is classified in exactly one window, and a word in the window where
it is furthest from an edge. The windows of a text depend on that text alone.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple


class Window(NamedTuple):
    """The pieces `start:end` that the model reads; it classifies `core_start:core_end`."""

    start: int
    end: int
    core_start: int
    core_end: int


def windows(word_starts: Sequence[int], length: int, size: int, overlap: int) -> list[Window]:
    """Return windows of at most `size` pieces, about equally long, over `length` pieces.

    `word_starts` are the pieces where words start, sorted, the first of them 0. Neighbors overlap
    by `overlap` pieces, less where a window would start or end inside a word; a word is split
    only when it fills all of an overlap. Raise `ValueError` unless `0 <= overlap < size`.
    """
    if not 0 <= overlap < size:
        raise ValueError("the overlap of windows must be smaller than their size")
    if length <= size:
        return [Window(0, length, 0, length)] if length else []
    count = -(-(length - overlap) // (size - overlap))
    width = -(-(length + (count - 1) * overlap) // count)
    starts = [number * (width - overlap) for number in range(count)]
    ends = [min(start + width, length) for start in starts]
    overlaps = zip(starts[1:], ends, strict=False)
    cuts = [0, *(_cut(word_starts, length, start, end) for start, end in overlaps), length]
    return [
        _trim_to_words(word_starts, Window(start, end, *core))
        for start, end, core in zip(starts, ends, pairwise(cuts), strict=True)
    ]


def word_windows(sizes: Iterable[int], size: int, overlap: int) -> Iterator[Window]:
    """Yield the windows over words of such `sizes` in pieces, as numbers of words."""
    starts = list(accumulate(sizes, initial=0))
    length = starts.pop()
    for window in windows(starts, length, size, overlap):
        yield Window(*(bisect_left(starts, place) for place in window))


def _cut(word_starts: Sequence[int], length: int, start: int, end: int) -> int:
    """Return where in the overlap `start:end` the left core ends and the right one begins.

    A word `a:b` is `end - b` pieces from the left window's edge and `a - start` from the right
    one's: the first word with `a + b > start + end` is better off on the right.
    """

    def start_plus_end(word: int) -> int:
        following = word_starts[word + 1] if word + 1 < len(word_starts) else length
        return word_starts[word] + following

    word = bisect_right(range(len(word_starts)), start + end, key=start_plus_end)
    cut = word_starts[word] if word < len(word_starts) else length
    return cut if start <= cut <= end else (start + end) // 2


def _trim_to_words(word_starts: Sequence[int], window: Window) -> Window:
    """Drop parts of words at the edges of a window, as far as its core allows."""
    start, end, core_start, core_end = window
    after = bisect_left(word_starts, start)
    if after < len(word_starts) and word_starts[after] <= core_start:
        start = word_starts[after]
    before = word_starts[bisect_right(word_starts, end) - 1]
    if core_end <= before < end:
        end = before
    return Window(start, end, core_start, core_end)
