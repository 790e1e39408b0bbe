"""Figures of canaries: their exposure by number of insertions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.audit.canaries import Canary
from privtool.audit.counts import SCALE
from privtool.audit.figures import Figure, Interval, Risk, Share
from privtool.audit.intervals import bound_of_none, wilson, wilson_risk
from privtool.text.scoring.bootstrap import Resampling, percentile_interval

Floats = NDArray[np.float64]
_LEVEL = 0.95


class NullExposure(NamedTuple):
    """The exposure of a secret that the model never saw, in bits."""

    mean: float
    percentile_95: float


def ranks(scores: Floats, references: Floats) -> NDArray[np.int64]:
    """Return the rank of each score among the references; 1 is the best.

    A tie counts against privacy: the secret has the best rank of the tied ones, so that its
    exposure is never too low.
    """
    return 1 + np.searchsorted(np.sort(references), scores, side="left")


def rank_exposures(scores: Floats, references: Floats) -> Floats:
    """Return log2(number of references) - log2(rank) of each score, in bits."""
    exposures: Floats = math.log2(len(references)) - np.log2(ranks(scores, references))
    return exposures


def null_exposure(references: int) -> NullExposure:
    """Return what to expect of an unseen secret among `references` others: any rank is as likely.

    The percentile is the smallest exposure that at least 95 % of unseen secrets do not exceed.
    """
    total = references + 1
    mean_log_rank = math.lgamma(total + 1) / math.log(2) / total
    worst = math.floor(round((1 - _LEVEL) * total, 9)) + 1  # ranks from here on: 95 % or more
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
    value, interval = None, Interval(0.0, math.inf, "bootstrap")
    if len(attack):
        value = float(attack.mean())
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
