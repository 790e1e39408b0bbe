"""Figures of audits: what they mean, and their values, intervals, baselines, controls and risks.

Intervals of shares are those of Wilson 1927, as in Giomi et al. 2023 (Anonymeter), which also
defines the risk that remains once the control is subtracted. Where nothing (or everything) was
found, the bound is that of Hanley & Lippman-Hand 1983, the "rule of three".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import Literal, NamedTuple

import msgspec
import numpy as np

from privtool.audit.counts import Counts, Key, keys_of, names_of
from privtool.core.own_files import read_table
from privtool.text.scoring.bootstrap import PairedTotals, Rate, Totals, percentile_interval


class Meaning(msgspec.Struct, frozen=True):
    """A figure's title, what it says, what it is a number of and what its groups are.

    Lower is more private, except for what is `remaining`: bits to guess, errors of an attacker.
    """

    title: str
    sentence: str
    kind: Literal["share", "bits", "number"] = "share"
    groups: str = "label"
    remaining: bool = False


GROUPS = frozenset(
    {
        *("direct", "quasi", "masked", "filled"),
        *("prior", "model", "tuned", "mini", "bert", "roberta", "llama2"),
        *("qwen3", "smollm3"),
        *("loss", "reference", "ratio"),
        *("keywords", "pocketsphinx", *(f"recognizer {number}" for number in range(1, 10))),
        *("words", "path", "tags", "channel", "overlap"),
    }
)
"""Names of groups other than labels, bands of rarity and numbers: only such can be in a report."""
OF_AUDITS: Mapping[str, Mapping[str, Meaning]] = read_table(
    "figures", dict[str, dict[str, Meaning]]
)
"""The figures of each command."""
MEANINGS = {name: each for figures in OF_AUDITS.values() for name, each in figures.items()}
"""All figures by name: only these can be in a gate or in a report."""


LEVEL = 0.95
_Z = NormalDist().inv_cdf((1 + LEVEL) / 2)


def wilson(hits: float, of: float) -> tuple[float, float]:
    """Return the Wilson interval of a share of `of` independent attempts; (0, 1) of none."""
    if not of:
        return 0.0, 1.0
    center, error = wilson_center(hits, of)
    return max(0.0, center - error), min(1.0, center + error)


def wilson_center(hits: float, of: float) -> tuple[float, float]:
    """Return the center and the half width of the Wilson interval of a share."""
    scale = of + _Z**2
    error = _Z / scale * sqrt(max(hits * (of - hits), 0.0) / of + _Z**2 / 4)
    return (hits + _Z**2 / 2) / scale, error


def bound_of_none(of: float) -> float:
    """Return the highest share that leaves `of` attempts without a hit once in twenty times."""
    return 1.0 if not of else 1 - (1 - LEVEL) ** (1 / of)


def risk(attack: float, control: float) -> float:
    """Return (attack - control) / (1 - control), clipped to [0, 1]; 0 where the control is 1."""
    if control >= 1:
        return 0.0
    return min(1.0, max(0.0, (attack - control) / (1 - control)))


def wilson_risk(
    attack: tuple[float, float], control: tuple[float, float]
) -> tuple[float, float, float]:
    """Return the risk and its interval, from (hits, attempts) of an attack and of its control.

    The half widths of both Wilson intervals propagate to first order.
    """
    (rate_a, error_a), (rate_c, error_c) = wilson_center(*attack), wilson_center(*control)
    value = risk(attack[0] / attack[1], control[0] / control[1])
    if rate_c >= 1:
        return value, 0.0, 1.0
    center = (rate_a - rate_c) / (1 - rate_c)
    error = sqrt((error_a / (1 - rate_c)) ** 2 + (error_c * (rate_a - 1) / (1 - rate_c) ** 2) ** 2)
    return value, min(1.0, max(0.0, center - error)), min(1.0, max(0.0, center + error))


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


Samples = np.ndarray[tuple[int], np.dtype[np.float64]]


def interval_of(rows: Samples) -> Interval:
    """Return the interval of a number's bootstrap samples: all rows but the first, the number."""
    value = float(rows[0])
    low, high = percentile_interval(rows[1:]) or (value, value)
    return Interval(min(low, value), max(high, value), "bootstrap")


def figures_of(totals: Totals, units: int) -> list[Figure]:
    """Return the figures whose attack was counted, in the order of `MEANINGS`.

    Intervals are over `units`. That over all groups comes first, then groups by their names.
    """
    order = {name: number for number, name in enumerate(MEANINGS)}
    keys = [key for key in keys_of(totals.counts) if key.role == "attack"]
    keys.sort(key=lambda key: (order[key.figure], key.group))
    return [_figure(totals, units, key) for key in keys]


def _figure(totals: Totals, units: int, key: Key) -> Figure:
    attack = _share(totals.counts, key) or Share(0, 0)
    control = _share(totals.counts, key._replace(role="control"))
    return Figure(
        name=key.figure,
        group=key.group,
        value=attack.value,
        attack=attack,
        interval=_interval(totals, key, attack, units),
        baseline=_share(totals.counts, key._replace(role="baseline")),
        control=control,
        risk=_risk(totals, key, attack, control) if control else None,
    )


def _share(counts: Counts, key: Key) -> Share | None:
    hits, of = names_of(key)
    return Share(counts[hits], counts[of]) if of in counts else None


def _interval(totals: Totals, key: Key, share: Share, units: int) -> Interval:
    """Wilson where each unit is at most one attempt or no resampling is at hand, else bootstrap.

    Without hits the bound is that of as many attempts as there are independent ones.
    """
    bootstrap = totals.interval(_rate(key))
    if MEANINGS[key.figure].kind == "bits":
        mean = share.value or 0.0
        return Interval(*(bootstrap or (mean, mean)), "bootstrap")
    # The effective number of units with attempts, (sum n)^2 / sum n^2 of n attempts (Kish 1965):
    # under the Poisson weights of the bootstrap, the variance of the sum of attempts is that of the
    # denominator.
    independent: float = min(share.of, units)
    attempts = totals.sampled.get(names_of(key)[1])
    if share.of != units and attempts is not None and attempts.any():
        independent = max(1.0, min(independent, share.of**2 / float(attempts.var())))
    if not share.hits:
        return Interval(0.0, bound_of_none(independent), "none found")
    if share.of > units and bootstrap is not None:
        return Interval(*bootstrap, "bootstrap")
    shrunk = independent / share.of
    return Interval(*wilson(share.hits * shrunk, share.of * shrunk), "wilson")


def _rate(key: Key) -> Rate:
    hits, of = names_of(key)
    return Rate(key.figure, (hits,), (of,))


def _risk(totals: Totals, key: Key, attack: Share, control: Share) -> Risk | None:
    """The risk and its interval: over the samples where both are resampled, else by Wilson."""
    if attack.value is None or control.value is None or MEANINGS[key.figure].kind != "share":
        return None
    roles = key, key._replace(role="control")
    ours, theirs = (_rate(each).of(totals.sampled) for each in roles)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = percentile_interval(np.clip((ours - theirs) / (1 - theirs), 0, 1))
    if found is None:
        return Risk(*wilson_risk(attack, control))
    return Risk(risk(attack.value, control.value), *found)


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
        names = figure.name, figure.group
        rate, other = _rate(Key(*names)), _share(paired.other.counts, Key(*names))
        if figure.attack is None or not figure.attack.of or other is None or not other.of:
            continue
        low, high = paired.interval(rate) or (None, None)
        difference, p = paired.difference(rate), paired.p_value(rate)
        found.append(Comparison(*names, other.value, difference, low, high, p))
    return found
