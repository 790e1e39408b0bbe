"""Pools that surrogates are drawn from: built-in ones, weighted by frequency, and users' pools."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from itertools import accumulate
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.filling.agreement import takes_an

_FEWEST_ALIKE = 2
_WEIGHT_ONE = 10**9  # weights are integers: their sums do not depend on the order


class Pool:
    """Weighted phrases. Drawing takes logarithmic time."""

    def __init__(self, phrases: Mapping[str, float] | Iterable[str]) -> None:
        """Take phrases with their weights, or equally likely ones. Raise `ValueError` for none."""
        weights: Mapping[str, float] = (
            phrases if isinstance(phrases, Mapping) else dict.fromkeys(phrases, 1.0)
        )
        self.phrases = tuple(weights)
        if not self.phrases:
            raise ValueError("a pool needs phrases")
        scale = _WEIGHT_ONE / max(weights.values())
        scaled = (max(1, round(weight * scale)) for weight in weights.values())
        self._cumulative = array("q", accumulate(scaled))
        self._by_article: dict[bool, Pool] = {}

    def __len__(self) -> int:
        return len(self.phrases)

    def draw(self, rng: KeyedRandom) -> str:
        """Return a phrase with a probability proportional to its weight."""
        return self.phrases[bisect_right(self._cumulative, rng.below(self._cumulative[-1]))]

    def starting_like(self, word: str) -> Pool:
        """Return the phrases that take the same article, "a" or "an"; all of them if too few do."""
        vowel = takes_an(word)
        if vowel not in self._by_article:
            alike = [each for each in self.phrases if takes_an(each) == vowel]
            self._by_article[vowel] = Pool(alike) if len(alike) >= _FEWEST_ALIKE else self
        return self._by_article[vowel]


class UserPool(NamedTuple):
    """A user's phrases, which replace the built-in ones (`exclusive`) or add to them."""

    pool: Pool
    exclusive: bool

    def is_drawn(self, rng: KeyedRandom, built_in: int) -> bool:
        """Return whether to draw from this pool rather than from `built_in` other phrases."""
        return self.exclusive or rng.below(built_in + len(self.pool)) >= built_in
