"""What a language model is trained for: the next token, its loss computed in chunks."""

from __future__ import annotations

from typing import Any

import torch

from privtool.models.lm_data import Corpus
from privtool.models.lm_loss import chunked_cross_entropy
from privtool.models.lm_perplexity import perplexity
from privtool.models.lm_shapes import hidden_states
from privtool.models.objectives import Batch
from privtool.models.word_tokenizer import Specials


def mixed_loss(model: Any, batch: Batch) -> torch.Tensor:
    """The sum over all targets of a batch of groups, see `mixed_batches.Mixer.batch`."""
    sizes: list[int] = batch["shapes"].prod(1).tolist()
    hidden = [
        hidden_states(model, ids.view(*shape)).flatten(0, 1)
        for ids, shape in zip(
            torch.split(batch["input_ids"], sizes), batch["shapes"].tolist(), strict=True
        )
    ]
    return chunked_cross_entropy(torch.cat(hidden), model.lm_head.weight, batch["labels"])


class NextToken:
    """An `Objective` for causal models; `valid` may be None."""

    def __init__(self, valid: Corpus | None, specials: Specials) -> None:
        self._valid, self._specials = valid, specials

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum over all targets of (pieces, longest) labels, see `lm_loss`."""
        hidden = hidden_states(model, batch["input_ids"])
        return chunked_cross_entropy(
            hidden.flatten(0, 1), model.lm_head.weight, batch["labels"].flatten()
        )

    def validation_loss(self, model: Any) -> float | None:
        """The mean loss of a token of the validation set."""
        if self._valid is None:
            return None
        return perplexity(model, self._valid, *self._specials).mean
