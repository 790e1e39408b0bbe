"""Whole-word masking: what the training sets of all fillers share."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.training.batching import batches_by_length
from privtool.models.training.objectives import Batch

# In a small corpus few texts are equally long, and small batches take as many steps; in a large
# one there is next to no padding anyway.
_MIN_FILL = 0.7


class WordMasking(NamedTuple):
    """Settings of whole-word masking, in batches of at most `max_tokens`, padding included.

    A fraction `rate` of the words is masked. Without a rate all words from a random one on are:
    `fill` meets slots like that, the ones before them being filled.
    """

    rate: float | None
    max_tokens: int
    seed: int


class MaskedWordBatch(NamedTuple):
    """Rows of one padded length: all tensors are (rows, length).

    `labels` are the masked pieces, `IGNORED` elsewhere; `words` has the number of the word that a
    masked piece belongs to, -1 elsewhere.
    """

    input_ids: torch.Tensor
    attention_mask: torch.Tensor
    labels: torch.Tensor
    words: torch.Tensor


class MaskedWordBatches(torch.utils.data.Dataset[Batch]):
    """Batches of texts of about equal length, for training and evaluation.

    Each epoch masks other words, at least one in each text. The draws depend on the seed, the
    epoch and the number of the text only. `words` counts the words that can be masked, `pieces`
    the pieces of all texts, `counts` how often each may be a label, `tokens` those of all inputs,
    `split_words` those of the words that a masked LM has no token for.
    """

    words: int
    pieces: int
    counts: NDArray[np.int64]
    split_words = 0

    def __init__(self, sizes: NDArray[np.int64], masking: WordMasking) -> None:
        """`sizes` are the numbers of tokens of the texts."""
        self._rate, self._seed = masking.rate, masking.seed
        self.epoch = 0
        self.tokens = int(sizes.sum())
        self._batches, self.padding_share = batches_by_length(
            sizes, masking.max_tokens, masking.seed, _MIN_FILL
        )

    def __len__(self) -> int:
        return len(self._batches)

    def __getitem__(self, index: int) -> Batch:
        """Return the inputs and labels of a batch, masked as in this `epoch`."""
        batch = self.batch(index)._asdict()
        del batch["words"]
        return batch

    def batch(self, index: int) -> MaskedWordBatch:
        """Return a batch, masked as in this `epoch`."""
        return self._batch([int(number) for number in self._batches[index]])

    def _batch(self, numbers: list[int]) -> MaskedWordBatch:
        """Return a batch of the texts of these numbers."""
        raise NotImplementedError

    def _draw_words(self, number: int, maskable: NDArray[np.bool_]) -> list[int]:
        """Draw the words of a text to mask in this epoch, among those that are `maskable`."""
        random = np.random.default_rng((self._seed, self.epoch, number))
        words = np.flatnonzero(maskable)
        if self._rate is None:
            drawn = words[random.integers(len(words)) :]
        else:
            drawn = words[random.random(len(words)) < self._rate]
            if not len(drawn):
                drawn = words[random.integers(len(words), size=1)]
        return [int(word) for word in drawn]
