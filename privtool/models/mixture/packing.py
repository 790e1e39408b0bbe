"""Pieces of text end to end in rows of about equal length: one pass of a model, little padding."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.lm.dataset import Corpus, Piece, framed
from privtool.models.training.batching import MIN_FILL
from privtool.models.training.objectives import IGNORED

_WIDTH = 128  # of a row at least: wider ones cost more attention, narrower ones are less full


class PackedRows(NamedTuple):
    """All (rows, width); `positions` begin at 0 with each piece, and are 0 in padding."""

    inputs: NDArray[np.int64]
    labels: NDArray[np.int64]
    positions: NDArray[np.int64]


def packed(corpus: Corpus, chosen: Sequence[Piece], end: int, padding: int) -> PackedRows:
    """Some pieces in rows; labels of padding are `IGNORED`."""
    sizes = [piece.end - piece.start for piece in chosen]
    rows = balanced_rows(sizes)
    shape = len(rows), max(sum(sizes[place] for place in row) for row in rows)
    found = PackedRows(
        np.full(shape, padding, np.int64),
        np.full(shape, IGNORED, np.int64),
        np.zeros(shape, np.int64),
    )
    for number, row in enumerate(rows):
        start = 0
        for place in row:
            cells = number, slice(start, start + sizes[place])
            found.inputs[cells], found.labels[cells] = framed(corpus, chosen[place], end)
            found.positions[cells] = np.arange(sizes[place])
            start += sizes[place]
    return found


def balanced_rows(sizes: Sequence[int], width: int = _WIDTH) -> list[list[int]]:
    """The places of the sizes in each row: as many rows as are at least so wide and mostly full.

    The longest pieces are placed first, each in the row that has the least (Graham 1969).
    """
    order = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    total = sum(sizes)
    count = max(1, total // max(width, max(sizes)))
    while True:
        rows: list[list[int]] = [[] for _ in range(count)]
        filled = [(0, row) for row in range(count)]
        heapify(filled)
        for place in order:
            used, row = filled[0]
            rows[row].append(place)
            heapreplace(filled, (used + sizes[place], row))
        if total >= MIN_FILL * count * max(filled)[0]:
            return rows
        count -= max(1, count // 8)
