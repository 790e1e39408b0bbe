"""Packing of segments into rows of similar length: one pass of a model, little padding."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus, Segment, inputs_and_labels
from privtool.models.training.batching import MIN_FILL
from privtool.models.training.objectives import IGNORED

_MIN_WIDTH = 128  # of a row: wider rows cost more attention, narrower ones have more padding


class PackedRows(NamedTuple):
    """Arrays (rows, width); `positions` start at 0 in each segment, and are 0 in padding."""

    inputs: NDArray[np.int64]
    labels: NDArray[np.int64]
    positions: NDArray[np.int64]


def pack(corpus: Corpus, segments: Sequence[Segment], end: int, padding: int) -> PackedRows:
    """Pack segments into rows; labels of padding are `IGNORED`."""
    sizes = [segment.end - segment.start for segment in segments]
    rows = balanced_rows(sizes)
    shape = len(rows), max(sum(sizes[index] for index in row) for row in rows)
    packed = PackedRows(
        np.full(shape, padding, np.int64),
        np.full(shape, IGNORED, np.int64),
        np.zeros(shape, np.int64),
    )
    for number, row in enumerate(rows):
        start = 0
        for index in row:
            where = number, slice(start, start + sizes[index])
            inputs, labels = inputs_and_labels(corpus, segments[index], end)
            packed.inputs[where], packed.labels[where] = inputs, labels
            packed.positions[where] = np.arange(sizes[index])
            start += sizes[index]
    return packed


def balanced_rows(sizes: Sequence[int], width: int = _MIN_WIDTH) -> list[list[int]]:
    """Return the indices of the sizes in each row: as many rows as stay wide and full enough.

    The longest segments are placed first, each in the emptiest row (Graham 1969).
    """
    order = sorted(range(len(sizes)), key=lambda index: -sizes[index])
    total = sum(sizes)
    count = max(1, total // max(width, max(sizes)))
    while True:
        rows: list[list[int]] = [[] for _ in range(count)]
        filled = [(0, row) for row in range(count)]
        heapify(filled)
        for index in order:
            used, row = filled[0]
            rows[row].append(index)
            heapreplace(filled, (used + sizes[index], row))
        if total >= MIN_FILL * count * max(filled)[0]:
            return rows
        count -= max(1, count // 8)
