"""The training objective of language models: next-token prediction."""

from __future__ import annotations

from typing import Any

import torch

from privtool.models.lm.dataset import Corpus
from privtool.models.lm.loss import chunked_cross_entropy
from privtool.models.lm.perplexity import perplexity
from privtool.models.lm.presets import hidden_states
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.training.objectives import Batch, targets_of


def next_token_loss(model: Any, batch: Batch) -> torch.Tensor:
    """Return the sum over all targets of a batch: `input_ids` and `labels`, both (rows, width).

    If rows are packed with several segments, `positions` (rows, width) start at 0 in each.
    """
    hidden = hidden_states(model, batch["input_ids"], batch.get("positions"))
    return chunked_cross_entropy(
        hidden.flatten(0, 1), model.lm_head.weight, batch["labels"].flatten(), targets_of(batch)
    )


class NextToken:
    """An `Objective` for causal models; `valid` may be None."""

    def __init__(self, valid: Corpus | None, specials: Specials) -> None:
        self._valid, self._specials = valid, specials

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """Return the sum over all targets, see `next_token_loss`."""
        return next_token_loss(model, batch)

    def validation_loss(self, model: Any) -> float | None:
        """Return the mean loss per token of the validation set."""
        if self._valid is None:
            return None
        return perplexity(model, self._valid, *self._specials).mean
