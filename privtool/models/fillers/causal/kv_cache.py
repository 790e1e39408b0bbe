"""Log-probabilities of a causal language model after rows of tokens that begin alike.

What rows have in common is read once and kept as keys and values; only what is after it is
computed for each. Models that cannot do so read each row by itself.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch

from privtool.core.errors import UnavailableError
from privtool.models.hub.causal import has_plain_head
from privtool.models.runtime.batch_invariance import one_in_fixed_rows

_BYTES = {"cpu": 1 << 29, "cuda": 1 << 32, "mps": 1 << 30}  # of what a batch of rows keeps


class Begun(NamedTuple):
    """Beginnings of rows that were read.

    `logs` (beginnings, tokens) are the log-probabilities of what comes next. `seen` (beginnings,
    width) tells which places hold a token, `cache` what is kept of them; None if nothing is.
    """

    rows: list[list[int]]
    logs: torch.Tensor
    seen: torch.Tensor | None = None
    cache: Any = None


class Row(NamedTuple):
    """Tokens after the beginning of number `begun`; wanted is what follows each from `first` on."""

    begun: int
    ids: list[int]
    first: int


class Continuations:
    """Reads beginnings, and then any number of rows that go on from them."""

    def __init__(self, model: Any) -> None:
        """`model` is one of transformers, in evaluation mode and on its device."""
        self._model = model
        self._device: torch.device = next(model.parameters()).device
        # In half precision many words would tie.
        head = model.get_output_embeddings()
        bias = getattr(head, "bias", None)
        self._head = partial(
            torch.nn.functional.linear,
            weight=head.weight.detach().float(),
            bias=None if bias is None else bias.detach().float(),
        )
        self._plain = has_plain_head(model)
        net = model.base_model if self._plain else model
        self._net = net
        self._has_places = "position_ids" in inspect.signature(net.forward).parameters
        limit = getattr(model.config, "max_position_embeddings", None)
        self._last = (limit or 1 << 30) - 1
        self._bytes = 0.0  # that are kept of a token
        self.keeps = self._can_keep()

    @torch.inference_mode()
    def begin(self, rows: list[list[int]], width: int) -> Begun:
        """Read some beginnings, of fewer than `width` tokens each.

        They are filled up to that on the left, so that what comes of one does not depend on the
        others.
        """
        if not self.keeps:
            found = [self._whole(row)[-1] for row in rows]
            return Begun(rows, torch.stack(found))
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        seen = torch.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, width - len(row) :] = torch.tensor(row)
            seen[number, width - len(row) :] = 1
        seen = seen.to(self._device)
        values, cache = self._read(ids, seen, None)
        return Begun(rows, self._logs(values[:, -1]), seen, cache)

    @torch.inference_mode()
    def after(self, begun: Begun, rows: Sequence[Row], width: int) -> Iterator[torch.Tensor]:
        """For each row the log-probabilities (places, tokens); rows are filled up to `width`."""
        if begun.seen is None:
            for row in rows:
                before = begun.rows[row.begun]
                yield self._whole([*before, *row.ids])[len(before) + row.first :]
            return
        kept = self._bytes * (begun.seen.shape[1] + width)
        if not self._plain:
            kept += 4 * width * begun.logs.shape[1]
        size = max(1, int(_BYTES[self._device.type] / kept))
        for start in range(0, len(rows), size):
            chunk = rows[start : start + size]
            ids = torch.zeros((len(chunk), width), dtype=torch.long)
            for number, row in enumerate(chunk):
                ids[number, : len(row.ids)] = torch.tensor(row.ids)
            of = torch.tensor([row.begun for row in chunk], device=self._device)
            seen = torch.nn.functional.pad(begun.seen[of], (0, width), value=1)
            values, _ = self._read(ids, seen, _chosen(begun.cache, of))
            for row, found in zip(chunk, values, strict=True):
                yield self._logs(found[row.first : len(row.ids)])

    def _read(self, ids: torch.Tensor, seen: torch.Tensor, cache: Any) -> tuple[torch.Tensor, Any]:
        """What the network makes of ids (rows, tokens), and the cache with them in it.

        `seen` (rows, all tokens) has those in the cache, too.
        """
        places = {}
        if self._has_places:
            counted = (seen.cumsum(1) - 1).clamp(0, self._last)
            places["position_ids"] = counted[:, -ids.shape[1] :]
        made = self._net(
            input_ids=ids.to(self._device),
            attention_mask=seen,
            past_key_values=cache,
            use_cache=True,
            **places,
        )
        return made[0], made.past_key_values

    def _logs(self, values: torch.Tensor) -> torch.Tensor:
        """Log-probabilities (places, tokens) of what the network gives for places."""
        scores = one_in_fixed_rows(self._head, values.float()) if self._plain else values.float()
        return _logs(scores)

    def _whole(self, row: list[int]) -> torch.Tensor:
        """Log-probabilities (tokens of the row, tokens) after each token of a row by itself."""
        ids = torch.tensor([row], device=self._device)
        return _logs(self._model(input_ids=ids).logits[0].float())

    @torch.inference_mode()
    def _can_keep(self) -> bool:
        """Whether rows come out the same whether their beginnings are kept or not."""
        beginnings, rows = [[1, 2, 3], [1]], [Row(1, [2, 3], 0), Row(0, [4], 0)]
        self.keeps = True
        try:
            begun = self.begin(beginnings, 5)
            layers = begun.cache.layers
            kept = sum(layer.keys.nbytes + layer.values.nbytes for layer in layers)
            self._bytes = kept / begun.seen.numel()  # type: ignore[union-attr]
            found = list(self.after(begun, rows, 3))
            whole = [self._whole([*beginnings[row.begun], *row.ids]) for row in rows]
        except Exception:  # a model of another kind may fail in any way
            return False
        near = 1e-3 if self._model.dtype == torch.float32 else 0.3
        return all(
            torch.allclose(one, other[-len(one) :], atol=near)
            for one, other in zip(found, whole, strict=True)
        )


def _chosen(cache: Any, rows: torch.Tensor) -> Any:
    """A cache of some of the rows, any of them several times; the given one stays as it is."""
    chosen = copy.copy(cache)
    chosen.layers = [copy.copy(layer) for layer in cache.layers]
    chosen.batch_select_indices(rows)
    return chosen


def _logs(scores: torch.Tensor) -> torch.Tensor:
    if not bool(torch.isfinite(scores).all()):
        raise UnavailableError("the model's scores are no numbers: its weights are bad")
    return scores.log_softmax(-1)
