"""Weights of corpora: those known before training, and maximum-likelihood weights of a mixture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.core.errors import DataError
from privtool.models.lm.dataset import Corpus
from privtool.models.lm.ngram import ngram_logprobs
from privtool.models.lm.perplexity import record_sums
from privtool.models.lm.tokenizers import Specials
from privtool.models.mixture.sampler import Weights

_TOLERANCE = 1e-9  # of the mean log-probability, in nats
_MAX_STEPS = 20_000
_MIN_WEIGHT = 1e-12  # smaller weights become zero

Floats = NDArray[np.float64]


def mixture_weights(logprobs: Floats) -> Floats:
    """Return weights (models) that sum to one, for log-probabilities (rows, models), maybe -inf.

    The mean log-probability of the mixture is the largest. Rows that are impossible under all
    models are left out. Equal models get equal weights. Raise `DataError` if no row is left, or for
    NaN and positive infinity.
    """
    if np.isnan(logprobs).any() or np.isposinf(logprobs).any():
        raise DataError("a model's probabilities are not finite: weights cannot be estimated")
    rows = logprobs[np.isfinite(logprobs).any(1)]
    if not len(rows):
        raise DataError(
            "the target text is impossible under all models: weights cannot be estimated"
        )
    shares = np.exp(rows - rows.max(1)[:, None])  # (rows, models), the largest of a row is one
    weights = np.full(rows.shape[1], 1 / rows.shape[1])
    _, gains = _value(shares, weights)
    for _ in range(_MAX_STEPS):
        # The objective is concave in the weights, so the steepest gradient bounds what is missing.
        if gains.max() - 1 <= _TOLERANCE:
            break
        weights, gains = _improve(shares, weights, gains)
    kept = np.where(weights < _MIN_WEIGHT, 0.0, weights)
    normalized: Floats = kept / kept.sum()
    return normalized


def _value(shares: Floats, weights: Floats) -> tuple[float, Floats]:
    """Return the mean log-probability of the mixture, and its gradient (whose mean is 1)."""
    mixed = shares @ weights
    return float(np.log(mixed).mean()), (shares / mixed[:, None]).mean(0)


def _improve(shares: Floats, weights: Floats, gains: Floats) -> tuple[Floats, Floats]:
    """Take two EM steps, and extrapolate them as far as that is no worse.

    Return the new weights and the gradient there.

    Source: Varadhan and Roland 2008, Simple and globally convergent methods for accelerating the
    convergence of any EM algorithm, scheme S3.
    """
    one = weights * gains
    two = one * _value(shares, one)[1]
    value, gradient = _value(shares, two)
    change, curvature = one - weights, two - 2 * one + weights
    norm = float(np.linalg.norm(curvature))
    length = float(np.linalg.norm(change)) / norm if norm else 1.0
    while length > 1.0:
        far = weights + 2 * length * change + length**2 * curvature
        if far.min() > 0:  # a weight of zero could never grow again
            far /= far.sum()
            far_value, far_gradient = _value(shares, far)
            if far_value >= value:
                return far, far_gradient
        length = length / 2 if length > 2 else 1.0
    return two, gradient


PROPORTIONAL, STATIC, NGRAM, ADAPTIVE = "proportional", "static", "ngram-opt", "adaptive"
RECORD, TOKEN = "record", "token"


class TargetText(NamedTuple):
    """The text that the weights are fitted to, and the unit: RECORD or TOKEN."""

    text: Corpus
    specials: Specials
    unit: str


def proportional_weights(corpora: Sequence[Corpus]) -> Weights:
    """Return weights by the number of records, as if all corpora were one."""
    sizes = np.array([corpus.sentences for corpus in corpora], np.float64)
    weights: Weights = sizes / sizes.sum()
    return weights


def ngram_weights(
    corpora: Sequence[Corpus], target: Corpus, order: int, entries: int, end: int, unit: str
) -> Weights:
    """Return the weights of the corpora's n-gram models that fit a text best (Raju 2019)."""
    logprobs = ngram_logprobs(corpora, target, order, entries, end)
    columns = [by_unit(column, target, unit) for column in logprobs.T]
    return mixture_weights(np.stack(columns, axis=1))


def by_unit(logprobs: NDArray[np.float64], text: Corpus, unit: str) -> NDArray[np.float64]:
    """Return log-probabilities (targets), summed by record if that is the unit."""
    return logprobs if unit == TOKEN else record_sums(logprobs, text)
