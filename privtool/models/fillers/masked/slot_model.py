"""A masked language model that is read at one position of each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import torch

from privtool.models.fillers.masked.encoder import slot_encoder
from privtool.models.fillers.masked.head import parts_of
from privtool.models.hub.positions import max_positions
from privtool.models.runtime.batch_invariance import batch_invariant


class SlotModel(Protocol):
    """A model on its device. The result for a row must not depend on other rows.

    `padding` is a token id, `positions` how many tokens it reads, if it says so, `tokens_at_once`
    how many keep its device busy. Without `pads`, all rows are full.
    """

    device: torch.device
    padding: int
    positions: int | None
    pads: bool
    tokens_at_once: int

    def states(
        self, ids: torch.Tensor, attention: torch.Tensor, slots: torch.Tensor, /
    ) -> torch.Tensor:
        """Return what scores are computed of, by the tokens and the slot of each row."""

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Return the scores of all tokens: (rows, tokens)."""

    def scores_of(self, tokens: Sequence[int]) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return a function that computes the scores of some tokens: (rows, tokens), new ones."""


_TOKENS_AT_ONCE = {"cpu": 2048, "cuda": 65536, "mps": 16384}


class TorchSlotModel:
    """A model of torch in evaluation mode.

    Only slots go through the head (and the last layer of a BERT-shaped encoder).
    """

    pads = True

    def __init__(self, model: Any) -> None:
        """Take over a model. Raise `UnavailableError` if it has no single output layer."""
        self.model = model
        self.device: torch.device = next(model.parameters()).device
        self.padding: int = getattr(model.config, "pad_token_id", None) or 0
        self.positions = max_positions(model)
        self.tokens_at_once = _TOKENS_AT_ONCE[self.device.type]
        body, self.head = parts_of(model)
        self._encode = slot_encoder(body)

    def states(
        self, ids: torch.Tensor, attention: torch.Tensor, slots: torch.Tensor, /
    ) -> torch.Tensor:
        """Return the inputs of the output layer: (rows, its width)."""
        return batch_invariant(self.head.transform, self._encode(ids, attention, slots))

    def logits(self, states: torch.Tensor) -> torch.Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        return batch_invariant(self.head.logits, states).float()

    def scores_of(self, tokens: Sequence[int]) -> Callable[[torch.Tensor], torch.Tensor]:
        """Return a function that multiplies the rows of some tokens.

        It computes in single precision for any model: in half precision, many words tie.
        """
        head = self.head
        index = torch.tensor(tokens, device=self.device)
        weight = head.weight.detach()[index].float()
        bias = None if head.bias is None else head.bias.detach()[index].float()[:, None]

        def scores(states: torch.Tensor) -> torch.Tensor:
            # On a CPU and for few rows, this order is twice as fast as that of `linear`.
            found: torch.Tensor = weight @ states.T
            return found.T if bias is None else found.add_(bias).T

        return lambda states: batch_invariant(scores, states.float())
