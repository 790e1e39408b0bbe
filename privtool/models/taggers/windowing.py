"""Batches of padded rows, for windows over the pieces of texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.models.taggers.tokenization import Pieces
from privtool.models.text_windows import windows

# Pieces of a row and of an overlap. Longer rows cost `mini-ner` more and find no more names; a
# model with sliding attention over 8 layers of 128 pieces sees a thousand.
_SHORT, _SHORT_OVERLAP = 256, 32
_LONG, _LONG_OVERLAP = 1024, 256
_ROUND_TO = 4

Inputs = dict[str, NDArray[np.int64]]  # of a model, by the names of its parameters


class Row(NamedTuple):
    """A `Window` over all pieces, and the length that it is padded to."""

    padded: int
    start: int
    end: int
    core_start: int
    core_end: int


class RowMaker:
    """Splits texts into rows, and adds the special tokens of a model.

    The padded length of a row depends on the row alone, and there is always padding, or never: the
    model's result for a row depends on both, as some attention kernels are for unpadded batches.
    """

    def __init__(
        self,
        prefix: Sequence[int],
        suffix: Sequence[int],
        pad: int,
        longest_input: int,
        *,
        pads: bool = True,
        short: bool = False,
    ) -> None:
        """`longest_input` is the longest row of the model, special tokens included.

        With `short`, rows are short and a piece is classified in one of them alone.
        """
        self._pads = pads
        self.prefix, self.suffix, self._pad = list(prefix), list(suffix), pad
        self._frame = len(self.prefix) + len(self.suffix)
        self._short = short
        self._longest = min(_SHORT if short else _LONG, longest_input)
        self._size = self._longest - self._frame - pads
        self._overlap = min(_SHORT_OVERLAP if short else _LONG_OVERLAP, self._size // 4)

    def batches(self, rows: Iterable[Row], pieces_at_a_time: int) -> Iterator[list[Row]]:
        """Yield batches of rows of one padded length, short ones first.

        A batch holds at most `pieces_at_a_time`, padding included, or is a single row.
        """
        batch: list[Row] = []
        for row in sorted(rows, key=lambda row: row.padded):
            full = (len(batch) + 1) * row.padded > pieces_at_a_time
            if batch and (full or row.padded != batch[0].padded):
                yield batch
                batch = []
            batch.append(row)
        if batch:
            yield batch

    def inputs(
        self, rows: Sequence[Row], ids: NDArray[np.int64], types: NDArray[np.int64] | None
    ) -> Inputs:
        """Return the inputs of a model for rows of one padded length, by parameter name."""
        shape = (len(rows), rows[0].padded)
        inputs = {
            "input_ids": np.full(shape, self._pad, np.int64),
            "attention_mask": np.zeros(shape, np.int64),
        }
        if types is not None:
            inputs["token_type_ids"] = np.zeros(shape, np.int64)
        first = len(self.prefix)
        for number, row in enumerate(rows):
            last = first + row.end - row.start
            framed = inputs["input_ids"][number]
            framed[:first], framed[first:last] = self.prefix, ids[row.start : row.end]
            framed[last : last + len(self.suffix)] = self.suffix
            inputs["attention_mask"][number, : last + len(self.suffix)] = 1
            if types is not None:
                inputs["token_type_ids"][number, first:last] = types[row.start : row.end]
        return inputs

    def weights(self, row: Row) -> NDArray[np.float32]:
        """Return the weight of each piece of a row: it falls to the edges, which see one side.

        Where rows overlap, each counts by its weight, so a result changes smoothly.
        """
        if self._short:
            weights = np.zeros(row.end - row.start, np.float32)
            weights[row.core_start - row.start : row.core_end - row.start] = 1
            return weights
        places = np.arange(1, row.end - row.start + 1, dtype=np.float32)
        return np.minimum(places, places[::-1])

    def rows(self, pieces: Pieces) -> Iterator[Row]:
        """Yield the rows of all texts, in order."""
        bounds = pieces.text_bounds.tolist()
        for first, last in pairwise(bounds):
            length = last - first
            starts: list[int] = []
            if length > self._size:
                inside = slice(*np.searchsorted(pieces.word_starts, (first, last)).tolist())
                starts = (pieces.word_starts[inside] - first).tolist()
            for window in windows(starts, length, self._size, self._overlap):
                padded = self._padded(window.end - window.start)
                yield Row(padded, *(first + piece for piece in window))

    def _padded(self, length: int) -> int:
        """Return the length with special tokens; with padding, at least one, it is rounded up."""
        if not self._pads:
            return length + self._frame
        rounded = ((length + self._frame) // _ROUND_TO + 1) * _ROUND_TO
        return min(rounded, self._longest)
