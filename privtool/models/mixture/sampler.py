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
from privtool.models.lm.dataset import Corpus, Segment, fill_rows, segments
from privtool.models.lm.tokenizers import Specials
from privtool.models.training.batches import IGNORED, MIN_FILL, Batch

Weights = NDArray[np.float64]
Ints = NDArray[np.int64]
_CHUNK = 64  # records drawn at a time
_MIN_WIDTH = 128  # of a row: wider rows cost more attention, narrower ones have more padding


def pack(
    corpus: Corpus, segments: Sequence[Segment], end: int, padding: int
) -> tuple[Ints, Ints, Ints]:
    """Pack segments into rows by their sizes; return what `fill_rows` does."""
    rows = balanced_rows([segment.end - segment.start for segment in segments])
    return fill_rows(corpus, [[segments[index] for index in row] for row in rows], end, padding)


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
            uniform = rng.random((_CHUNK, 2))
            corpora = np.searchsorted(cumulative, uniform[:, 0], side="right")
            records = (uniform[:, 1] * self._sizes[corpora]).astype(np.int64)
            bounds = (self._corpora[corpus].bounds for corpus in corpora)
            pairs = zip(bounds, records, strict=True)
            lengths = np.array([own[record + 1] - own[record] + 1 for own, record in pairs])
            enough = int(np.searchsorted(np.cumsum(lengths), missing)) + 1
            chunks.append(DrawnRecords(corpora[:enough], records[:enough], lengths[:enough]))
            missing -= int(lengths[:enough].sum())
        return DrawnRecords(*(np.concatenate(columns) for columns in zip(*chunks, strict=True)))

    def batch(self, drawn: DrawnRecords) -> Batch:
        """Return a batch of records, packed by `pack` into rows of similar length."""
        records = [
            self._corpora[number].ids[slice(*self._corpora[number].bounds[record : record + 2])]
            for number, record in zip(drawn.corpora, drawn.records, strict=True)
        ]
        bounds = np.concatenate(([0], np.cumsum(drawn.lengths - 1)))
        corpus = Corpus(np.concatenate(records), bounds, 0)
        end, padding, _ = self._specials
        parts = list(segments(drawn.lengths.tolist(), self._context, 0))
        inputs, labels, positions = map(torch.from_numpy, pack(corpus, parts, end, padding))
        if len(self._without_loss):
            labels[torch.isin(labels, self._without_loss)] = IGNORED
        return {"input_ids": inputs, "labels": labels, "positions": positions}
