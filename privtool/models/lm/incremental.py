"""Language models of `lm-train`, run on many sentence prefixes, one token at a time."""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import pad, scaled_dot_product_attention

from privtool.models.lm.loss import context_length
from privtool.models.lm.lstm import LstmLmConfig
from privtool.models.runtime.numerics import Tensors, batch_invariant_many

State = tuple[torch.Tensor, ...]  # of a model; the first dimension of each is the hypotheses

_BUCKET = 32  # cached tokens are padded to a multiple of it
_MIN_CACHE = 1024  # tokens
_ROWS = 24  # fewer than the search has: there are few new prefixes at a time


class IncrementalLstm:
    """Natural log-probabilities of the next token under an LSTM, one token at a time.

    A row depends only on its own token and its own row of the state, to the last bit. The state is
    two tensors (rows, layers, hidden).
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._device: torch.device = next(model.parameters()).device

    def reset(self) -> None:
        """Invalidate all states returned so far; those of an LSTM stay valid."""

    def initial_state(self, count: int) -> State:
        """Return the state before the first token, which is the end-of-sentence token."""
        config = self._model.config
        sizes = count, config.num_hidden_layers, config.hidden_size
        return torch.zeros(sizes, device=self._device), torch.zeros(sizes, device=self._device)

    @torch.inference_mode()
    def step(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Read one token per row; return log-probabilities (rows, vocabulary) and the new state."""
        body = self._model.body

        def step(ids: torch.Tensor, hidden: torch.Tensor, cells: torch.Tensor) -> Tensors:
            before = hidden.transpose(0, 1).contiguous(), cells.transpose(0, 1).contiguous()
            value, (hidden, cells) = body.lstm(body.embeddings(ids)[:, None], before)
            logits = self._model.lm_head(body.projection(value[:, 0]))
            return logits.float().log_softmax(1), hidden.transpose(0, 1), cells.transpose(0, 1)

        logprobs, *after = batch_invariant_many(step, (ids, *state), _ROWS)
        return logprobs, tuple(after)


class IncrementalTransformer:
    """The same for a transformer; the state (rows, context) has cache slots, -1 for none.

    Keys and values are cached by token, as prefixes share most of them. A row that fills the
    context continues with its last half, as in `lm-score`.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._device: torch.device = next(model.parameters()).device
        self._context = context_length(model)
        self._ids = torch.zeros(0, dtype=torch.long, device=self._device)
        self._cache: torch.Tensor | None = None  # (slots, layers, keys or values, heads, size)
        self._used = 0

    def reset(self) -> None:
        """Invalidate all states returned so far; the cache is overwritten."""
        self._used = 0

    def initial_state(self, count: int) -> State:
        return (torch.full((count, self._context), -1, device=self._device),)

    @torch.inference_mode()
    def step(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        slots = state[0].clone()
        lengths = (slots >= 0).sum(1)
        if len(full := (lengths == self._context).nonzero()[:, 0]):
            self._halve(slots, full)
            lengths = (slots >= 0).sum(1)
        # The padded length of a row depends on that row alone, and so does its result.
        widths = (lengths + _BUCKET - 1) // _BUCKET * _BUCKET
        weight, config = self._model.lm_head.weight, self._model.config
        logprobs = weight.new_empty((len(ids), len(weight)), dtype=torch.float32)
        sizes = config.n_layer, 2, config.n_head, config.n_embd // config.n_head
        new = weight.new_empty((len(ids), *sizes))
        for width in torch.unique(widths).tolist():
            rows = (widths == width).nonzero()[:, 0]
            logprobs[rows], new[rows] = self._forward(ids[rows], slots[rows, :width], lengths[rows])
        rows = torch.arange(len(ids), device=self._device)
        slots[rows, lengths] = self._store(ids, new)
        return logprobs, (slots,)

    def _forward(
        self, ids: torch.Tensor, slots: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return log-probabilities (rows, vocabulary), and keys and values of the new tokens.

        The blocks of the model are run here: with one token at a time, the overhead of the model's
        own `forward` would take most of the time.
        """
        body = self._model.transformer
        heads = self._model.config.n_head

        def forward(ids: torch.Tensor, slots: torch.Tensor, lengths: torch.Tensor) -> Tensors:
            mask = pad(slots >= 0, (0, 1), value=True)[:, None, None]
            cached = self._cache[slots.clamp_min(0)] if self._cache is not None else None
            hidden = body.wte(ids) + body.wpe(lengths)
            new_by_layer: list[torch.Tensor] = []
            for layer, block in enumerate(body.h):
                qkv = block.attn.c_attn(block.ln_1(hidden)).view(len(ids), 1, 3, heads, -1)
                query, new = qkv[:, :, 0], qkv[:, :, 1:]
                new_by_layer.append(new)
                both = new if cached is None else torch.cat((cached[:, :, layer], new), 1)
                keys, values = both.permute(2, 0, 3, 1, 4)  # each (rows, heads, tokens, size)
                context = scaled_dot_product_attention(query.transpose(1, 2), keys, values, mask)
                hidden = hidden + block.attn.c_proj(context.flatten(1))
                hidden = hidden + block.mlp(block.ln_2(hidden))
            logprobs = self._model.lm_head(body.ln_f(hidden)).float().log_softmax(1)
            return logprobs, torch.cat(new_by_layer, 1)

        logprobs, new = batch_invariant_many(forward, (ids, slots, lengths), _ROWS)
        return logprobs, new

    def _store(self, ids: torch.Tensor, new: torch.Tensor) -> torch.Tensor:
        """Add tokens with their keys and values to the cache, and return their slots."""
        end = self._used + len(ids)
        if self._cache is None or end > len(self._cache):
            cache = new.new_empty((max(2 * end, _MIN_CACHE), *new.shape[1:]))
            cached_ids = self._ids.new_empty(len(cache))
            if self._cache is not None:
                cache[: self._used] = self._cache[: self._used]
                cached_ids[: self._used] = self._ids[: self._used]
            self._cache, self._ids = cache, cached_ids
        self._cache[self._used : end], self._ids[self._used : end] = new, ids
        start, self._used = self._used, end
        return torch.arange(start, end, device=self._device)

    def _halve(self, slots: torch.Tensor, rows: torch.Tensor) -> None:
        """Continue full rows with their last half alone, as a text that starts there."""
        half = self._context - self._context // 2
        ids = self._ids[slots[rows, half:]]

        def forward(ids: torch.Tensor) -> Tensors:
            from transformers import DynamicCache

            cache = DynamicCache()
            self._model.base_model(input_ids=ids, past_key_values=cache, use_cache=True)
            layers = [torch.stack((layer.keys, layer.values), 1) for layer in cache.layers]
            # (rows, tokens, layers, 2, heads, size)
            return (torch.stack(layers, 1).permute(0, 4, 1, 2, 3, 5),)

        new = batch_invariant_many(forward, (ids,), _ROWS)[0]
        new_slots = self._store(ids.flatten(), new.flatten(0, 1)).view(ids.shape)
        slots[rows] = pad(new_slots, (0, half), value=-1)


IncrementalLm = IncrementalLstm | IncrementalTransformer


def incremental_lm(model: Any) -> IncrementalLm:
    """Wrap a model of `lm-train` that is in evaluation mode and on its device."""
    if model.config.model_type == LstmLmConfig.model_type:
        return IncrementalLstm(model)
    return IncrementalTransformer(model)
