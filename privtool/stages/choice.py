"""Which of a model's candidates fills a slot (Vats 2023, section 3.2: Top-1 and Top-K)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from privtool.core.errors import UsageError
from privtool.text.candidates import Candidate, Ranking


class Choice(NamedTuple):
    """How to choose. `temperature` is None for uniform draws, else it divides the scores."""

    topk: int = 10
    fallback: str = "best"
    temperature: float | None = None

    def check(self) -> None:
        """Raise `UsageError` for a setting that means nothing."""
        if self.topk < 1:
            raise UsageError("--topk must be at least 1")
        if self.temperature is not None and not self.temperature > 0:
            raise UsageError("--temperature must be over 0")

    def pick(self, ranking: Ranking, number: int, only: bool = True) -> Candidate:
        """The candidate that a 64-bit random number selects.

        Top-1 takes the best. Top-K draws among the K best; drawing again while a candidate is in
        the list is the same as drawing among those that are not. When all K are in it, `fallback`
        takes the best one that is not ("best"; where this is not the `only` filling of the record,
        it draws among the best of these) or draws among the K all the same ("any").
        """
        if self.topk == 1:
            return ranking.best[0]
        allowed = [c for c in ranking.best if not c.avoided]
        if not allowed and self.fallback == "best" and ranking.unlisted:
            if only:
                return ranking.unlisted[0]
            allowed = list(ranking.unlisted)
        # In the order of tokens, so that nearly equal scores cannot swap two candidates.
        allowed = sorted(allowed or ranking.best)
        if self.temperature is None:
            return allowed[number % len(allowed)]
        return _weighted(allowed, self.temperature, number)


def _weighted(allowed: Sequence[Candidate], temperature: float, number: int) -> Candidate:
    """A draw with probabilities proportional to exp(score / temperature)."""
    top = max(c.score for c in allowed)
    weights = [math.exp((c.score - top) / temperature) for c in allowed]
    left = number / 2**64 * sum(weights)
    for candidate, weight in zip(allowed, weights, strict=True):
        left -= weight
        if left < 0:
            return candidate
    return max(allowed, key=lambda c: c.score)  # where rounding has used up the sum
