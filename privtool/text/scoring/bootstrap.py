"""Sums of counts over records, and the same sums over resampled speakers or turns.

The bootstrap is that of Poisson weights (Hanley & MacGibbon 2006; Chamandy et al. 2012): in each
of the samples a unit counts as often as a number drawn from Poisson(1) says. The number depends on
the seed, the sample and the unit alone, so that sums over parts of a corpus can be added, even
where a speaker is in several parts. Two systems are compared by a randomization test (Noreen 1989):
in each sample half of the units, drawn likewise, change their systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.rng import draw
from privtool.text.scoring.counts import Counts
from privtool.text.scoring.metrics import Rate

Sums = NDArray[np.int64]  # one for each sample
_LEVEL = 95.0  # percent
_WEIGHTS, _SWAPS = 0, 1  # what is drawn for a unit


class Resampling(NamedTuple):
    """How many samples, and the seed of the draws."""

    samples: int = 1000
    seed: int = 0


class Totals:
    """Sums of counts: plain ones, and one for each sample of the bootstrap."""

    def __init__(self, how: Resampling) -> None:
        self.how = how
        self.counts: Counts = Counter()
        self.sampled: dict[str, Sums] = {}

    def add(self, counts: Mapping[str, int], unit: str | None) -> None:
        """Add the counts of a record; without a unit there are no samples of it."""
        self.counts.update(counts)
        if unit is not None:
            add_to(self.sampled, counts, weights_of(unit, self.how), self.how.samples)

    def join(self, other: Totals) -> None:
        """Add the sums over another part of the corpus, which must be resampled alike."""
        self.counts.update(other.counts)
        add_sums(self.sampled, other.sampled)

    def interval(self, rate: Rate) -> tuple[float, float] | None:
        """Where 95 % of the samples have a score; None where that tells nothing."""
        return interval_of(rate.of(self.sampled)) if self.sampled else None


class Paired:
    """Sums of the differences between two systems, this one and another, over the same records."""

    def __init__(self, how: Resampling) -> None:
        self.how = how
        self.this, self.other = Totals(how), Totals(how)
        self.swapped: dict[str, Sums] = {}  # of this system, where some units change

    def add(self, this: Mapping[str, int], other: Mapping[str, int], unit: str | None) -> None:
        """Add the counts of a record by both systems."""
        self.this.add(this, unit)
        self.other.add(other, unit)
        if unit is not None:
            swaps = _swaps_of(unit, self.how)
            add_to(self.swapped, this, 1 - swaps, self.how.samples)
            add_to(self.swapped, other, swaps, self.how.samples)

    def join(self, other: Paired) -> None:
        """Add the sums over another part of the corpus."""
        self.this.join(other.this)
        self.other.join(other.other)
        add_sums(self.swapped, other.swapped)

    def difference(self, rate: Rate) -> float:
        """The score of this system less that of the other."""
        return float(rate.of(self.this.counts) - rate.of(self.other.counts))

    def interval(self, rate: Rate) -> tuple[float, float] | None:
        """Where 95 % of the samples have the difference."""
        if not self.this.sampled:
            return None
        return interval_of(rate.of(self.this.sampled) - rate.of(self.other.sampled))

    def p_value(self, rate: Rate) -> float | None:
        """How often a difference as large comes about if it is chance which system is which.

        Two-sided, with the observed one among the samples (Phipson & Smyth 2010).
        """
        if not self.swapped:
            return None
        both = {**self.this.counts}
        for name, count in self.other.counts.items():
            both[name] = both.get(name, 0) + count
        rest = {name: both[name] - self.swapped.get(name, 0) for name in both}
        differences = rate.of(self.swapped) - rate.of(rest)
        differences = differences[np.isfinite(differences)]
        observed = abs(self.difference(rate))
        if not len(differences) or not np.isfinite(observed):
            return None
        as_large = int((np.abs(differences) >= observed - 1e-12).sum())
        return (1 + as_large) / (1 + len(differences))


def weights_of(unit: str, how: Resampling) -> Sums:
    """How often a unit counts in each sample."""
    return _drawn(unit, _WEIGHTS, how)


def _swaps_of(unit: str, how: Resampling) -> Sums:
    return _drawn(unit, _SWAPS, how)


@lru_cache(maxsize=2048)
def _drawn(unit: str, what: int, how: Resampling) -> Sums:
    numbers = np.random.Generator(np.random.PCG64(draw(how.seed, unit, what)))
    if what == _WEIGHTS:
        return numbers.poisson(1.0, how.samples)
    return numbers.integers(0, 2, how.samples)


def add_to(sums: dict[str, Sums], counts: Mapping[str, int], weights: Sums, samples: int) -> None:
    """Add counts, each as often as the weights say, to the sums of samples."""
    for name, count in counts.items():
        if name not in sums:
            sums[name] = np.zeros(samples, np.int64)
        if count:
            sums[name] += count * weights


def add_sums(sums: dict[str, Sums], others: Mapping[str, Sums]) -> None:
    """Add sums of samples to others."""
    for name, other in others.items():
        sums[name] = sums[name] + other if name in sums else other.copy()


def interval_of(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """The middle 95 % of the values that are numbers; None if they are none, or all the same."""
    values = np.asarray(values)[np.isfinite(values)]
    if not len(values) or values.min() == values.max():
        return None
    low, high = np.percentile(values, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2])
    return float(low), float(high)
