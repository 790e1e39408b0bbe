"""Log-probabilities of a causal language model for rows of tokens with common prefixes.

A prefix is read once, and its keys and values are cached; only the rest is computed for each row.
"""

from __future__ import annotations

import copy
import inspect
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate, chain, groupby
from typing import Any, NamedTuple

import torch

from privtool.core.errors import UnavailableError
from privtool.models.hub.pretrained import has_plain_head
from privtool.models.runtime.numerics import batch_invariant, not_finite

_CACHE_BYTES = {"cpu": 1 << 29, "cuda": 1 << 32, "mps": 1 << 30}  # of a batch of rows
_BUCKET = 4  # rows are padded to a multiple of it
_SCORE_BYTES = {"cpu": 1 << 24, "cuda": 1 << 29, "mps": 1 << 27}  # of the scores read at a time


class Continuation(NamedTuple):
    """The tokens after a prefix (by its number); `first` is the first that is scored after."""

    prefix: int
    ids: list[int]
    first: int

    @property
    def following(self) -> list[int]:
        """The tokens after `first`, which are scored."""
        return self.ids[self.first + 1 :]

    @property
    def positions(self) -> int:
        """The number of tokens that are scored after: `first`, and all others but the last."""
        return max(1, len(self.ids) - self.first - 1)


class RowScores:
    """The log-probabilities (positions, tokens) of the positions of some rows."""

    def __init__(self, rows: Sequence[Continuation], logprobs: torch.Tensor) -> None:
        """`logprobs` are those of the first row, then those of the next one, and so on."""
        self.rows, self._logprobs = rows, logprobs
        self._counts = [row.positions for row in rows]
        self._firsts = list(accumulate(self._counts, initial=0))[:-1]

    def by_row(self) -> tuple[torch.Tensor, ...]:
        """Return the log-probabilities (positions, tokens) of each row."""
        return torch.split(self._logprobs, self._counts)

    def following(self) -> list[torch.Tensor]:
        """Return the log-probabilities of the tokens after the `first` of each row, on the CPU."""
        ids = [row.following for row in self.rows]
        lengths = [len(row) for row in ids]
        pairs = zip(self._firsts, lengths, strict=True)
        positions = chain.from_iterable(range(first, first + length) for first, length in pairs)
        chosen = self._logprobs[self._indices(positions), self._indices(chain.from_iterable(ids))]
        return list(torch.split(chosen.cpu().double(), lengths))

    def best(
        self, numbers: Sequence[int], tokens: torch.Tensor, count: int
    ) -> list[list[tuple[int, float]]]:
        """Return the likeliest of some tokens after the `first` of rows, and their scores."""
        if not (len(numbers) and len(tokens)):
            return [[] for _ in numbers]
        firsts = self._firsts_of(numbers)
        top = self._logprobs[firsts[:, None], tokens].topk(min(count, len(tokens)))
        columns = tokens[top.indices].tolist(), top.values.tolist()
        return [list(zip(*pair, strict=True)) for pair in zip(*columns, strict=True)]

    def ends(self, numbers: Sequence[int], tokens: torch.Tensor) -> list[float]:
        """Return the log-probabilities that none of some tokens comes after the `first` of rows."""
        if not numbers:
            return []
        others = self._logprobs[self._firsts_of(numbers)]
        others[:, tokens] = -torch.inf
        if others.device.type == "mps":  # has no double precision
            others = others.cpu()
        sums = batch_invariant(lambda rows: rows.logsumexp(-1), others.double(), size=1)
        return list(sums.tolist())

    def _firsts_of(self, numbers: Sequence[int]) -> torch.Tensor:
        return self._indices(self._firsts[number] for number in numbers)

    def _indices(self, values: Iterable[int]) -> torch.Tensor:
        return torch.tensor(list(values), dtype=torch.long, device=self._logprobs.device)


class Prefixes(NamedTuple):
    """Read prefixes: `cache`, its `mask` (prefixes, width), next `logprobs` (prefixes, tokens)."""

    logprobs: torch.Tensor
    mask: torch.Tensor
    cache: Any


