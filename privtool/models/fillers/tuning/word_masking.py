"""Texts of which words are hidden, for a filler to tell: what all such data sets share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.training.batching import batches_by_length
from privtool.models.training.objectives import Batch

# What of a batch is text at least. In a small corpus few texts are equally long, and small batches
# cost as many steps; in a large one there is next to no padding all the same.
_LEAST = 0.7


class Hiding(NamedTuple):
    """How words are hidden: a share of `rate`, in batches of at most `cells` tokens.

    Without a rate all are, from a drawn one on: as `fill` meets slots, the ones before it filled.
    """

    rate: float | None
    cells: int
    seed: int


class HiddenBatch(NamedTuple):
    """Rows of one padded length: (rows, length) each.

    `labels` are the pieces that are hidden, `IGNORED` elsewhere; `words` numbers them by the word
    that they belong to, -1 elsewhere.
    """

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    labels: torch.Tensor
    words: torch.Tensor


class HidingBatches(torch.utils.data.Dataset[Batch]):
    """Batches of texts of about equal length, to train and to measure on.

    In each epoch other words are hidden, in each text at least one; the draws depend on the seed,
    the epoch and the number of the text alone. There are `words` that can be hidden, and `pieces`
    to read.
    """

    words: int
    pieces: int

    def __init__(self, sizes: NDArray[np.int64], how: Hiding) -> None:
        """`sizes` are the tokens of the texts."""
        self._rate, self._seed = how.rate, how.seed
        self.epoch = 0
        self._batches, self.padding_share = batches_by_length(sizes, how.cells, how.seed, _LEAST)

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> Batch:
        """What is trained on; `epoch` says which words are hidden."""
        batch = self.batch(index)._asdict()
        del batch["words"]
        return batch

    def batch(self, index: int) -> HiddenBatch:
        """A batch as it is in this epoch."""
        return self._batch([int(number) for number in self._batches[index]])

    def _batch(self, numbers: list[int]) -> HiddenBatch:
        """A batch of the texts of these numbers."""
        raise NotImplementedError

    def _drawn(self, number: int, may: NDArray[np.bool_]) -> list[int]:
        """Which of the words of a text, of those that `may` be, are hidden in this epoch."""
        random = np.random.default_rng((self._seed, self.epoch, number))
        words = np.flatnonzero(may)
        if self._rate is None:
            chosen = words[random.integers(len(words)) :]
        else:
            chosen = words[random.random(len(words)) < self._rate]
            if not len(chosen):
                chosen = words[random.integers(len(words), size=1)]
        return [int(word) for word in chosen]
