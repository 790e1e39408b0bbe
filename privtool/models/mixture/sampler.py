"""Sampling of batches from several corpora (Ma 2022, equations 1 and 2).

A corpus is drawn by the weights, then one of its records uniformly. Draws depend only on the seed,
the position of the batch and the weights, so that the weights are all that a resumed run needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heapreplace
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.rng import draw
from privtool.models.lm.dataset import Corpus, Segment, inputs_and_labels, segments
from privtool.models.lm.tokenizers import Specials
from privtool.models.training.batching import MIN_FILL
from privtool.models.training.objectives import IGNORED, Batch

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


_CHUNK = 64  # records drawn at a time

Weights = NDArray[np.float64]
Ints = NDArray[np.int64]


class DrawnRecords(NamedTuple):
    """Records: the corpus of each, its index there, and its length with the end of sentence."""

    corpora: Ints
    records: Ints
    lengths: Ints


class MixtureSampler:
    """Draws batches of about `tokens` tokens (ends of sentences included) from corpora.

    Records longer than `context` are split. Ids in `without_loss` do not count in the loss.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        specials: Specials,
        context: int,
        tokens: int,
        seed: int,
        without_loss: Sequence[int] = (),
    ) -> None:
        self._corpora, self._specials, self._context = corpora, specials, context
        self._tokens, self._seed = tokens, seed
        self._without_loss = torch.tensor(without_loss, dtype=torch.int64)
        self._sizes = np.array([corpus.sentences for corpus in corpora])

    def draw(self, weights: Weights, purpose: str, *position: int) -> DrawnRecords:
        """Draw the records of the batch at a position; batches of other purposes are independent.

        Records are drawn until they reach the size, so that their shares follow the weights.
        """
        rng = np.random.default_rng(draw(self._seed, f"mix-train {purpose}", *position))
        cumulative = np.cumsum(weights) / np.sum(weights)
        chunks: list[DrawnRecords] = []
        missing = self._tokens
        while missing > 0:
            chunk = self._look_up(cumulative, rng.random((_CHUNK, 2)))
            enough = int(np.searchsorted(np.cumsum(chunk.lengths), missing)) + 1
            chunks.append(DrawnRecords(*(column[:enough] for column in chunk)))
            missing -= int(chunks[-1].lengths.sum())
        return DrawnRecords(*(np.concatenate(columns) for columns in zip(*chunks, strict=True)))

    def _look_up(self, cumulative: Weights, uniform: NDArray[np.float64]) -> DrawnRecords:
        """Map uniform numbers (records, 2) to records."""
        corpora = np.searchsorted(cumulative, uniform[:, 0], side="right")
        records = (uniform[:, 1] * self._sizes[corpora]).astype(np.int64)
        lengths = [
            self._corpora[corpus].bounds[record + 1] - self._corpora[corpus].bounds[record] + 1
            for corpus, record in zip(corpora, records, strict=True)
        ]
        return DrawnRecords(corpora, records, np.array(lengths, np.int64))

    def batch(self, drawn: DrawnRecords) -> Batch:
        """Return a batch of records, packed into rows of similar length.

        `input_ids`, `labels` and `positions` are those of `PackedRows`.
        """
        corpus = self._gather(drawn)
        end, padding, _ = self._specials
        parts = list(segments(drawn.lengths.tolist(), self._context, 0))
        inputs, labels, positions = map(torch.from_numpy, pack(corpus, parts, end, padding))
        if len(self._without_loss):
            labels[torch.isin(labels, self._without_loss)] = IGNORED
        return {"input_ids": inputs, "labels": labels, "positions": positions}

    def _gather(self, drawn: DrawnRecords) -> Corpus:
        records = [
            self._corpora[number].ids[slice(*self._corpora[number].bounds[record : record + 2])]
            for number, record in zip(drawn.corpora, drawn.records, strict=True)
        ]
        bounds = np.concatenate(([0], np.cumsum(drawn.lengths - 1)))
        return Corpus(np.concatenate(records), bounds, 0)
