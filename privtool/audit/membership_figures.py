"""Figures of membership inference: how well signals separate training records from others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audit.counts import SCALE
from privtool.audit.figures import Figure, Interval, Risk, Share, interval_of
from privtool.audit.intervals import bound_of_none, risk
from privtool.audit.statistics.roc import RocCurve, RocScores, Weights, worst_mean
from privtool.text.scoring.bootstrap import Resampling

Floats = NDArray[np.float64]
LOSS, REFERENCE, RATIO = "loss", "reference", "ratio"
"""Signals. That of the reference, which saw neither records, shows how much they differ."""
LEVELS = {"membership_at_1_percent": 0.01, "membership_at_0_1_percent": 0.001}
WORST = 0.1
_ACCEPTED = 0.01  # share of training records that may be above the limit of `loss_outliers`


class Signals(NamedTuple):
    """Signals of records by name, a higher one for a likelier member, and the unit of each."""

    values: dict[str, Floats]
    units: Sequence[str]

    def __len__(self) -> int:
        return len(self.units)

    @property
    def gains(self) -> Floats:
        """What the worst records are chosen by: nats per token, over the reference if any."""
        return self.values[main_signal(self)]

    def kept(self, chosen: NDArray[np.bool_]) -> Signals:
        """Return the signals of some of the records."""
        units = [unit for unit, keep in zip(self.units, chosen, strict=True) if keep]
        return Signals({name: each[chosen] for name, each in self.values.items()}, units)


def main_signal(signals: Signals) -> str:
    """Return the signal of the figures over all groups, which no result decides."""
    return RATIO if RATIO in signals.values else LOSS


def membership_figures(members: Signals, others: Signals, resampling: Resampling) -> list[Figure]:
    """Return the figures of training records and others; neither may be empty."""
    measured = _Measured(members, others, resampling)
    signals = [("", main_signal(members)), *((name, name) for name in members.values)]
    figures = [measured.auc(group, name) for group, name in signals]
    for level in LEVELS:
        figures += [measured.recognized(level, group, name) for group, name in signals]
    return [*figures, measured.outliers(), measured.worst()]


class _Measured:
    """What is read from the curves, over all records and over each bootstrap sample of units.

    Row 0 of an array is that of all records; a row is NaN where a sample lacks one of the groups.
    """

    def __init__(self, members: Signals, others: Signals, resampling: Resampling) -> None:
        self._of = len(members), len(others)
        self._units = len(set(members.units)), len(set(others.units))
        scores = {
            name: RocScores(each, others.values[name]) for name, each in members.values.items()
        }
        rows: dict[str, list[Floats]] = {name: [] for name in scores}
        worst = []
        orders = [np.argsort(-each.gains, kind="stable") for each in (members, others)]
        gains = [each.gains[order] for each, order in zip((members, others), orders, strict=True)]
        for weights in _weights(members.units, others.units, resampling):
            for name, each in scores.items():
                rows[name].append(_numbers(each.curve(*weights)))
            in_order = (each[order] for each, order in zip(weights, orders, strict=True))
            pairs = zip(gains, in_order, strict=True)
            worst.append([worst_mean(gain, WORST, each) / math.log(2) for gain, each in pairs])
        self._rows = {name: np.array(each) for name, each in rows.items()}
        self._worst = np.array(worst)

    def auc(self, group: str, signal: str) -> Figure:
        """Return the area under the curve of a signal."""
        areas = self._rows[signal][:, 0]
        return Figure(
            name="membership_auc",
            group=group,
            value=float(areas[0]),
            interval=interval_of(areas),
            baseline=Share(1, 2),
        )

    def recognized(self, level: str, group: str, signal: str) -> Figure:
        """Return the share of members that are recognized at a share of false alarms.

        It has no value if there are too few others for such a share.
        """
        of, of_others = self._of
        limit = LEVELS[level]
        baseline = Share(1, round(1 / limit))
        if of_others * limit < 1:
            unknown = Interval(0.0, 1.0, "bootstrap")
            return Figure(name=level, group=group, value=None, interval=unknown, baseline=baseline)
        column = 1 + 2 * list(LEVELS).index(level)
        alarms, hits = self._rows[signal][:, column], self._rows[signal][:, column + 1]
        risks = np.clip((hits - alarms) / np.where(alarms < 1, 1 - alarms, np.nan), 0, 1)
        risks[0] = risk(float(hits[0]), float(alarms[0]))
        return Figure(
            name=level,
            group=group,
            value=float(hits[0]),
            interval=self._share_interval(hits, self._units[0]),
            attack=Share(round(float(hits[0]) * of), of),
            baseline=baseline,
            control=Share(round(float(alarms[0]) * of_others), of_others),
            risk=Risk(float(risks[0]), *interval_of(risks)[:2]),
        )

    def outliers(self) -> Figure:
        """Return the share of others with a loss that hardly any member exceeds."""
        shares, of = self._rows[LOSS][:, -1], self._of[1]
        return Figure(
            name="loss_outliers",
            value=float(shares[0]),
            interval=self._share_interval(shares, self._units[1]),
            attack=Share(round(float(shares[0]) * of), of),
            baseline=Share(1, round(1 / _ACCEPTED)),
        )

    def worst(self) -> Figure:
        """Return how much more the worst tenth of the members gains than that of the others."""
        members, others = (float(mean) for mean in self._worst[0])
        return Figure(
            name="worst_decile_gain",
            value=members - others,
            interval=interval_of(self._worst[:, 0] - self._worst[:, 1]),
            attack=Share(round(SCALE * members), SCALE),
            control=Share(round(SCALE * others), SCALE),
        )

    def _share_interval(self, shares: Floats, units: int) -> Interval:
        if not shares[0]:
            return Interval(0.0, bound_of_none(units), "none found")
        return interval_of(shares)


def differ_by_themselves(figures: Sequence[Figure]) -> bool:
    """Return whether a reference that saw neither separates training records from others."""
    return any(
        not figure.interval.low <= 0.5 <= figure.interval.high
        for figure in figures
        if (figure.name, figure.group) == ("membership_auc", REFERENCE)
    )


def _numbers(curve: RocCurve | None) -> Floats:
    """Return the area, false and true positive rates at each level, and the true negative rate."""
    if curve is None:
        return np.full(2 + 2 * len(LEVELS), np.nan)
    points = (rate for limit in LEVELS.values() for rate in curve.point_at(limit))
    return np.array([curve.auc(), *points, curve.tnr_at(_ACCEPTED)])


def _weights(
    members: Sequence[str], others: Sequence[str], resampling: Resampling
) -> Iterator[tuple[Weights, Weights]]:
    """Yield weight 1 for all records, then for each sample the Poisson weights of their units."""
    yield np.ones(len(members), np.int64), np.ones(len(others), np.int64)
    numbers: dict[str, int] = {}
    places = [
        np.array([numbers.setdefault(unit, len(numbers)) for unit in units])
        for units in (members, others)
    ]
    for sample in range(resampling.samples):
        generator = np.random.Generator(np.random.PCG64([resampling.seed % 2**64, sample]))
        weights = generator.poisson(1.0, len(numbers))
        yield weights[places[0]], weights[places[1]]
