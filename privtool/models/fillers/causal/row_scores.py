"""The scores of many rows at once, so that reading them takes few transfers from a GPU."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import torch

from privtool.models.runtime.batch_invariance import batch_invariant


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
        tokens = [row.following for row in self.rows]
        lengths = [len(row) for row in tokens]
        pairs = zip(self._firsts, lengths, strict=True)
        positions = chain.from_iterable(range(first, first + length) for first, length in pairs)
        chosen = self._logprobs[
            self._indices(positions), self._indices(chain.from_iterable(tokens))
        ]
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
