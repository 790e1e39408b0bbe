"""Log-probabilities of a causal language model for rows of tokens with common prefixes.

A prefix is read once, and its keys and values are cached; only the rest is computed for each row.
Models whose cache is not usable read each row as a whole.
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
from privtool.models.runtime.batch_invariance import batch_invariant

_CACHE_BYTES = {"cpu": 1 << 29, "cuda": 1 << 32, "mps": 1 << 30}  # of a batch of rows


class Prefixes(NamedTuple):
    """Prefixes that were read.

    `logprobs` (prefixes, tokens) are those of the next tokens. `mask` (prefixes, width) is 1 where
    the `cache` holds a token; both are None without a cache.
    """

    rows: list[list[int]]
    logprobs: torch.Tensor
    mask: torch.Tensor | None = None
    cache: Any = None


class Continuation(NamedTuple):
    """The tokens after a prefix (by its number); `first` is the first that is scored after."""

    prefix: int
    ids: list[int]
    first: int


class PrefixScorer:
    """Reads prefixes once, then scores any number of their continuations."""

    def __init__(self, model: Any) -> None:
        """`model` is one of transformers, in evaluation mode and on its device."""
        self._model = model
        self._device: torch.device = next(model.parameters()).device
        # Many words would tie in half precision.
        head = model.get_output_embeddings()
        bias = getattr(head, "bias", None)
        self._head = partial(
            torch.nn.functional.linear,
            weight=head.weight.detach().float(),
            bias=None if bias is None else bias.detach().float(),
        )
        self._plain = has_plain_head(model)
        self._net = model.base_model if self._plain else model
        parameters = inspect.signature(self._net.forward).parameters
        self._takes_positions = "position_ids" in parameters
        limit = getattr(model.config, "max_position_embeddings", None)
        self._last_position = (limit or 1 << 30) - 1
        self._token_bytes = 0.0  # of the cache
        self.caches = self._check_cache()

    @torch.inference_mode()
    def read(self, rows: list[list[int]], width: int) -> Prefixes:
        """Read prefixes of less than `width` tokens.

        They are padded to that width on the left, so that none depends on the others.
        """
        if not self.caches:
            return Prefixes(rows, torch.stack([self._score_row(row)[-1] for row in rows]))
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, width - len(row) :] = torch.tensor(row)
            mask[number, width - len(row) :] = 1
        mask = mask.to(self._device)
        outputs, cache = self._forward(ids, mask, None)
        return Prefixes(rows, self._logprobs(outputs[:, -1]), mask, cache)

    @torch.inference_mode()
    def score(
        self, prefixes: Prefixes, rows: Sequence[Continuation], width: int
    ) -> Iterator[torch.Tensor]:
        """Yield log-probabilities (positions, tokens) of each row; rows are padded to `width`."""
        if prefixes.mask is None:
            for row in rows:
                prefix = prefixes.rows[row.prefix]
                yield self._score_row([*prefix, *row.ids])[len(prefix) + row.first :]
            return
        row_bytes = self._token_bytes * (prefixes.mask.shape[1] + width)
        if not self._plain:
            row_bytes += 4 * width * prefixes.logprobs.shape[1]
        size = max(1, int(_CACHE_BYTES[self._device.type] / row_bytes))
        for start in range(0, len(rows), size):
            chunk = rows[start : start + size]
            ids = torch.zeros((len(chunk), width), dtype=torch.long)
            for number, row in enumerate(chunk):
                ids[number, : len(row.ids)] = torch.tensor(row.ids)
            indices = torch.tensor([row.prefix for row in chunk], device=self._device)
            mask = torch.nn.functional.pad(prefixes.mask[indices], (0, width), value=1)
            outputs, _ = self._forward(ids, mask, _select(prefixes.cache, indices))
            for row, output in zip(chunk, outputs, strict=True):
                yield self._logprobs(output[row.first : len(row.ids)])

    def _forward(
        self, ids: torch.Tensor, mask: torch.Tensor, cache: Any
    ) -> tuple[torch.Tensor, Any]:
        """Run the network on ids (rows, tokens); return its outputs and the extended cache.

        `mask` (rows, all tokens) includes those in the cache.
        """
        options = {}
        if self._takes_positions:
            positions = (mask.cumsum(1) - 1).clamp(0, self._last_position)
            options["position_ids"] = positions[:, -ids.shape[1] :]
        output = self._net(
            input_ids=ids.to(self._device),
            attention_mask=mask,
            past_key_values=cache,
            use_cache=True,
            **options,
        )
        return output[0], output.past_key_values

    def _logprobs(self, values: torch.Tensor) -> torch.Tensor:
        """Return log-probabilities (positions, tokens) of outputs of the network."""
        scores = batch_invariant(self._head, values.float()) if self._plain else values.float()
        return _log_softmax(scores)

    def _score_row(self, row: list[int]) -> torch.Tensor:
        """Return log-probabilities (tokens of the row, tokens) after each token of a row."""
        ids = torch.tensor([row], device=self._device)
        return _log_softmax(self._model(input_ids=ids).logits[0].float())

    @torch.inference_mode()
    def _check_cache(self) -> bool:
        """Return whether rows have the same scores with a cache as without."""
        prefixes = [[1, 2, 3], [1]]
        rows = [Continuation(1, [2, 3], 0), Continuation(0, [4], 0)]
        self.caches = True
        try:
            cached = self.read(prefixes, 5)
            layers = cached.cache.layers
            total = sum(layer.keys.nbytes + layer.values.nbytes for layer in layers)
            self._token_bytes = total / cached.mask.numel()  # type: ignore[union-attr]
            scores = list(self.score(cached, rows, 3))
            expected = [self._score_row([*prefixes[row.prefix], *row.ids]) for row in rows]
        except Exception:  # other architectures may fail in any way
            return False
        tolerance = 1e-3 if self._model.dtype == torch.float32 else 0.3
        return all(
            torch.allclose(row, whole[-len(row) :], atol=tolerance)
            for row, whole in zip(scores, expected, strict=True)
        )


def _select(cache: Any, rows: torch.Tensor) -> Any:
    """Return a copy of a cache with the given rows, which may repeat."""
    selected = copy.copy(cache)
    selected.layers = [copy.copy(layer) for layer in cache.layers]
    selected.batch_select_indices(rows)
    return selected


def _log_softmax(scores: torch.Tensor) -> torch.Tensor:
    if not bool(torch.isfinite(scores).all()):
        raise UnavailableError("the model's scores are not finite: its weights are damaged")
    return scores.log_softmax(-1)
