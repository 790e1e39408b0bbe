"""Which of a model's candidates fills a slot (Vats 2023, section 3.2: Top-1 and Top-K)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import UsageError, option
from privtool.interfaces.filling import Candidate, Ranking


class TopKSampler(NamedTuple):
    """Top-1 or top-k sampling. `temperature` divides the scores; None draws uniformly."""

    topk: int = 10
    fallback: str = "best"
    temperature: float | None = None

    def check(self) -> None:
        """Raise `UsageError` for a setting out of range."""
        if self.topk < 1:
            raise UsageError(f"{option('topk')} must be at least 1")
        if self.temperature is not None and not self.temperature > 0:
            raise UsageError(f"{option('temperature')} must be above 0")

    def pick(self, ranking: Ranking, number: int, only: bool = True) -> Candidate:
        """Return the candidate that a 64-bit random number selects.

        Top-1 takes the best. Top-k draws among those of the k best that are not in the list. If
        all k are in it, `fallback` "any" draws among them, and "best" takes the best candidate
        outside the list, or draws among several if this is not the `only` filling of the record.
        """
        among = ranking.best
        if self.topk == 1:
            return among.at(0)
        places = np.flatnonzero(~among.avoided)
        if not len(places) and self.fallback == "best" and ranking.unlisted is not None:
            among = ranking.unlisted
            if only:
                return among.at(0)
        if not len(places):
            places = np.arange(len(among.tokens))
        # In the order of tokens, so that nearly equal scores cannot swap two candidates.
        places = places[among.tokens[places].argsort(kind="stable")]
        if self.temperature is None:
            return among.at(int(places[number % len(places)]))
        return among.at(int(places[_weighted(among.scores[places], self.temperature, number)]))


def _weighted(scores: NDArray[np.float64], temperature: float, number: int) -> int:
    """Return an index, drawn with probabilities proportional to exp(score / temperature)."""
    with np.errstate(over="ignore"):  # of a very low temperature
        weights = np.exp((scores - scores.max()) / temperature)
    sums = weights.cumsum()
    drawn = int(np.searchsorted(sums, number / 2**64 * sums[-1], side="right"))
    return drawn if drawn < len(sums) else int(scores.argmax())  # rounding may use up the sum
