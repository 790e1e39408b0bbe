"""Batches that are drawn from several corpora (Ma 2022, equations 1 and 2).

A record is drawn by drawing its corpus, by the weights, and then one of its records, each as
likely as the other, whatever the sizes. What is drawn depends on the seed, the place of the batch
and the weights alone, so that nothing but the weights is needed to go on with a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.core.rng import draw
from privtool.models.lm.dataset import Corpus, pieces
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.packing import packed
from privtool.models.training.objectives import IGNORED, Batch

_AT_A_TIME = 64

Weights = NDArray[np.float64]
Ints = NDArray[np.int64]


class Drawn(NamedTuple):
    """Records: the corpus of each, its place there, and its length with the end of sentence."""

    corpora: Ints
    records: Ints
    lengths: Ints


class Mixer:
    """Draws batches of about so many `tokens` (with ends of sentences) from some corpora.

    `room` is the most that the model sees at a time; longer records are cut. Ids of
    `without_loss` have no weight in the loss.
    """

    def __init__(
        self,
        corpora: Sequence[Corpus],
        specials: Specials,
        room: int,
        tokens: int,
        seed: int,
        without_loss: Sequence[int] = (),
    ) -> None:
        self._corpora, self._specials, self._room = corpora, specials, room
        self._tokens, self._seed = tokens, seed
        self._without_loss = torch.tensor(without_loss, dtype=torch.int64)
        self._sizes = np.array([corpus.sentences for corpus in corpora])

    def draw(self, weights: Weights, purpose: str, *place: int) -> Drawn:
        """The records of the batch at a place; `purpose` keeps those of another kind apart.

        Records are drawn until they reach the size, which keeps their shares those of the weights.
        """
        rng = np.random.default_rng(draw(self._seed, f"mix-train {purpose}", *place))
        reached = np.cumsum(weights) / np.sum(weights)
        parts: list[Drawn] = []
        missing = self._tokens
        while missing > 0:
            chances = rng.random((_AT_A_TIME, 2))
            part = self._drawn(reached, chances)
            enough = int(np.searchsorted(np.cumsum(part.lengths), missing)) + 1
            parts.append(Drawn(*(column[:enough] for column in part)))
            missing -= int(parts[-1].lengths.sum())
        return Drawn(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))

    def _drawn(self, reached: Weights, chances: NDArray[np.float64]) -> Drawn:
        corpora = np.searchsorted(reached, chances[:, 0], side="right")
        records = (chances[:, 1] * self._sizes[corpora]).astype(np.int64)
        lengths = [
            self._corpora[corpus].bounds[record + 1] - self._corpora[corpus].bounds[record] + 1
            for corpus, record in zip(corpora, records, strict=True)
        ]
        return Drawn(corpora, records, np.array(lengths, np.int64))

    def batch(self, drawn: Drawn) -> Batch:
        """A batch of records, which stand end to end in rows of about equal length.

        `input_ids`, `labels` and `positions` are those of `packed_rows.PackedRows`.
        """
        corpus = self._gathered(drawn)
        end, padding, _ = self._specials
        cut = list(pieces(drawn.lengths.tolist(), self._room, 0))
        inputs, labels, positions = map(torch.from_numpy, packed(corpus, cut, end, padding))
        if len(self._without_loss):
            labels[torch.isin(labels, self._without_loss)] = IGNORED
        return {"input_ids": inputs, "labels": labels, "positions": positions}

    def _gathered(self, drawn: Drawn) -> Corpus:
        found: list[Any] = []
        for number, record in zip(drawn.corpora, drawn.records, strict=True):
            ids, bounds, _ = self._corpora[number]
            found.append(ids[bounds[record] : bounds[record + 1]])
        bounds = np.concatenate(([0], np.cumsum(drawn.lengths - 1)))
        return Corpus(np.concatenate(found), bounds, 0)
