"""What a filler is tuned for: to tell the words that are hidden in texts."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import torch

from privtool.models.fillers.tuning.word_masking import HiddenBatch, HidingBatches
from privtool.models.runtime.weights import evaluating
from privtool.models.training.objectives import IGNORED, Batch


class Logits(Protocol):
    """The logits (places, vocabulary) in single precision at some places of a batch.

    `at` is true there (rows, length).
    """

    def __call__(self, model: Any, batch: Batch, at: torch.Tensor) -> torch.Tensor: ...


class HiddenWordScore(NamedTuple):
    """How well hidden words are predicted.

    `loss` is the mean negative log-probability of a piece, `accuracy` the share of words all of
    whose pieces are the best guess.
    """

    loss: float
    accuracy: float
    words: int
    pieces: int

    def shown(self) -> dict[str, float]:
        """What results tell of it; the counts are those of the text."""
        return {"loss": self.loss, "accuracy": self.accuracy}


class HiddenWords:
    """The objective of tuning; only places with labels go through the head of the model."""

    def __init__(self, logits: Logits, valid: HidingBatches | None) -> None:
        self._logits, self._valid = logits, valid

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum of the cross-entropies of all pieces with a label."""
        labels = batch["labels"]
        at = labels != IGNORED
        logits = self._logits(model, batch, at)
        return torch.nn.functional.cross_entropy(logits, labels[at], reduction="sum")

    def validation_loss(self, model: Any) -> float | None:
        """The mean loss of a hidden piece of the validation set."""
        if self._valid is None:
            return None
        return hidden_word_score(model, self._logits, self._valid).loss


def hidden_word_score(model: Any, logits_of: Logits, batches: HidingBatches) -> HiddenWordScore:
    """How well a model predicts the words that some batches hide."""
    device = next(model.parameters()).device
    loss, pieces, right, words = 0.0, 0, 0, 0
    with evaluating(model):
        for number in range(len(batches)):
            batch = HiddenBatch(*(part.to(device) for part in batches.batch(number)))
            hidden = batch.words >= 0
            wanted = batch.labels[hidden]
            logits = logits_of(model, batch._asdict(), hidden)
            losses = torch.nn.functional.cross_entropy(logits, wanted, reduction="none")
            loss += losses.cpu().double().sum().item()
            pieces += len(wanted)
            missed = (logits.argmax(1) != wanted).cpu()
            word_of = batch.words[hidden].cpu()
            all_of_them = set(word_of.tolist())
            words += len(all_of_them)
            right += len(all_of_them - set(word_of[missed].tolist()))
    return HiddenWordScore(loss / max(1, pieces), right / max(1, words), words, pieces)
