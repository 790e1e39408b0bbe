"""What the encoder of a masked language model makes of one position of each row.

All else that its last layer makes is read by nobody: in encoders of BERT's shape it is left out.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import torch
from torch import nn

from privtool.models.runtime.batch_invariance import batch_invariant

SlotEncoder = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""From token ids (rows, length), 1 where they are no padding, and a position of each row (rows,)
to the hidden states there (rows, width)."""
_BERT_SHAPED = frozenset({"bert", "camembert", "roberta", "xlm-roberta"})


def slot_encoder(body: Any) -> SlotEncoder:
    """The quickest way to the hidden states of one position of each row by this encoder."""
    config = body.config
    relative = getattr(config, "position_embedding_type", "absolute") != "absolute"
    if config.model_type in _BERT_SHAPED and not relative and not config.is_decoder:
        return _ShortenedEncoder(body)
    return _WholeEncoder(body)


class _WholeEncoder:
    """Any encoder."""

    def __init__(self, body: Any) -> None:
        self._body = body

    def __call__(
        self, ids: torch.Tensor, attention: torch.Tensor, at: torch.Tensor
    ) -> torch.Tensor:
        return _picked(self._body(input_ids=ids, attention_mask=attention).last_hidden_state, at)


class _ShortenedEncoder:
    """An encoder of BERT's shape whose last layer works at one position of each row."""

    def __init__(self, body: Any) -> None:
        *layers, self._last = body.encoder.layer
        encoder = _with(body.encoder, "layer", nn.ModuleList(layers))
        self._body = _with(body, "encoder", encoder)

    def __call__(
        self, ids: torch.Tensor, attention: torch.Tensor, at: torch.Tensor
    ) -> torch.Tensor:
        hidden = self._body(input_ids=ids, attention_mask=attention).last_hidden_state
        here = _picked(hidden, at)
        attend = self._last.attention.self

        def by_head(states: torch.Tensor) -> torch.Tensor:
            rows, length, _ = states.shape
            return states.view(rows, length, attend.num_attention_heads, -1).transpose(1, 2)

        query = batch_invariant(attend.query, here)[:, None]
        context = nn.functional.scaled_dot_product_attention(
            by_head(query),
            by_head(attend.key(hidden)),
            by_head(attend.value(hidden)),
            attn_mask=attention[:, None, None].bool(),
        )
        return batch_invariant(self._rest, torch.cat((context[:, :, 0].flatten(1), here), -1))

    def _rest(self, context_and_here: torch.Tensor) -> torch.Tensor:
        """What follows attention; the two halves of the columns are its outcome and its input."""
        attended = self._last.attention.output(*context_and_here.chunk(2, -1))
        states: torch.Tensor = self._last.output(self._last.intermediate(attended), attended)
        return states


def _with(module: Any, name: str, part: nn.Module) -> Any:
    """The module with another part, sharing all the rest; the original stays as it is."""
    new = copy.copy(module)
    new._modules = {**module._modules, name: part}
    return new


def _picked(hidden: torch.Tensor, at: torch.Tensor) -> torch.Tensor:
    return hidden[torch.arange(len(hidden), device=hidden.device), at]
