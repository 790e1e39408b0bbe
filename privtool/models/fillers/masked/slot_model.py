"""A masked language model that is read at one position of each row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import torch
from torch import nn

from privtool.models.fillers.masked.head import parts_of, with_submodule
from privtool.models.hub.pretrained import max_positions
from privtool.models.runtime.batch_invariance import batch_invariant, batch_invariant_many

SlotEncoder = Callable[[torch.Tensor, torch.Tensor, torch.Tensor], torch.Tensor]
"""From token ids (rows, length), the attention mask of the same shape (0 at padding) and a
position in each row (rows,) to the hidden states there (rows, width)."""
_BERT_SHAPED = frozenset({"bert", "camembert", "roberta", "xlm-roberta"})
_TOKENS_OF_ROWS = 128  # on a CPU: more are hardly faster, and few rows would cost as much as many


def slot_encoder(body: Any) -> SlotEncoder:
    """Return the fastest way to compute hidden states at one position of each row."""
    config = body.config
    relative = getattr(config, "position_embedding_type", "absolute") != "absolute"
    if config.model_type in _BERT_SHAPED and not relative and not config.is_decoder:
        return _ShortenedEncoder(body)

    def encode(
        ids: torch.Tensor, attention: torch.Tensor, positions: torch.Tensor
    ) -> tuple[torch.Tensor]:
        return (_select(_encode(body, ids, attention), positions),)

    if config.model_type == "distilbert":  # whose products are cut up in one way for any rows
        return lambda *inputs: encode(*inputs)[0]
    return lambda *inputs: batch_invariant_many(encode, inputs, _rows(inputs[0].shape[1]))[0]


def _rows(length: int) -> int:
    """Return the number of rows of a length that go through an encoder together."""
    return max(1, _TOKENS_OF_ROWS // length)


class _ShortenedEncoder:
    """A BERT-shaped encoder whose last layer computes one position of each row."""

    def __init__(self, body: Any) -> None:
        *layers, self._last = body.encoder.layer
        encoder = with_submodule(body.encoder, "layer", nn.ModuleList(layers))
        self._body = with_submodule(body, "encoder", encoder)

    def __call__(
        self, ids: torch.Tensor, attention: torch.Tensor, positions: torch.Tensor
    ) -> torch.Tensor:
        hidden = _encode(self._body, ids, attention)
        selected = _select(hidden, positions)
        layer = self._last.attention.self

        def split_heads(states: torch.Tensor) -> torch.Tensor:
            rows, length, _ = states.shape
            return states.view(rows, length, layer.num_attention_heads, -1).transpose(1, 2)

        query = batch_invariant(layer.query, selected)[:, None]
        context = nn.functional.scaled_dot_product_attention(
            split_heads(query),
            split_heads(layer.key(hidden)),
            split_heads(layer.value(hidden)),
            attn_mask=attention[:, None, None].bool(),
        )
        both = torch.cat((context[:, :, 0].flatten(1), selected), -1)
        return batch_invariant(self._after_attention, both)

    def _after_attention(self, context_and_input: torch.Tensor) -> torch.Tensor:
        """Run the rest of the layer; the columns are the attention's output, then its input."""
        attended = self._last.attention.output(*context_and_input.chunk(2, -1))
        states: torch.Tensor = self._last.output(self._last.intermediate(attended), attended)
        return states


def _encode(body: Any, ids: torch.Tensor, attention: torch.Tensor) -> torch.Tensor:
    hidden: torch.Tensor = body(input_ids=ids, attention_mask=attention).last_hidden_state
    return hidden


def _select(hidden: torch.Tensor, positions: torch.Tensor) -> torch.Tensor:
    return hidden[torch.arange(len(hidden), device=hidden.device), positions]


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
            # On a CPU and for few rows, this order is twice as fast as that of `linear`; what
            # follows reads rows, which are three times as fast side by side.
            found: torch.Tensor = weight @ states.T
            return (found if bias is None else found.add_(bias)).T.contiguous()

        return lambda states: batch_invariant(scores, states.float())
