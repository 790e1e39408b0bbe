"""A skew-normal distribution of reference scores: exposure beyond the number of references.

The tail of a fitted distribution is an assumption, so `fit_p_value` goes with each extrapolation.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import trapezoid
from scipy.special import log_ndtr, ndtr, owens_t

Floats = NDArray[np.float64]
_LARGEST_SKEWNESS = 0.99  # skew-normal distributions have less than 0.9953
_SIMULATIONS = 199
_TAIL = 60.0  # nats below the largest integrand, from where on the integral is complete
_POINTS = 4001


class SkewNormal(NamedTuple):
    """Density 2 / scale * phi(z) * Phi(shape * z), where z = (x - location) / scale."""

    shape: float
    location: float
    scale: float

    def cdf(self, values: Floats) -> Floats:
        """Return the probability of a smaller value."""
        standard = (values - self.location) / self.scale
        probabilities: Floats = ndtr(standard) - 2 * owens_t(standard, self.shape)
        return probabilities

    def logcdf(self, value: float) -> float:
        """Return the natural log-probability of a smaller value, which may be below e^-700.

        The density is integrated in the log domain, as `scipy.stats` takes the log of a
        probability that underflows to zero.
        """
        standard = (value - self.location) / self.scale
        hazard = math.exp(_log_density(self.shape * standard) - log_ndtr(self.shape * standard))
        slope = self.shape * hazard - standard
        # The log density is concave: below, it falls at least as steeply.
        reach = math.sqrt(2 * _TAIL) + 3 + max(standard, 0)
        reach = min(reach, _TAIL / slope) if slope > 0 else reach
        points = standard - np.linspace(0, reach, _POINTS)
        log_density = math.log(2) + _log_density(points) + log_ndtr(self.shape * points)
        top = log_density.max()
        integral = trapezoid(np.exp(log_density - top), dx=reach / (_POINTS - 1))
        return min(0.0, float(top + math.log(integral)))

    def sample(self, size: tuple[int, ...], generator: np.random.Generator) -> Floats:
        """Return random values."""
        delta = self.shape / math.hypot(1, self.shape)
        half, normal = np.abs(generator.normal(size=size)), generator.normal(size=size)
        values: Floats = self.location + self.scale * (
            delta * half + math.sqrt(1 - delta**2) * normal
        )
        return values


def fit_skew_normal(values: Floats) -> SkewNormal:
    """Return the skew-normal distribution that has the mean, variance and skewness of values.

    The values must not all be equal. A larger skewness than such distributions can have is clipped.
    """
    mean, std = float(values.mean()), float(values.std())
    skewness = float(((values - mean) ** 3).mean()) / std**3
    root = min(abs(skewness), _LARGEST_SKEWNESS) ** (2 / 3)
    delta = math.copysign(
        math.sqrt(math.pi / 2 * root / (root + ((4 - math.pi) / 2) ** (2 / 3))), skewness
    )
    scale = std / math.sqrt(1 - 2 * delta**2 / math.pi)
    location = mean - scale * delta * math.sqrt(2 / math.pi)
    return SkewNormal(delta / math.sqrt(1 - delta**2), location, scale)


def fit_p_value(values: Floats, seed: int) -> float:
    """Return the p-value of the values being skew-normal, by a parametric bootstrap.

    The statistic is the Kolmogorov-Smirnov distance to the fit. It is compared with the distances
    of samples drawn from the fit to their own fits, since any fit is close to its own sample.
    """
    fit = fit_skew_normal(values)
    observed = _distance(values, fit)
    generator = np.random.default_rng(seed)
    larger = 0
    for _ in range(_SIMULATIONS):
        sample = fit.sample(values.shape, generator)
        larger += _distance(sample, fit_skew_normal(sample)) >= observed
    return (1 + larger) / (1 + _SIMULATIONS)


def extrapolated_exposure(score: float, fit: SkewNormal) -> float:
    """Return the exposure of a score in bits, -log2 of the share of better secrets by the fit."""
    return -fit.logcdf(score) / math.log(2)


def _log_density(values: Any) -> Any:
    """Return the log density of a standard normal distribution."""
    return -(values**2) / 2 - math.log(2 * math.pi) / 2


def _distance(values: Floats, fit: SkewNormal) -> float:
    """Return the Kolmogorov-Smirnov distance of a sample from a distribution."""
    probabilities = fit.cdf(np.sort(values))
    steps = np.arange(len(values) + 1) / len(values)
    return float(max((steps[1:] - probabilities).max(), (probabilities - steps[:-1]).max()))
