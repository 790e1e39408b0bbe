"""Figures of attacks on models: the exposure of canaries, and membership inference."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import trapezoid

from privtool.audit.canaries import Canary
from privtool.audit.counts import SCALE
from privtool.audit.figures import (
    LEVEL,
    Figure,
    Interval,
    Risk,
    Share,
    bound_of_none,
    interval_of,
    risk,
    wilson,
    wilson_risk,
)
from privtool.text.scoring.bootstrap import Resampling, percentile_interval

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
    """False and true positive rates from (0, 0) to (1, 1); records of one score pass together."""

    fpr: Floats
    tpr: Floats

    def auc(self) -> float:
        """Return the chance that a member outscores another record; a tie counts half."""
        return float(trapezoid(self.tpr, self.fpr))

    def point_at(self, fpr: float) -> tuple[float, float]:
        """Return the rates of the best threshold with a false positive rate of at most `fpr`."""
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
LIMIT = 0.01  # the share of false alarms at which members are to be recognized


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
    """Areas and rates at `LIMIT` of curves, over all records and over bootstrap samples of units.

    Row 0 of an array is that of all records; a row is NaN where a sample lacks one of the groups.
    """

    def __init__(self, members: Signals, others: Signals, resampling: Resampling) -> None:
        self._of = len(members), len(others)
        self._members = len(set(members.units))
        self._resampled = min(self._members, len(set(others.units))) > 1
        scores = {
            name: RocScores(each, others.values[name]) for name, each in members.values.items()
        }
        rows: dict[str, list[Floats]] = {name: [] for name in scores}
        for weights in _weights(members.units, others.units, resampling):
            for name, each in scores.items():
                curve = each.curve(*weights)
                numbers = [math.nan] * 3
                if curve is not None:
                    numbers = [curve.auc(), *curve.point_at(LIMIT)]
                rows[name].append(np.array(numbers))
        self._rows = {name: np.array(each) for name, each in rows.items()}

    def auc(self, group: str, signal: str) -> Figure:
        """Return the area under the curve of a signal."""
        areas = self._rows[signal][:, 0]
        return Figure(
            name="membership_auc",
            group=group,
            value=float(areas[0]),
            interval=self._interval(areas),
            baseline=Share(1, 2),
        )

    def recognized(self, group: str, signal: str) -> Figure:
        """Return the share of members at `LIMIT` false alarms; no value with too few others."""
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
            interval=self._interval(hits) if hits[0] else none,
            attack=Share(round(float(hits[0]) * of), of),
            baseline=baseline,
            control=Share(round(float(alarms[0]) * of_others), of_others),
            risk=Risk(float(risks[0]), *self._interval(risks)[:2]),
        )

    def _interval(self, rows: Floats) -> Interval:
        """Return the interval of a share: all of it where one unit is all that is resampled."""
        return interval_of(rows) if self._resampled else Interval(0.0, 1.0, "bootstrap")


def differ_by_themselves(figures: Sequence[Figure]) -> bool:
    """Return whether a reference that saw neither separates training records from others."""
    return any(
        not figure.interval.low <= 0.5 <= figure.interval.high
        for figure in figures
        if (figure.name, figure.group) == ("membership_auc", REFERENCE)
    )


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


class NullExposure(NamedTuple):
    """The exposure of a secret that the model never saw, in bits."""

    mean: float
    percentile_95: float


def rank_exposures(scores: Floats, references: Floats) -> Floats:
    """Return log2(number of references) - log2(rank) of each score, in bits; rank 1 is the best.

    A tie counts against privacy: it has the best rank, so that no exposure is too low.
    """
    ranks = 1 + np.searchsorted(np.sort(references), scores, side="left")
    exposures: Floats = math.log2(len(references)) - np.log2(ranks)
    return exposures


def null_exposure(references: int) -> NullExposure:
    """Return what to expect of an unseen secret among `references` others: any rank is as likely.

    The percentile is the smallest exposure that at least 95 % of unseen secrets do not exceed.
    """
    total = references + 1
    mean_log_rank = math.lgamma(total + 1) / math.log(2) / total
    worst = math.floor(round((1 - LEVEL) * total, 9)) + 1  # ranks from here on: 95 % or more
    bits = math.log2(references)
    return NullExposure(bits - mean_log_rank, bits - math.log2(worst))


Chosen = NDArray[np.bool_]


class CanaryScores(NamedTuple):
    """Scores of canaries and of references: a lower one for a secret that the model prefers."""

    canaries: Sequence[Canary]
    scores: Floats
    references: Floats

    @property
    def exposures(self) -> Floats:
        """The exposure of each canary by its rank, in bits."""
        return rank_exposures(self.scores, self.references)

    @property
    def inserted(self) -> Chosen:
        """Which canaries are in the training records."""
        return np.array([canary.inserted for canary in self.canaries])

    def groups(self) -> Iterator[tuple[str, Chosen]]:
        """Yield all canaries, then those of each number of insertions."""
        repetitions = np.array([canary.repetitions for canary in self.canaries])
        yield "", np.ones(len(self.canaries), bool)
        for number in np.unique(repetitions):
            yield str(number), repetitions == number


def canary_figures(scored: CanaryScores, resampling: Resampling) -> tuple[list[Figure], list[str]]:
    """Return the figures of canaries, and notes."""
    figures = [_exposure(scored, *group, resampling) for group in scored.groups()]
    figures += [_exposed(scored, *group) for group in scored.groups()]
    null = null_exposure(len(scored.references))
    notes = [
        f"a canary that the model never saw has an exposure of {null.mean:.2f} bits on average, "
        f"and of more than {null.percentile_95:.2f} in 5 % of the cases"
    ]
    return figures, notes


def _exposure(scored: CanaryScores, group: str, chosen: Chosen, how: Resampling) -> Figure:
    """Return the mean exposure of inserted canaries, with a bootstrap interval over canaries."""
    exposures, inserted = scored.exposures, scored.inserted
    attack, control = exposures[chosen & inserted], exposures[chosen & ~inserted]
    null = null_exposure(len(scored.references)).mean
    value = float(attack.mean()) if len(attack) else None
    # One canary says nothing of the mean.
    interval = Interval(0.0, math.log2(len(scored.references)), "bootstrap")
    if value is not None and len(attack) > 1:
        generator = np.random.default_rng(how.seed % 2**64)
        samples = generator.choice(attack, (how.samples, len(attack))).mean(axis=1)
        interval = Interval(*(percentile_interval(samples) or (value, value)), "bootstrap")
    return Figure(
        name="exposure",
        group=group,
        value=value,
        interval=interval,
        attack=_mean(attack),
        baseline=Share(round(SCALE * null), SCALE),
        control=_mean(control),
    )


def _mean(exposures: Floats) -> Share:
    return Share(round(SCALE * float(exposures.sum())), SCALE * len(exposures))


def _exposed(scored: CanaryScores, group: str, chosen: Chosen) -> Figure:
    """Return the share of inserted canaries above the 95th percentile of unseen ones."""
    references, inserted = len(scored.references), scored.inserted
    above = scored.exposures > null_exposure(references).percentile_95 + 1e-9
    attack, control = (
        Share(int(above[those].sum()), int(those.sum()))
        for those in (chosen & inserted, chosen & ~inserted)
    )
    interval = Interval(*wilson(*attack), "wilson")
    if not attack.hits:
        interval = Interval(0.0, bound_of_none(attack.of), "none found")
    return Figure(
        name="canary_exposed",
        group=group,
        value=attack.value,
        interval=interval,
        attack=attack,
        baseline=Share(math.floor(0.05 * (references + 1)), references + 1),
        control=control,
        risk=Risk(*wilson_risk(attack, control)) if attack.of and control.of else None,
    )
