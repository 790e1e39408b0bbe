"""Weights of a mixture of models: those that make a text most probable (Ma 2022, equation 7).

The problem is convex. Expectation-maximization solves it from log-probabilities alone; two of its
steps are extrapolated at a time, which is what makes it fast where the models are nearly equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import DataError

_TOLERANCE = 1e-9  # of the mean log-probability, in nats
_MOST_STEPS = 20_000
_SMALLEST = 1e-12  # a weight under it is nothing

Floats = NDArray[np.float64]


class Mixture(NamedTuple):
    """Weights (models) that add up to one, and how they came about.

    `mean` is the mean log-probability of a row under the mixture, and no weights reach more than
    `gap` above it. `steps` is how often the weights were improved, `rows` how many rows counted.
    """

    weights: Floats
    mean: float
    gap: float
    steps: int
    rows: int


def mixture_weights(logprobs: Floats) -> Mixture:
    """The weights for natural log-probabilities (rows, models); -inf is a probability of zero.

    Rows that no model gives a probability say nothing and are left out. Models that are equal get
    equal weights. Raises `DataError` when no row is left, or for what is no log-probability.
    """
    if np.isnan(logprobs).any() or np.isposinf(logprobs).any():
        raise DataError("a model's probabilities are no numbers: no weights can be found")
    told = np.isfinite(logprobs).any(1)
    rows = logprobs[told]
    if not len(rows):
        raise DataError("no model gives the target text a probability: no weights can be found")
    highest = rows.max(1)
    shares = np.exp(rows - highest[:, None])  # (rows, models), the largest of a row is one
    weights = np.full(rows.shape[1], 1 / rows.shape[1])
    value, gains = _value(shares, weights)
    steps = 0
    while steps < _MOST_STEPS and (gap := float(gains.max()) - 1) > _TOLERANCE:
        weights, value, gains = _improved(shares, weights, gains)
        steps += 1
    # A mixture is concave in its weights, so that the steepest way up bounds what is left.
    gap = max(float(gains.max()) - 1, 0.0)
    kept = np.where(weights < _SMALLEST, 0.0, weights)
    mean = value + float(highest.mean())
    return Mixture(kept / kept.sum(), mean, gap, steps, len(rows))


def _value(shares: Floats, weights: Floats) -> tuple[float, Floats]:
    """The mean log of the mixture, and its slope along each weight (which are 1 on average)."""
    mixed = shares @ weights
    return float(np.log(mixed).mean()), (shares / mixed[:, None]).mean(0)


def _improved(shares: Floats, weights: Floats, gains: Floats) -> tuple[Floats, float, Floats]:
    """Two EM steps, and further in their direction as long as that is no worse.

    Source: Varadhan and Roland 2008, Simple and globally convergent methods for accelerating the
    convergence of any EM algorithm, scheme S3.
    """
    one = weights * gains
    two = one * _value(shares, one)[1]
    value, slopes = _value(shares, two)
    change, curve = one - weights, two - 2 * one + weights
    size = float(np.linalg.norm(curve))
    length = float(np.linalg.norm(change)) / size if size else 1.0
    while length > 1.0:
        far = weights + 2 * length * change + length**2 * curve
        if far.min() > 0:  # a weight of zero could never rise again
            far /= far.sum()
            best, steepest = _value(shares, far)
            if best >= value:
                return far, best, steepest
        length = length / 2 if length > 2 else 1.0
    return two, value, slopes
