"""The two halves of a masked language model: its encoder, and its head on top of it.

Architectures differ in what their heads are named and made of. So the head is the model itself with
two parts replaced: an encoder that returns the hidden states it is given, and an output layer that
returns its input. Only the rows of interest are computed.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.nn.functional import linear

from privtool.core.errors import UnavailableError

_REFUSED = "the architecture {} is not supported by fill"


class Head(NamedTuple):
    """What turns hidden states into scores of tokens.

    `transform` maps hidden states (rows, width) to the inputs of the output layer (rows, its
    width), which has a `weight` (tokens, its width) and may have a `bias` (tokens,).
    """

    transform: Callable[[torch.Tensor], torch.Tensor]
    weight: torch.Tensor
    bias: torch.Tensor | None

    def logits(self, transformed: torch.Tensor) -> torch.Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        return linear(transformed, self.weight, self.bias)


class _Encoded(NamedTuple):
    """What heads read of the output of an encoder."""

    last_hidden_state: torch.Tensor
    hidden_states: None = None
    attentions: None = None


class _GivenStates(nn.Module):
    """An encoder whose hidden states are its input."""

    def forward(self, input_ids: torch.Tensor, *_: object, **__: object) -> _Encoded:
        return _Encoded(input_ids)


def parts_of(model: Any) -> tuple[Any, Head]:
    """Return the encoder and the head of a masked LM, which share its weights.

    Raise `UnavailableError` for a model without a single output layer.
    """
    body = getattr(model, model.base_model_prefix, None)
    output = model.get_output_embeddings()
    paths = [path for path, module in model.named_modules() if module is output]
    if body is None or output is None or not paths:
        raise _unknown(model)
    head_only = with_submodule(model, model.base_model_prefix, _GivenStates())
    head_only = with_submodule(head_only, paths[0], nn.Identity())

    def transform(hidden: torch.Tensor) -> torch.Tensor:
        transformed: torch.Tensor = head_only(input_ids=hidden, attention_mask=None).logits
        return transformed

    return body, Head(transform, output.weight, getattr(output, "bias", None))


def with_submodule(module: Any, path: str, submodule: nn.Module) -> Any:
    """Return a shallow copy of a module with the submodule at a dotted path replaced.

    The other parts are shared.
    """
    name, _, rest = path.partition(".")
    if rest:
        submodule = with_submodule(module._modules[name], rest, submodule)
    new = copy.copy(module)
    new._modules = {**module._modules, name: submodule}
    return new


@torch.inference_mode()
def check_parts(model: Any) -> None:
    """Raise `UnavailableError` unless encoder and head give the scores of the whole model.

    Also unless the encoder obeys its attention mask.
    """
    body, head = parts_of(model)
    # Without token 0, which is often padding.
    ids = torch.tensor([[1, 2, 3, 4]], device=head.weight.device)
    attention = torch.ones_like(ids)
    padded = {
        "input_ids": torch.cat((ids, ids), 1),
        "attention_mask": torch.cat((attention, 0 * attention), 1),
    }
    try:
        expected = model(input_ids=ids, attention_mask=attention).logits[0]
        logits = head.logits(head.transform(body(**padded).last_hidden_state[0, : ids.shape[1]]))
        equal = torch.allclose(logits, expected, atol=1e-3)
    except Exception as error:  # a model of another shape may fail in any way
        raise _unknown(model) from error
    if not equal:
        raise _unknown(model)


def _unknown(model: Any) -> UnavailableError:
    return UnavailableError(_REFUSED.format(type(model).__name__))
