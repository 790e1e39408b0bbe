"""Scores as ratios of sums of counts, over records and over resampled speakers or turns.

Counts can be added first. The bootstrap draws Poisson weights (Hanley & MacGibbon 2006; Chamandy et
al. 2012): in each sample a unit is counted k times, with k drawn from Poisson(1). k depends on the
seed, the sample and the unit alone, so that sums do not depend on the order of records. They never
leave the process: anyone could draw the weights of a name and see in the sums whether it is in the
corpus. Two systems are compared by a randomization test (Noreen 1989): in each sample about half of
the units, drawn the same way, swap their systems.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.rng import draw

Sums = NDArray[np.int64]  # one per sample
_Weights = NDArray[np.uint8]  # one per sample
_CACHE_BYTES = 1 << 23  # of weights: of all units of most corpora, with a thousand samples
_LEVEL = 95.0  # percent


class Rate(NamedTuple):
    """A score: the counts that its numerator and denominator add, some twice."""

    name: str
    numerator: tuple[str, ...]
    denominator: tuple[str, ...]

    def of(self, counts: Mapping[str, Any]) -> Any:
        """Return the score of counts, or the scores of arrays of counts; NaN for 0 / 0."""
        numerator, denominator = _sum(self.numerator, counts), _sum(self.denominator, counts)
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(denominator == 0, np.nan, np.divide(numerator, denominator))


def _sum(names: Iterable[str], counts: Mapping[str, Any]) -> Any:
    return sum((np.asarray(counts.get(name, 0), float) for name in names), 0.0)


_ERRORS = ("substitutions", "deletions", "insertions")
WER = Rate("wer", _ERRORS, ("words",))
ERROR_RATES = tuple(Rate(name, (name,), ("words",)) for name in _ERRORS)
TURN_ERROR_RATE = Rate("turn_error_rate", ("wrong_turns",), ("turns",))
WDER = Rate("wder", ("role_errors",), ("role_words",))
CPWER = Rate("cpwer", ("cp_errors",), ("cp_words",))


def category_rates(name: str) -> tuple[Rate, Rate, Rate]:
    """Return precision, recall and F1 of a word category."""
    tp, fp, fn = f"{name}.tp", f"{name}.fp", f"{name}.fn"
    return (
        Rate(f"{name}.precision", (tp,), (tp, fp)),
        Rate(f"{name}.recall", (tp,), (tp, fn)),
        Rate(f"{name}.f1", (tp, tp), (tp, tp, fp, fn)),
    )


def rates_of(counts: Collection[str]) -> list[Rate]:
    """Return all scores that counts of some names allow, those of word categories last."""
    rates = [WER, *ERROR_RATES, TURN_ERROR_RATE]
    rates += [rate for rate in (WDER, CPWER) if rate.denominator[0] in counts]
    for name in sorted({name.rpartition(".")[0] for name in counts if "." in name}):
        rates += category_rates(name)
    return rates


class Resampling(NamedTuple):
    """The number of bootstrap samples, and the seed."""

    samples: int = 1000
    seed: int = 0


class Totals:
    """Sums of counts: over all records, and over each bootstrap sample."""

    def __init__(self, resampling: Resampling) -> None:
        self.resampling = resampling
        self.counts: Counter[str] = Counter()
        self.sampled: dict[str, Sums] = {}

    def add(self, counts: Mapping[str, int], unit: str | None) -> None:
        """Add the counts of a record; without a unit it is not resampled."""
        self.counts.update(counts)
        if unit is not None:
            _add_weighted(self.sampled, counts, bootstrap_weights(unit, self.resampling))

    def interval(self, rate: Rate) -> tuple[float, float] | None:
        """Return the 95 % interval of a score over the samples; None without samples or spread."""
        return percentile_interval(rate.of(self.sampled))


class PairedTotals:
    """Sums for two systems, this one and another, over the same records."""

    def __init__(self, resampling: Resampling) -> None:
        self.this, self.other = Totals(resampling), Totals(resampling)
        self.swapped: dict[str, Sums] = {}  # of this system, with some units swapped

    def add(self, this: Mapping[str, int], other: Mapping[str, int], unit: str | None) -> None:
        """Add the counts of a record for both systems."""
        self.this.add(this, unit)
        self.other.add(other, unit)
        if unit is not None:
            swaps = bootstrap_weights(unit, self.this.resampling, swaps=True)
            _add_weighted(self.swapped, this, 1 - swaps)
            _add_weighted(self.swapped, other, swaps)

    def difference(self, rate: Rate) -> float:
        """Return the score of this system minus that of the other."""
        return float(rate.of(self.this.counts) - rate.of(self.other.counts))

    def interval(self, rate: Rate) -> tuple[float, float] | None:
        """Return the 95 % interval of the difference over the samples."""
        return percentile_interval(rate.of(self.this.sampled) - rate.of(self.other.sampled))

    def p_value(self, rate: Rate) -> float | None:
        """Return the p-value of the difference if the systems are interchangeable.

        Two-sided, with the observed difference among the samples (Phipson & Smyth 2010).
        """
        both = self.this.counts + self.other.counts
        rest = {name: both[name] - self.swapped.get(name, 0) for name in both}
        differences = rate.of(self.swapped) - rate.of(rest)
        differences = differences[np.isfinite(differences)]
        observed = abs(self.difference(rate))
        if not len(differences) or not np.isfinite(observed):
            return None
        as_large = int((np.abs(differences) >= observed - 1e-12).sum())
        return (1 + as_large) / (1 + len(differences))


def bootstrap_weights(unit: str, resampling: Resampling, swaps: bool = False) -> _Weights:
    """Return the Poisson weight of a unit in each sample, or whether it `swaps` its systems."""
    return _cached_draws(resampling)(unit, swaps)


@lru_cache(maxsize=2)
def _cached_draws(resampling: Resampling) -> Callable[[str, bool], _Weights]:
    return lru_cache(max(2, _CACHE_BYTES // resampling.samples))(partial(_draw, resampling))


def _draw(resampling: Resampling, unit: str, swaps: bool) -> _Weights:
    numbers = np.random.Generator(np.random.PCG64(draw(resampling.seed, unit, int(swaps))))
    if swaps:
        return numbers.integers(0, 2, resampling.samples).astype(np.uint8)
    return numbers.poisson(1.0, resampling.samples).astype(np.uint8)


def _add_weighted(sums: dict[str, Sums], counts: Mapping[str, int], weights: _Weights) -> None:
    for name, count in counts.items():
        if name not in sums:
            sums[name] = np.zeros(len(weights), np.int64)
        if count:
            sums[name] += np.multiply(weights, count, dtype=np.int64)


def percentile_interval(values: NDArray[np.float64]) -> tuple[float, float] | None:
    """Return the central 95 % of the finite values; None without any, or if all are equal."""
    values = np.asarray(values)[np.isfinite(values)]
    if not len(values) or values.min() == values.max():
        return None
    low, high = np.percentile(values, [(100 - _LEVEL) / 2, (100 + _LEVEL) / 2])
    return float(low), float(high)
