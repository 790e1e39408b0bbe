"""Whole-word masking: what the training sets of all fillers share, and their objective."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from privtool.models.runtime.numerics import evaluating
from privtool.models.training.batches import (
    IGNORED,
    Batch,
    batches_by_length,
    targets_of,
    unigram_losses,
)

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

    `labels` are masked pieces, else `IGNORED`; `words` are the numbers of their words, else -1.
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
        batches = batches_by_length(sizes, masking.max_tokens, masking.seed, _MIN_FILL)
        self._batches, self.padding_share = batches

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


Logits = Callable[[Any, Batch, torch.Tensor], torch.Tensor]
"""From a model, a batch and the numbers of positions, of all rows in order, to their logits
(positions, vocabulary) in single precision."""


class MaskedWordScore(NamedTuple):
    """The `loss` of a masked piece, and the fraction of words whose pieces are all ranked first."""

    loss: float
    accuracy: float
    words: int
    pieces: int

    def shown(self) -> dict[str, float]:
        """Return the entries of a result; the counts are in those of the text."""
        return {"loss": self.loss, "accuracy": self.accuracy}


class MaskedWordObjective:
    """An `Objective` for fillers; only positions with labels go through the head of the model."""

    def __init__(self, logits: Logits, valid: MaskedWordBatches | None) -> None:
        self._logits, self._valid = logits, valid

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        targets = targets_of(batch)
        logits = self._logits(model, batch, targets)
        labels = batch["labels"].flatten()[targets]
        return torch.nn.functional.cross_entropy(logits, labels, reduction="sum")

    def validation_loss(self, model: Any) -> float | None:
        if self._valid is None:
            return None
        return score_masked_words(model, self._logits, self._valid).loss


def unigram_loss(
    batches: MaskedWordBatches, training: MaskedWordBatches, vocabulary: int, every: bool = False
) -> float:
    """Return the mean loss of a masked piece of some batches by the counts of training text.

    `vocabulary` is the number of pieces that there are; `every` takes all labels, as the training
    loss does: those of causal models are whole texts.
    """
    counts = np.zeros(max(vocabulary, len(training.counts)))
    counts[: len(training.counts)] = training.counts
    losses = unigram_losses(counts)
    total, pieces = 0.0, 0
    for number in range(len(batches)):
        batch = batches.batch(number)
        labels = batch.labels[batch.labels != IGNORED if every else batch.words >= 0]
        total += float(losses[labels.numpy()].sum())
        pieces += len(labels)
    return total / max(1, pieces)


def score_masked_words(
    model: Any, compute_logits: Logits, batches: MaskedWordBatches
) -> MaskedWordScore:
    """Measure how well a model predicts the masked words of some batches."""
    device = next(model.parameters()).device
    loss, pieces, right, words = 0.0, 0, 0, 0
    with evaluating(model):
        for number in range(len(batches)):
            batch = MaskedWordBatch(*(part.to(device) for part in batches.batch(number)))
            masked = batch.words >= 0
            labels = batch.labels[masked]
            places = masked.flatten().nonzero().squeeze(1)
            logits = compute_logits(model, batch._asdict(), places)
            losses = torch.nn.functional.cross_entropy(logits, labels, reduction="none")
            loss += losses.cpu().double().sum().item()
            pieces += len(labels)
            wrong = (logits.argmax(1) != labels).cpu()
            word_of = batch.words[masked].cpu()
            all_words = set(word_of.tolist())
            words += len(all_words)
            right += len(all_words - set(word_of[wrong].tolist()))
    return MaskedWordScore(loss / max(1, pieces), right / max(1, words), words, pieces)
