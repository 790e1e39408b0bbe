"""The objective that fillers are tuned with: predicting masked words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import torch

from privtool.models.fillers.tuning.word_masking import MaskedWordBatch, MaskedWordBatches
from privtool.models.runtime.weights import evaluating
from privtool.models.training.objectives import IGNORED, Batch, targets_of
from privtool.models.training.unigram import unigram_losses

Logits = Callable[[Any, Batch, torch.Tensor], torch.Tensor]
"""From a model, a batch and the numbers of positions, of all rows in order, to their logits
(positions, vocabulary) in single precision."""


class MaskedWordScore(NamedTuple):
    """How well masked words are predicted.

    `loss` is the mean negative log-probability of a piece, `accuracy` the fraction of words all of
    whose pieces are ranked first.
    """

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
        """Return the sum of the cross-entropies of all pieces with a label."""
        targets = targets_of(batch)
        logits = self._logits(model, batch, targets)
        labels = batch["labels"].flatten()[targets]
        return torch.nn.functional.cross_entropy(logits, labels, reduction="sum")

    def validation_loss(self, model: Any) -> float | None:
        """Return the mean loss of a masked piece of the validation set."""
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
