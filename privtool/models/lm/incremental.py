"""Language models of `lm-train`, asked about many beginnings of sentences, a token at a time."""

from __future__ import annotations

from typing import Any, Protocol

import torch
from torch.nn.functional import pad, scaled_dot_product_attention

from privtool.models.lm.lstm import LstmLmConfig
from privtool.models.lm.perplexity import room_of
from privtool.models.runtime.batch_invariance import Tensors, in_fixed_rows

State = tuple[torch.Tensor, ...]  # of a model; the first dimension of each is the hypotheses

_BUCKET = 32
_FIRST = 1024
_ROWS = 24  # fewer than the search has: there are few new beginnings at a time


class LmSteps(Protocol):
    """Log-probabilities (natural) of all entries of a vocabulary, beginning by beginning.

    A row depends on its own token and its own row of the state alone, to the last bit.
    """

    def reset(self) -> None:
        """Forget: states that were given are no longer good."""

    def empty(self, count: int) -> State:
        """The state before the first token, which is the end of the sentence before."""

    def step(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """Those of the next token (rows, entries) after the token `ids`, and the state."""


def lm_steps(model: Any) -> LmSteps:
    """The steps of a model that `lm-train` made, in evaluation mode and on its device."""
    if model.config.model_type == LstmLmConfig.model_type:
        return LstmSteps(model)
    return TransformerSteps(model)


class LstmSteps:
    """Of an LSTM; the state is (rows, layers, hidden) twice."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._device: torch.device = next(model.parameters()).device

    def reset(self) -> None:
        """Nothing is remembered."""

    def empty(self, count: int) -> State:
        """As `LmSteps` says."""
        config = self._model.config
        sizes = count, config.num_hidden_layers, config.hidden_size
        return torch.zeros(sizes, device=self._device), torch.zeros(sizes, device=self._device)

    @torch.inference_mode()
    def step(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `LmSteps` says."""
        body = self._model.body

        def step(ids: torch.Tensor, hidden: torch.Tensor, cells: torch.Tensor) -> Tensors:
            before = hidden.transpose(0, 1).contiguous(), cells.transpose(0, 1).contiguous()
            value, (hidden, cells) = body.lstm(body.embeddings(ids)[:, None], before)
            logits = self._model.lm_head(body.projection(value[:, 0]))
            return logits.float().log_softmax(1), hidden.transpose(0, 1), cells.transpose(0, 1)

        logs, *after = in_fixed_rows(step, (ids, *state), _ROWS)
        return logs, tuple(after)


class TransformerSteps:
    """Of a transformer; the state is (rows, room): the places of a row's tokens, -1 for none.

    The keys and values of all tokens are kept in one place, as beginnings of sentences have most
    of theirs in common. Where a row is as long as the model sees, it goes on with its last half,
    as `lm-score` does.
    """

    def __init__(self, model: Any) -> None:
        self._model = model
        self._device: torch.device = next(model.parameters()).device
        self._room = room_of(model)
        self._ids = torch.zeros(0, dtype=torch.long, device=self._device)
        self._kept: torch.Tensor | None = None  # (places, layers, keys or values, heads, size)
        self._used = 0

    def reset(self) -> None:
        """As `LmSteps` says; what was kept is overwritten."""
        self._used = 0

    def empty(self, count: int) -> State:
        """As `LmSteps` says."""
        return (torch.full((count, self._room), -1, device=self._device),)

    @torch.inference_mode()
    def step(self, ids: torch.Tensor, state: State) -> tuple[torch.Tensor, State]:
        """As `LmSteps` says."""
        places = state[0].clone()
        lengths = (places >= 0).sum(1)
        if len(full := (lengths == self._room).nonzero()[:, 0]):
            self._halve(places, full)
            lengths = (places >= 0).sum(1)
        widths = (lengths + _BUCKET - 1) // _BUCKET * _BUCKET  # of a row by itself: see `_BUCKET`
        logs: torch.Tensor | None = None
        made: torch.Tensor | None = None
        for width in torch.unique(widths).tolist():
            rows = (widths == width).nonzero()[:, 0]
            found, new = self._forward(ids[rows], places[rows, :width], lengths[rows])
            if logs is None or made is None:
                logs = found.new_empty((len(ids), found.shape[1]))
                made = new.new_empty((len(ids), *new.shape[1:]))
            logs[rows], made[rows] = found, new
        assert logs is not None
        assert made is not None
        rows = torch.arange(len(ids), device=self._device)
        places[rows, lengths] = self._keep(ids, made)
        return logs, (places,)

    def _forward(
        self, ids: torch.Tensor, places: torch.Tensor, lengths: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (rows, entries), and keys and values of the new tokens.

        The blocks of the model are run here, as for a token at a time what its own `forward` does
        beside the computing takes most of the time.
        """
        body = self._model.transformer
        heads = self._model.config.n_head

        def forward(ids: torch.Tensor, places: torch.Tensor, lengths: torch.Tensor) -> Tensors:
            seen = pad(places >= 0, (0, 1), value=True)[:, None, None]
            before = self._kept[places.clamp_min(0)] if self._kept is not None else None
            hidden = body.wte(ids) + body.wpe(lengths)
            made: list[torch.Tensor] = []
            for layer, block in enumerate(body.h):
                asked = block.attn.c_attn(block.ln_1(hidden)).view(len(ids), 1, 3, heads, -1)
                query, new = asked[:, :, 0], asked[:, :, 1:]
                made.append(new)
                both = new if before is None else torch.cat((before[:, :, layer], new), 1)
                keys, values = both.permute(2, 0, 3, 1, 4)  # each (rows, heads, tokens, size)
                found = scaled_dot_product_attention(query.transpose(1, 2), keys, values, seen)
                hidden = hidden + block.attn.c_proj(found.flatten(1))
                hidden = hidden + block.mlp(block.ln_2(hidden))
            logs = self._model.lm_head(body.ln_f(hidden)).float().log_softmax(1)
            return logs, torch.cat(made, 1)

        logs, made = in_fixed_rows(forward, (ids, places, lengths), _ROWS)
        return logs, made

    def _keep(self, ids: torch.Tensor, made: torch.Tensor) -> torch.Tensor:
        """Where tokens with these keys and values are from now on."""
        end = self._used + len(ids)
        if self._kept is None or end > len(self._kept):
            room = made.new_empty((max(2 * end, _FIRST), *made.shape[1:]))
            known = self._ids.new_empty(len(room))
            if self._kept is not None:
                room[: self._used] = self._kept[: self._used]
                known[: self._used] = self._ids[: self._used]
            self._kept, self._ids = room, known
        self._kept[self._used : end], self._ids[self._used : end] = made, ids
        start, self._used = self._used, end
        return torch.arange(start, end, device=self._device)

    def _halve(self, places: torch.Tensor, rows: torch.Tensor) -> None:
        """Have full rows go on with their last half alone, as a text that begins there."""
        half = self._room - self._room // 2
        ids = self._ids[places[rows, half:]]

        def forward(ids: torch.Tensor) -> Tensors:
            from transformers import DynamicCache

            cache = DynamicCache()
            self._model.base_model(input_ids=ids, past_key_values=cache, use_cache=True)
            return (_kept_of(cache),)

        made = in_fixed_rows(forward, (ids,), _ROWS)[0]
        new = self._keep(ids.flatten(), made.flatten(0, 1)).view(ids.shape)
        places[rows] = pad(new, (0, half), value=-1)


def _kept_of(cache: Any) -> torch.Tensor:
    """Keys and values (rows, tokens, layers, 2, heads, size) of a cache of transformers."""
    layers = [torch.stack((layer.keys, layer.values), 1) for layer in cache.layers]
    return torch.stack(layers, 1).permute(0, 4, 1, 2, 3, 5)
