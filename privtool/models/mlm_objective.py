"""What a masked language model is tuned for: the words that are hidden in its texts."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from privtool.models.adapters import bare
from privtool.models.hidden_words import HiddenBatch, HidingBatches
from privtool.models.lm_loss import IGNORED
from privtool.models.masked_lm import parts_of
from privtool.models.training import Batch


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
    """The objective of masked language modelling; only hidden positions go through the head."""

    def __init__(self, valid: HidingBatches | None) -> None:
        self._valid = valid

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum of the cross-entropies of the hidden pieces."""
        labels = batch["labels"]
        logits = _logits(model, batch["input_ids"], batch["attention_mask"], labels)
        return torch.nn.functional.cross_entropy(logits, labels[labels != IGNORED], reduction="sum")

    def validation_loss(self, model: Any) -> float | None:
        """The mean loss of a hidden piece of the validation set."""
        return None if self._valid is None else hidden_word_score(model, self._valid).loss


@torch.inference_mode()
def hidden_word_score(model: Any, batches: HidingBatches) -> HiddenWordScore:
    """How well a model predicts the words that some batches hide."""
    training = model.training
    device = next(model.parameters()).device
    model.eval()
    loss, pieces, right, words = 0.0, 0, 0, 0
    for number in range(len(batches)):
        batch = HiddenBatch(*(part.to(device) for part in batches.batch(number)))
        hidden = batch.labels != IGNORED
        wanted = batch.labels[hidden]
        logits = _logits(model, batch.input_ids, batch.attention_mask, batch.labels)
        losses = torch.nn.functional.cross_entropy(logits, wanted, reduction="none")
        loss += losses.double().sum().item()
        pieces += len(wanted)
        missed = (logits.argmax(1) != wanted).cpu()
        word_of = batch.words[hidden].cpu()
        all_of_them = set(word_of.tolist())
        words += len(all_of_them)
        right += len(all_of_them - set(word_of[missed].tolist()))
    model.train(training)
    return HiddenWordScore(loss / max(1, pieces), right / max(1, words), words, pieces)


def _logits(
    model: Any, ids: torch.Tensor, attention: torch.Tensor, labels: torch.Tensor
) -> torch.Tensor:
    """The logits (hidden pieces, vocabulary) in single precision, for ids (rows, length)."""
    body, head = parts_of(bare(model))
    hidden = body(input_ids=ids, attention_mask=attention).last_hidden_state
    rows = head.transform(hidden[labels != IGNORED])
    return torch.nn.functional.linear(rows, head.weight, head.bias).float()
