"""Figures from counts: value, interval, baseline, control and the risk above the control.

Of two systems side by side: the difference of each figure, its interval and a paired test.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from privtool.audit.counts import Counts, Key, keys_of, names_of
from privtool.audit.intervals import bound_of_none, risk, wilson, wilson_risk
from privtool.audit.meanings import MEANINGS, Meaning
from privtool.text.scoring.bootstrap import PairedTotals, Totals, percentile_interval
from privtool.text.scoring.metrics import Rate


class Share(NamedTuple):
    """Hits of attempts, or a sum over a number."""

    hits: int
    of: int

    @property
    def value(self) -> float | None:
        """The share; None of no attempts."""
        return self.hits / self.of if self.of else None


class Interval(NamedTuple):
    """A 95 % interval and how it was computed; `none found`: one-sided, of no hits."""

    low: float
    high: float
    method: Literal["wilson", "bootstrap", "none found"]


class Risk(NamedTuple):
    """What remains of an attack above its control: (attack - control) / (1 - control)."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure of an audit: a share with its counts, or a number with an interval of its own.

    `value` is None without attempts; the interval of a share is (0, 1) then.
    """

    name: str
    group: str = ""
    value: float | None
    interval: Interval
    attack: Share | None = None
    baseline: Share | None = None
    control: Share | None = None
    risk: Risk | None = None

    @property
    def meaning(self) -> Meaning:
        """Its title, what it says, and what it is a number of."""
        return MEANINGS[self.name]

    @property
    def above_baseline(self) -> bool | None:
        """Whether the attack beats the guesser without the text; None without a baseline."""
        if self.baseline is None or self.baseline.value is None or self.value is None:
            return None
        if self.meaning.remaining:
            return self.value < self.baseline.value
        return self.value > self.baseline.value


def interval_of(rows: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Interval:
    """Return the interval of a number's bootstrap samples: all rows but the first, the number."""
    value = float(rows[0])
    low, high = percentile_interval(rows[1:]) or (value, value)
    return Interval(min(low, value), max(high, value), "bootstrap")


def figures_of(totals: Totals, units: int) -> list[Figure]:
    """Return the figures whose attack was counted, in the order of `MEANINGS`.

    Intervals are over a number of units. A figure over all groups comes first, then its groups in
    alphabetical order.
    """
    order = {name: number for number, name in enumerate(MEANINGS)}
    names = {(key.figure, key.group) for key in keys_of(totals.counts) if key.role == "attack"}
    return [
        _figure(totals, units, *name)
        for name in sorted(names, key=lambda name: (order[name[0]], name[1]))
    ]


def _figure(totals: Totals, units: int, name: str, group: str) -> Figure:
    attack = _share(totals.counts, Key(name, group)) or Share(0, 0)
    control = _share(totals.counts, Key(name, group, "control"))
    return Figure(
        name=name,
        group=group,
        value=attack.value,
        attack=attack,
        interval=_interval(totals, Key(name, group), attack, units),
        baseline=_share(totals.counts, Key(name, group, "baseline")),
        control=control,
        risk=_risk(totals, name, group, attack, control) if control else None,
    )


def _share(counts: Counts, key: Key) -> Share | None:
    hits, of = names_of(key)
    return Share(counts[hits], counts[of]) if of in counts else None


def _interval(totals: Totals, key: Key, share: Share, units: int) -> Interval:
    """Wilson where each unit is at most one attempt or no resampling is at hand, else bootstrap.

    Without hits the bound is that of as many attempts as there are independent ones.
    """
    if MEANINGS[key.figure].kind == "bits":
        sampled = _sampled(totals, key)
        found = None if sampled is None else percentile_interval(sampled)
        mean = share.value or 0.0
        return Interval(*(found or (mean, mean)), "bootstrap")
    independent = _independent(totals, key, share.of, units)
    if not share.hits:
        return Interval(0.0, bound_of_none(independent), "none found")
    if share.of > units and (sampled := _sampled(totals, key)) is not None:
        found = percentile_interval(sampled)
        if found is not None:
            return Interval(*found, "bootstrap")
    shrunk = independent / share.of
    return Interval(*wilson(share.hits * shrunk, share.of * shrunk), "wilson")


def _independent(totals: Totals, key: Key, of: int, units: int) -> float:
    """The effective number of units with attempts, (sum n)^2 / sum n^2 of n attempts (Kish 1965).

    Under the Poisson weights of the bootstrap, the variance of the sum of attempts is that of the
    denominator.
    """
    sampled = totals.sampled.get(names_of(key)[1])
    highest = min(of, units)
    if of == units or sampled is None or not sampled.any():
        return highest
    return max(1.0, min(highest, of**2 / float(sampled.var())))


def _sampled(totals: Totals, key: Key) -> np.ndarray[tuple[int], np.dtype[np.float64]] | None:
    hits, of = names_of(key)
    if hits not in totals.sampled or of not in totals.sampled:
        return None
    with np.errstate(invalid="ignore", divide="ignore"):
        shares: np.ndarray[tuple[int], np.dtype[np.float64]] = (
            totals.sampled[hits] / totals.sampled[of]
        )
    return shares


def _risk(totals: Totals, name: str, group: str, attack: Share, control: Share) -> Risk | None:
    """The risk and its interval: over the samples where both are resampled, else by Wilson."""
    if attack.value is None or control.value is None or MEANINGS[name].kind != "share":
        return None
    ours, theirs = (_sampled(totals, Key(name, group, role)) for role in ("attack", "control"))
    if ours is not None and theirs is not None:
        with np.errstate(invalid="ignore", divide="ignore"):
            found = percentile_interval(np.clip((ours - theirs) / (1 - theirs), 0, 1))
        if found is not None:
            return Risk(risk(attack.value, control.value), *found)
    return Risk(*wilson_risk(attack, control))


class Comparison(NamedTuple):
    """A figure of another system, and this one minus the other with its 95 % interval.

    `p` is that of a randomization test over units (`PairedTotals.p_value`).
    """

    name: str
    group: str
    value: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None


def comparisons_of(paired: PairedTotals, figures: Iterable[Figure]) -> list[Comparison]:
    """Return the comparison of each figure that was counted for both systems."""
    found = []
    for figure in figures:
        hits, of = names_of(Key(figure.name, figure.group))
        share = figure.attack
        if share is None or not share.of or not paired.other.counts.get(of):
            continue
        rate = Rate(figure.name, ((hits, 1),), ((of, 1),))
        low, high = paired.interval(rate) or (None, None)
        found.append(
            Comparison(
                figure.name,
                figure.group,
                paired.other.counts[hits] / paired.other.counts[of],
                paired.difference(rate),
                low,
                high,
                paired.p_value(rate),
            )
        )
    return found
