"""The sizes of language models that are trained here, and making new ones."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from privtool.core.errors import UsageError

TRANSFORMER, LSTM = "transformer", "lstm"


class Shape(NamedTuple):
    """Layers of `hidden` units; `heads` of attention or the size of `embedding` by architecture.

    `positions` is the longest stretch of words that a transformer sees.
    """

    arch: str
    layers: int
    hidden: int
    heads: int = 0
    embedding: int = 0
    positions: int = 0


PRESETS = {
    # Vats 2023, section 4.2.1
    (TRANSFORMER, "paper"): Shape(TRANSFORMER, 6, 768, heads=12, positions=512),
    (TRANSFORMER, "small"): Shape(TRANSFORMER, 4, 256, heads=4, positions=256),
    (TRANSFORMER, "tiny"): Shape(TRANSFORMER, 2, 32, heads=2, positions=64),
    # Ma 2022, section 4.1
    (LSTM, "paper"): Shape(LSTM, 2, 1500, embedding=300),
    (LSTM, "small"): Shape(LSTM, 2, 512, embedding=256),
    (LSTM, "tiny"): Shape(LSTM, 1, 32, embedding=32),
}


def shape_of(
    arch: str, size: str, layers: int | None, heads: int | None, hidden: int | None
) -> Shape:
    """A preset with some of its sizes replaced. Raises `UsageError` for sizes that do not fit."""
    shape = PRESETS[arch, size]
    if arch == LSTM and heads is not None:
        raise UsageError("--heads belongs to --arch transformer")
    shape = shape._replace(
        layers=layers or shape.layers, heads=heads or shape.heads, hidden=hidden or shape.hidden
    )
    if arch == TRANSFORMER and shape.hidden % shape.heads:
        raise UsageError(f"--hidden {shape.hidden} is no multiple of --heads {shape.heads}")
    return shape


def new_model(shape: Shape, entries: int, end: int, padding: int, dropout: float, seed: int) -> Any:
    """A model with random weights for a vocabulary of so many entries, in training mode.

    `end` and `padding` are the ids of these tokens.
    """
    ids = {"bos_token_id": end, "eos_token_id": end, "pad_token_id": padding}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed % (1 << 32))
        if shape.arch == LSTM:
            from privtool.models.lm.lstm import LstmLm, LstmLmConfig

            config = LstmLmConfig(
                entries, shape.embedding, shape.hidden, shape.layers, dropout, **ids
            )
            return LstmLm(config)
        from transformers import GPT2Config, GPT2LMHeadModel

        return GPT2LMHeadModel(
            GPT2Config(
                vocab_size=entries,
                n_positions=shape.positions,
                n_embd=shape.hidden,
                n_layer=shape.layers,
                n_head=shape.heads,
                activation_function="gelu_pytorch_tanh",  # GPT-2's own "gelu_new" in one step
                resid_pdrop=dropout,
                embd_pdrop=dropout,
                attn_pdrop=dropout,
                use_cache=False,
                **ids,
            )
        )


def shape_of_model(model: Any) -> Shape:
    """The shape of a model that `new_model` made."""
    config = model.config
    if config.model_type == "gpt2":
        return Shape(
            TRANSFORMER,
            config.n_layer,
            config.n_embd,
            heads=config.n_head,
            positions=config.n_positions,
        )
    return Shape(
        LSTM, config.num_hidden_layers, config.hidden_size, embedding=config.embedding_size
    )


def hidden_states(
    model: Any, ids: torch.Tensor, positions: torch.Tensor | None = None
) -> torch.Tensor:
    """What the output layer multiplies (texts, length, size) for ids (texts, length).

    Padding stands on the right, where no earlier token sees it: no mask is needed. With
    `positions`, of the same shape, a text begins anew wherever they are 0, and sees nothing of
    what is before it in its row. (Models of transformers find that out by themselves if they
    have no mask and no cache.)
    """
    # Without positions the kernel for causal attention needs no mask at all, if there is a cache.
    packed = {} if positions is None else {"position_ids": positions, "use_cache": False}
    hidden: torch.Tensor = model.base_model(input_ids=ids, **packed)[0]
    return hidden
