"""Preset sizes of language models, and new models of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from privtool.core.errors import UsageError, option

TRANSFORMER, LSTM = "transformer", "lstm"


class LmShape(NamedTuple):
    """Layers of `hidden` units. A transformer has `heads` and `positions`, an LSTM `embedding`.

    `positions` is the context length.
    """

    arch: str
    layers: int
    hidden: int
    heads: int = 0
    embedding: int = 0
    positions: int = 0


PRESETS = {
    # Vats 2023, section 4.2.1
    (TRANSFORMER, "paper"): LmShape(TRANSFORMER, 6, 768, heads=12, positions=512),
    (TRANSFORMER, "small"): LmShape(TRANSFORMER, 4, 256, heads=4, positions=256),
    (TRANSFORMER, "tiny"): LmShape(TRANSFORMER, 2, 32, heads=2, positions=64),
    # Ma 2022, section 4.1
    (LSTM, "paper"): LmShape(LSTM, 2, 1500, embedding=300),
    (LSTM, "small"): LmShape(LSTM, 2, 512, embedding=256),
    (LSTM, "tiny"): LmShape(LSTM, 1, 32, embedding=32),
}


def shape_of(
    arch: str, size: str, layers: int | None, heads: int | None, hidden: int | None
) -> LmShape:
    """Return a preset with some sizes replaced. Raise `UsageError` for incompatible sizes."""
    shape = PRESETS[arch, size]
    if arch == LSTM and heads is not None:
        raise UsageError(f"{option('heads')} belongs to {option('arch')} transformer")
    shape = shape._replace(
        layers=layers or shape.layers, heads=heads or shape.heads, hidden=hidden or shape.hidden
    )
    if arch == TRANSFORMER and shape.hidden % shape.heads:
        raise UsageError(
            f"{option('hidden')} {shape.hidden} is not a multiple of {option('heads')} "
            f"{shape.heads}"
        )
    return shape


def new_model(
    shape: LmShape, entries: int, end: int, padding: int, dropout: float, seed: int
) -> Any:
    """Return a model with random weights in training mode; `end` and `padding` are token ids."""
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


def shape_of_model(model: Any) -> LmShape:
    config = model.config
    if config.model_type == "gpt2":
        sizes = {"heads": config.n_head, "positions": config.n_positions}
        return LmShape(TRANSFORMER, config.n_layer, config.n_embd, **sizes)
    layers, size = config.num_hidden_layers, config.embedding_size
    return LmShape(LSTM, layers, config.hidden_size, embedding=size)


def hidden_states(
    model: Any, ids: torch.Tensor, positions: torch.Tensor | None = None
) -> torch.Tensor:
    """Return the inputs of the output layer (texts, length, size) for ids (texts, length).

    Padding is on the right, where no earlier token sees it, so no mask is needed. With
    `positions`, of the same shape, a new text starts wherever they are 0 and does not see what
    precedes it in its row.
    """
    # Without a cache, transformers makes a mask of all texts, in case they are packed.
    options: dict[str, Any] = {"use_cache": positions is None}
    if positions is not None:
        options["position_ids"] = positions
        if model.config._attn_implementation == "sdpa":
            # Which tokens see which, (texts, 1, length, length): earlier ones of their own text.
            # transformers infers it from the positions, which takes longer than a small model does.
            texts = (positions == 0).cumsum(1)
            options["attention_mask"] = (texts[:, :, None] == texts[:, None, :]).tril()[:, None]
    if model.config.model_type == "gpt2":
        # Of ids, transformers looks for padding, for which it waits for a GPU.
        options["inputs_embeds"] = model.get_input_embeddings()(ids)
    else:
        options["input_ids"] = ids
    hidden: torch.Tensor = model.base_model(**options)[0]
    return hidden