class PrefixScorer:
    """Reads prefixes once, then scores any number of their continuations."""

    def __init__(self, model: Any) -> None:
        """`model` is one of transformers, in evaluation mode and on its device.

        Raise `UnavailableError` for one without a cache of keys and values.
        """
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
        self._token_bytes = 1.0  # of the cache
        try:
            usable = self._check_cache()
        except UnavailableError:  # scores that are not finite
            raise
        except Exception:  # other architectures may fail in any way
            usable = False
        if not usable:
            name = type(model).__name__
            raise UnavailableError(f"the architecture {name} is not supported by fill")

    @torch.inference_mode()
    def read(self, rows: list[list[int]], width: int) -> Prefixes:
        """Read prefixes, padded on the left to `width`, which is more than any of them has."""
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        mask = torch.zeros_like(ids)
        for number, row in enumerate(rows):
            ids[number, width - len(row) :] = torch.tensor(row)
            mask[number, width - len(row) :] = 1
        mask = mask.to(self._device)
        outputs, cache = self._forward(ids, mask, None)
        return Prefixes(self._logprobs(outputs[:, -1]), mask, cache)

    @torch.inference_mode()
    def score(
        self, prefixes: Prefixes, rows: Sequence[Continuation], width: int
    ) -> Iterator[RowScores]:
        """Yield the scores of some rows, then those of the next ones, until all have theirs.

        Rows have at most `width` tokens. Those next to each other should have similar lengths.
        """
        for padded, group in groupby(rows, lambda row: self._padded_length(row, width)):
            some = list(group)
            row_bytes = self._token_bytes * (prefixes.mask.shape[1] + padded)
            if not self._plain:
                row_bytes += 4 * padded * prefixes.logprobs.shape[1]
            size = max(1, int(_CACHE_BYTES[self._device.type] / row_bytes))
            for start in range(0, len(some), size):
                yield from self._score_together(prefixes, some[start : start + size], padded)

    def _padded_length(self, row: Continuation, width: int) -> int:
        """Return the length that a row is padded to, whatever the others are; on a CPU `width`."""
        if self._device.type == "cpu":
            return width
        return min(-(-len(row.ids) // _BUCKET) * _BUCKET, width)

    def _score_together(
        self, prefixes: Prefixes, rows: Sequence[Continuation], width: int
    ) -> Iterator[RowScores]:
        """Run the network on all rows, and the head on as many at a time as the memory allows."""
        ids = torch.zeros((len(rows), width), dtype=torch.long)
        for number, row in enumerate(rows):
            ids[number, : len(row.ids)] = torch.tensor(row.ids)
        indices = torch.tensor([row.prefix for row in rows], device=self._device)
        mask = torch.nn.functional.pad(prefixes.mask[indices], (0, width), value=1)
        outputs, _ = self._forward(ids, mask, _select(prefixes.cache, indices))
        most = _SCORE_BYTES[self._device.type] // (4 * prefixes.logprobs.shape[1])
        for start, stop in _spans([row.positions for row in rows], most):
            positions = [
                number * width + step
                for number, row in enumerate(rows[start:stop], start)
                for step in range(row.first, row.first + row.positions)
            ]
            chosen = outputs.flatten(0, 1)[torch.tensor(positions, device=self._device)]
            yield RowScores(rows[start:stop], self._logprobs(chosen))

    def _forward(
        self, ids: torch.Tensor, mask: torch.Tensor, cache: Any
    ) -> tuple[torch.Tensor, Any]:
        """Return outputs for ids (rows, tokens) and the extended cache; `mask` covers both."""
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

    @torch.inference_mode()
    def _check_cache(self) -> bool:
        """Return whether rows have the same scores with a cache as without."""
        prefixes = [[1, 2, 3], [1]]
        rows = [Continuation(1, [2, 3, 1], 0), Continuation(0, [4], 0)]
        cached = self.read(prefixes, 5)
        layers = cached.cache.layers
        total = sum(layer.keys.nbytes + layer.values.nbytes for layer in layers)
        self._token_bytes = total / cached.mask.numel()
        scores = [logs for some in self.score(cached, rows, 3) for logs in some.by_row()]
        tolerance = 1e-3 if self._model.dtype == torch.float32 else 0.3
        for row, own in zip(rows, scores, strict=True):
            ids = torch.tensor([[*prefixes[row.prefix], *row.ids]], device=self._device)
            whole = _log_softmax(self._model(input_ids=ids).logits[0].float())
            if not torch.allclose(own, whole[-len(row.ids) :][: len(own)], atol=tolerance):
                return False
        return True


def _select(cache: Any, rows: torch.Tensor) -> Any:
    """Return a copy of a cache with the given rows, which may repeat."""
    selected = copy.copy(cache)
    selected.layers = [copy.copy(layer) for layer in cache.layers]
    selected.batch_select_indices(rows)
    return selected


def _spans(counts: Sequence[int], most: int) -> Iterator[tuple[int, int]]:
    """Yield spans of consecutive counts with sums of at most `most`; each has one at least."""
    start = total = 0
    for number, count in enumerate(counts):
        if number > start and total + count > most:
            yield start, number
            start, total = number, 0
        total += count
    yield start, len(counts)


def _log_softmax(scores: torch.Tensor) -> torch.Tensor:
    if not bool(torch.isfinite(scores).all()):
        raise not_finite()
    return scores.log_softmax(-1)
