"""A masked language model that is read at one position of each row: its encoder, and its head.

Architectures differ in what their heads are named and made of. So the head is the model itself with
two parts replaced: an encoder that returns the hidden states it is given, and an output layer that
returns its input. Only the rows of interest are computed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn.functional import linear

from privtool.core.errors import UnavailableError
from privtool.models.hub.pretrained import max_positions
from privtool.models.runtime.numerics import batch_invariant, batch_invariant_many

SlotEncoder = Callable[[Tensor, Tensor, Tensor], Tensor]
"""From token ids (rows, length), the attention mask of the same shape (0 at padding) and a
position in each row (rows,) to the hidden states there (rows, width)."""
_BERT_SHAPED = frozenset({"bert", "camembert", "roberta", "xlm-roberta"})
_TOKENS_OF_ROWS = 128  # on a CPU: more are hardly faster, and few rows would cost as much as many
_TOKENS_AT_ONCE = {"cpu": 2048, "cuda": 65536, "mps": 16384}
_GRAPH = "int8.onnx"  # in the folder of the weights, which it reads


class Head(NamedTuple):
    """What turns hidden states into scores of tokens.

    `transform` maps hidden states (rows, width) to the inputs of the output layer (rows, its
    width), which has a `weight` (tokens, its width) and may have a `bias` (tokens,).
    """

    transform: Callable[[Tensor], Tensor]
    weight: Tensor
    bias: Tensor | None

    def logits(self, transformed: Tensor) -> Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        return linear(transformed, self.weight, self.bias)


class _Encoded(NamedTuple):
    """What heads read of the output of an encoder."""

    last_hidden_state: Tensor
    hidden_states: None = None
    attentions: None = None


class _IdentityEncoder(nn.Module):
    """An encoder whose hidden states are its input."""

    def forward(self, input_ids: Tensor, *_: object, **__: object) -> _Encoded:
        return _Encoded(input_ids)


def parts_of(model: Any) -> tuple[Any, Head]:
    """Return encoder and head of a masked LM. Raise `UnavailableError` without one output layer."""
    body = getattr(model, model.base_model_prefix, None)
    output = model.get_output_embeddings()
    paths = [path for path, module in model.named_modules() if module is output]
    if body is None or output is None or not paths:
        raise _unknown(model)
    head_only = with_submodule(model, model.base_model_prefix, _IdentityEncoder())
    head_only = with_submodule(head_only, paths[0], nn.Identity())

    def transform(hidden: Tensor) -> Tensor:
        transformed: Tensor = head_only(input_ids=hidden, attention_mask=None).logits
        return transformed

    return body, Head(transform, output.weight, getattr(output, "bias", None))


def with_submodule(module: Any, path: str, submodule: nn.Module) -> Any:
    """Return a module that shares all but the submodule at a dotted path, which is replaced."""
    name, _, rest = path.partition(".")
    if rest:
        submodule = with_submodule(module._modules[name], rest, submodule)
    new = copy.copy(module)
    new._modules = {**module._modules, name: submodule}
    return new


@torch.inference_mode()
def check_parts(model: Any) -> None:
    """Raise `UnavailableError` unless both parts, with padding, give the scores of the model."""
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
    name = type(model).__name__
    return UnavailableError(f"the architecture {name} is not supported by fill")


def slot_encoder(body: Any) -> SlotEncoder:
    """Return the fastest way to compute hidden states at one position of each row."""
    config = body.config
    relative = getattr(config, "position_embedding_type", "absolute") != "absolute"
    if config.model_type in _BERT_SHAPED and not relative and not config.is_decoder:
        return _shortened_encoder(body)

    def encode(ids: Tensor, attention: Tensor, positions: Tensor) -> tuple[Tensor]:
        return (_select(_encode(body, ids, attention), positions),)

    def encode_some(*inputs: Tensor) -> Tensor:
        rows = max(1, _TOKENS_OF_ROWS // inputs[0].shape[1])
        return batch_invariant_many(encode, inputs, rows)[0]

    if config.model_type == "distilbert":  # whose products are cut up in one way for any rows
        return lambda *inputs: encode(*inputs)[0]
    return encode_some


def _shortened_encoder(body: Any) -> SlotEncoder:
    """Return a BERT-shaped encoder whose last layer computes one position of each row."""
    *layers, last = body.encoder.layer
    encoder = with_submodule(body.encoder, "layer", nn.ModuleList(layers))
    before_last = with_submodule(body, "encoder", encoder)
    layer = last.attention.self

    def split_heads(states: Tensor) -> Tensor:
        rows, length, _ = states.shape
        return states.view(rows, length, layer.num_attention_heads, -1).transpose(1, 2)

    def after_attention(context_and_input: Tensor) -> Tensor:
        attended = last.attention.output(*context_and_input.chunk(2, -1))
        states: Tensor = last.output(last.intermediate(attended), attended)
        return states

    def encode(ids: Tensor, attention: Tensor, positions: Tensor) -> Tensor:
        hidden = _encode(before_last, ids, attention)
        selected = _select(hidden, positions)
        query = batch_invariant(layer.query, selected)[:, None]
        context = nn.functional.scaled_dot_product_attention(
            split_heads(query),
            split_heads(layer.key(hidden)),
            split_heads(layer.value(hidden)),
            attn_mask=attention[:, None, None].bool(),
        )
        both = torch.cat((context[:, :, 0].flatten(1), selected), -1)
        return batch_invariant(after_attention, both)

    return encode


def _encode(body: Any, ids: Tensor, attention: Tensor) -> Tensor:
    hidden: Tensor = body(input_ids=ids, attention_mask=attention).last_hidden_state
    return hidden


def _select(hidden: Tensor, positions: Tensor) -> Tensor:
    return hidden[torch.arange(len(hidden), device=hidden.device), positions]


class TorchSlotModel:
    """A model of torch in evaluation mode on its device, of which only slots go through the head.

    The result for a row does not depend on other rows. `padding` is a token id, `positions` how
    many tokens it reads, if it says so, `tokens_at_once` how many keep its device busy. Without
    `pads`, all rows are full.
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

    def states(self, ids: Tensor, attention: Tensor, slots: Tensor, /) -> Tensor:
        """Return the inputs of the output layer: (rows, its width)."""
        return batch_invariant(self.head.transform, self._encode(ids, attention, slots))

    def logits(self, states: Tensor) -> Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        return batch_invariant(self.head.logits, states).float()

    def scores_of(self, tokens: Sequence[int]) -> Callable[[Tensor], Tensor]:
        """Return a function that multiplies the rows of some tokens, in single precision."""
        head = self.head
        index = torch.tensor(tokens, device=self.device)
        weight = head.weight.detach()[index].float()  # in half precision, many words tie
        bias = None if head.bias is None else head.bias.detach()[index].float()[:, None]

        def scores(states: Tensor) -> Tensor:
            # On a CPU and for few rows, this order is twice as fast as that of `linear`; what
            # follows reads rows, which are three times as fast side by side.
            found: Tensor = weight @ states.T
            return (found if bias is None else found.add_(bias)).T.contiguous()

        return lambda states: batch_invariant(scores, states.float())


class OnnxSlotModel:
    """The same in onnxruntime on the CPU; states are the scores of all tokens."""

    device = torch.device("cpu")
    pads = False
    tokens_at_once = 512  # more leave the cache

    def __init__(self, folder: Path) -> None:
        """Load the graph; raise what onnxruntime raises."""
        from privtool.models.runtime.onnx import cpu_session

        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.padding: int = config["pad_token_id"]
        self.positions: int | None = config["max_position_embeddings"]
        self._session = cpu_session(folder / _GRAPH)

    def states(self, ids: Tensor, _attention: Tensor, slots: Tensor, /) -> Tensor:
        """Return the scores of all tokens: (rows, tokens)."""
        fed = {"input_ids": ids.numpy(), "slots": slots.numpy()}
        return torch.from_numpy(self._session.run(None, fed)[0])

    def logits(self, states: Tensor) -> Tensor:
        return states

    def scores_of(self, tokens: Sequence[int]) -> Callable[[Tensor], Tensor]:
        """Return a function that selects some tokens."""
        index = torch.tensor(tokens)
        return lambda states: states.index_select(1, index)


SlotModel = TorchSlotModel | OnnxSlotModel
