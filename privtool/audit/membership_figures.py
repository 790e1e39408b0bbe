"""Figures of membership inference: how well signals separate training records from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import trapezoid

from privtool.audit.figures import Figure, Interval, Risk, Share, interval_of
from privtool.audit.intervals import bound_of_none, risk
from privtool.text.scoring.bootstrap import Resampling

Floats = NDArray[np.float64]


def loss_signal(losses: Floats) -> float:
    """Return the mean log-probability of a token (the loss attack of Yeom et al. 2018)."""
    return -float(losses.mean()) if len(losses) else 0.0


def ratio_signal(losses: Floats, reference: Floats) -> float:
    """Return how much likelier a token is by the model than by a reference, in nats."""
    return loss_signal(losses) - loss_signal(reference)


Weights = NDArray[np.integer[Any]]
_ROUNDING = 1e-12  # of rates that are sums of weights divided by their total


class RocCurve(NamedTuple):
    """False and true positive rates from the strictest threshold, (0, 0), to the loosest, (1, 1).

    Records with one score pass a threshold together.
    """

    fpr: Floats
    tpr: Floats

    def auc(self) -> float:
        """Return the area under the curve: the chance that a member outscores another record.

        A tie counts half.
        """
        return float(trapezoid(self.tpr, self.fpr))

    def point_at(self, fpr: float) -> tuple[float, float]:
        """Return the false and true positive rate of the best threshold that keeps a limit.

        It has the largest true positive rate at a false positive rate of at most `fpr`.
        """
        best = int(np.searchsorted(self.fpr, fpr + _ROUNDING, side="right")) - 1
        first = int(np.searchsorted(self.tpr, self.tpr[best], side="left"))
        return float(self.fpr[first]), float(self.tpr[best])


class RocScores:
    """The scores of members and of other records, sorted once for any number of weightings."""

    def __init__(self, members: Floats, others: Floats) -> None:
        scores = np.concatenate((members, others))
        order = np.argsort(-scores, kind="stable")
        ordered, of_member = scores[order], order < len(members)
        ends = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], True))
        self._orders = order[of_member], order[~of_member] - len(members)
        # How many of each pass the threshold of each end of equal scores.
        self._passing = [
            np.concatenate(([0], np.cumsum(those)[ends])) for those in (of_member, ~of_member)
        ]

    def curve(self, members: Weights, others: Weights) -> RocCurve | None:
        """Return the curve of weighted records; None if all members or all others weigh nothing."""
        tpr, fpr = (
            np.concatenate(([0], np.cumsum(weights[order])))[passing]
            for weights, order, passing in zip(
                (members, others), self._orders, self._passing, strict=True
            )
        )
        if not tpr[-1] or not fpr[-1]:
            return None
        return RocCurve(fpr / fpr[-1], tpr / tpr[-1])


LOSS, REFERENCE, RATIO = "loss", "reference", "ratio"
"""Signals. That of the reference, which saw neither records, shows how much they differ."""
LIMIT = 0.01
"""The share of false alarms at which members are to be recognized."""


class Signals(NamedTuple):
    """Signals of records by name, a higher one for a likelier member, and the unit of each."""

    values: dict[str, Floats]
    units: Sequence[str]

    def __len__(self) -> int:
        return len(self.units)

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
    return figures + [measured.recognized(group, name) for group, name in signals]


class _Measured:
    """What is read from the curves, over all records and over each bootstrap sample of units.

    Row 0 of an array is that of all records; a row is NaN where a sample lacks one of the groups.
    """

    def __init__(self, members: Signals, others: Signals, resampling: Resampling) -> None:
        self._of = len(members), len(others)
        self._members = len(set(members.units))
        scores = {
            name: RocScores(each, others.values[name]) for name, each in members.values.items()
        }
        rows: dict[str, list[Floats]] = {name: [] for name in scores}
        for weights in _weights(members.units, others.units, resampling):
            for name, each in scores.items():
                rows[name].append(_numbers(each.curve(*weights)))
        self._rows = {name: np.array(each) for name, each in rows.items()}

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

    def recognized(self, group: str, signal: str) -> Figure:
        """Return the share of members that are recognized at `LIMIT` false alarms.

        It has no value if there are too few others for such a share.
        """
        of, of_others = self._of
        name, baseline = "membership_at_1_percent", Share(1, round(1 / LIMIT))
        if of_others * LIMIT < 1:
            unknown = Interval(0.0, 1.0, "bootstrap")
            return Figure(name=name, group=group, value=None, interval=unknown, baseline=baseline)
        alarms, hits = self._rows[signal][:, 1], self._rows[signal][:, 2]
        risks = np.clip((hits - alarms) / np.where(alarms < 1, 1 - alarms, np.nan), 0, 1)
        none = Interval(0.0, bound_of_none(self._members), "none found")
        risks[0] = risk(float(hits[0]), float(alarms[0]))
        return Figure(
            name=name,
            group=group,
            value=float(hits[0]),
            interval=interval_of(hits) if hits[0] else none,
            attack=Share(round(float(hits[0]) * of), of),
            baseline=baseline,
            control=Share(round(float(alarms[0]) * of_others), of_others),
            risk=Risk(float(risks[0]), *interval_of(risks)[:2]),
        )


def differ_by_themselves(figures: Sequence[Figure]) -> bool:
    """Return whether a reference that saw neither separates training records from others."""
    return any(
        not figure.interval.low <= 0.5 <= figure.interval.high
        for figure in figures
        if (figure.name, figure.group) == ("membership_auc", REFERENCE)
    )


def _numbers(curve: RocCurve | None) -> Floats:
    """Return the area, and the false and true positive rate at `LIMIT`."""
    if curve is None:
        return np.full(3, np.nan)
    return np.array([curve.auc(), *curve.point_at(LIMIT)])


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
