"""Which of a model's candidates fills a slot (Vats 2023, section 3.2: Top-1 and Top-K)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import UsageError, option
from privtool.interfaces.filling import Candidate, Ranking


class Choice(NamedTuple):
    """How to choose. `temperature` is None for uniform draws, else it divides the scores."""

    topk: int = 10
    fallback: str = "best"
    temperature: float | None = None

    def check(self) -> None:
        """Raise `UsageError` for a setting that means nothing."""
        if self.topk < 1:
            raise UsageError(f"{option('topk')} must be at least 1")
        if self.temperature is not None and not self.temperature > 0:
            raise UsageError(f"{option('temperature')} must be over 0")

    def pick(self, ranking: Ranking, number: int, only: bool = True) -> Candidate:
        """The candidate that a 64-bit random number selects.

        Top-1 takes the best. Top-K draws among the K best; drawing again while a candidate is in
        the list is the same as drawing among those that are not. When all K are in it, `fallback`
        takes the best one that is not ("best"; where this is not the `only` filling of the record,
        it draws among the best of these) or draws among the K all the same ("any").
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
    """A draw with probabilities proportional to exp(score / temperature)."""
    with np.errstate(over="ignore"):  # of a very low temperature
        weights = np.exp((scores - scores.max()) / temperature)
    sums = weights.cumsum()
    drawn = int(np.searchsorted(sums, number / 2**64 * sums[-1], side="right"))
    return drawn if drawn < len(sums) else int(scores.argmax())  # rounding may use up the sum
