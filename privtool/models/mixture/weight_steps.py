"""Corpus weights that are found during training, from fine-tuned copies of the model."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from privtool.core.rng import draw
from privtool.models.mixture.copies import CopyMixture, CopyTrainer
from privtool.models.mixture.em import mixture_weights
from privtool.models.mixture.sampler import Weights

RUNS_PER_CORPUS = 4  # of the regression; Olmix needs two to four
_KEPT = 0.8  # of the weight of an interval in the mean gains, from one to the next
_EXPLORATION = 0.75  # weight of the one corpus in a mixture of Aioli; the rest is spread evenly
_NO_GAIN = 1e-9  # nats per unit: differences below are rounding
_PULL = 0.3  # toward uniform weights; Olmix has such a term, too
_SMALLEST_WEIGHT = 1e-12
_SMALLEST_LOSS = 1e-6  # nats per unit: a loss of zero has no logarithm


class WeightUpdate(NamedTuple):
    """New weights, and their cost in training steps and seconds."""

    weights: Weights
    steps: int = 0
    seconds: float = 0.0


class WeightStep(ABC):
    """Finds the weights of the next interval of training.

    `evidence` (units, copies) is what later intervals need beside the weights; None for nothing.
    """

    evidence: NDArray[np.float64] | None = None

    @abstractmethod
    def __call__(self, done: int, weights: Weights, model: Any, optimizer: Any) -> WeightUpdate:
        """Return new weights after `done` steps; `weights` are those of the interval before.

        Model, optimizer and random state stay as they are.
        """


class AdaptiveWeights(WeightStep):
    """The weight step of Algorithm 1 (Ma 2022): fine-tune a copy on each corpus, mix the copies."""

    def __init__(self, names: Sequence[str], copies: CopyTrainer) -> None:
        self._copies = copies
        self._mixtures = list(map(CopyMixture, names, np.eye(len(names))))

    def __call__(self, done: int, weights: Weights, model: Any, optimizer: Any) -> WeightUpdate:  # noqa: ARG002
        """Return the weights with which the copies together fit the target best."""
        started = time.perf_counter()
        logprobs = self._copies.logprobs(self._mixtures, done, model, optimizer)
        found = mixture_weights(self._fitted_to(logprobs, done)).weights
        steps = self._copies.cost(len(self._mixtures))
        return WeightUpdate(found, steps, time.perf_counter() - started)

    def _fitted_to(self, logprobs: NDArray[np.float64], done: int) -> NDArray[np.float64]:  # noqa: ARG002
        """Return the log-probabilities (units, copies) that the weights are fitted to."""
        return logprobs


class CumulativeWeights(AdaptiveWeights):
    """Adaptive weights from copies that are fine-tuned on small batches.

    What such a copy learns of its corpus is mostly what a few records have by chance. How much more
    it gains on a unit of the target than the others is therefore averaged over the intervals, which
    are `every` steps long; the last ones count most, as the model moves on.
    """

    def __init__(self, names: Sequence[str], copies: CopyTrainer, every: int) -> None:
        super().__init__(names, copies)
        self._every = every

    def _fitted_to(self, logprobs: NDArray[np.float64], done: int) -> NDArray[np.float64]:
        gains = logprobs - logprobs.mean(1, keepdims=True)
        self.evidence = gains if self.evidence is None else _KEPT * self.evidence + gains
        counts = (1 - _KEPT ** (done // self._every + 1)) / (1 - _KEPT)
        mean: NDArray[np.float64] = self.evidence / counts
        return mean


class AioliWeights(WeightStep):
    """An exponentiated gradient step on the target's loss (Aioli, Chen 2024).

    A copy is fine-tuned on each of as many mixtures as there are corpora. How much they lower the
    loss gives how much each corpus does, as the drop is assumed to be linear in the weights.
    """

    def __init__(self, names: Sequence[str], copies: CopyTrainer, rate: float) -> None:
        self._copies, self._rate = copies, rate
        count = len(names)
        self._shares = _EXPLORATION * np.eye(count) + (1 - _EXPLORATION) / count
        self._mixtures = list(map(CopyMixture, names, self._shares))

    def __call__(self, done: int, weights: Weights, model: Any, optimizer: Any) -> WeightUpdate:
        """Return the weights of before, moved to the corpora that lower the loss most."""
        started = time.perf_counter()
        means = self._copies.logprobs(self._mixtures, done, model, optimizer).mean(0)
        moved = aioli_step(weights, self._shares, means, self._rate)
        steps = self._copies.cost(len(self._mixtures))
        return WeightUpdate(moved, steps, time.perf_counter() - started)


def aioli_step(
    weights: Weights, shares: NDArray[np.float64], means: NDArray[np.float64], rate: float
) -> Weights:
    """Return weights moved by one step.

    `shares` (mixtures, corpora) are the mixtures that copies were fine-tuned on, `means` (mixtures)
    the mean log-probability of the target under each copy. The gains of the corpora are the
    solution of shares @ gains = means. They are centered and scaled to a mean size of one, so that
    `rate` does not depend on the number of steps of a copy.
    """
    gains = np.linalg.solve(shares, means)
    gains = gains - gains.mean()
    size = np.abs(gains).mean()
    moved = weights * np.exp(rate * gains / size) if size > _NO_GAIN else weights
    found: Weights = moved / moved.sum()
    return found


class RegressionWeights(WeightStep):
    """A log-linear regression of the target's loss on the weights of many short runs (Olmix 2026).

    The short runs start from the model after the first interval, which is drawn uniformly. The
    weights are then fixed.
    """

    def __init__(self, names: Sequence[str], copies: CopyTrainer, seed: int, first: int) -> None:
        self._copies, self._first = copies, first
        count = len(names)
        rng = np.random.default_rng(draw(seed, "mix-train regression"))
        drawn = rng.dirichlet(np.ones(count), (RUNS_PER_CORPUS - 1) * count)
        self._shares = np.concatenate((np.eye(count), drawn))  # each corpus alone, and mixtures
        self._mixtures = [
            CopyMixture(f"mixture {number}", shares)
            for number, shares in enumerate(self._shares, 1)
        ]

    def __call__(self, done: int, weights: Weights, model: Any, optimizer: Any) -> WeightUpdate:
        """Return the same weights, but at the end of the first interval those of the regression."""
        if done != self._first:
            return WeightUpdate(weights)
        started = time.perf_counter()
        losses = -self._copies.logprobs(self._mixtures, done, model, optimizer)
        steps = self._copies.cost(len(self._mixtures))
        return WeightUpdate(
            regression_weights(self._shares, losses), steps, time.perf_counter() - started
        )


def regression_weights(
    shares: NDArray[np.float64], losses: NDArray[np.float64], pull: float = _PULL
) -> Weights:
    """Return the weights that minimize the loss that a log-linear regression predicts.

    `shares` (runs, corpora) are the weights of the runs, `losses` (units, runs) the losses of each
    unit of the target. The logarithm of the loss of a unit is linear in the weights, with
    coefficients of its own, so that the sum over units is convex. As it flattens out toward a
    single corpus more slowly than true losses do, the divergence from uniform weights is added,
    `pull` times the standard deviation of the total losses of the runs.
    """
    coefficients = np.linalg.lstsq(shares, np.log(np.maximum(losses, _SMALLEST_LOSS)).T)[0]
    totals = losses.sum(0)
    strength = pull * float(totals.std() / totals.mean())
    count = shares.shape[1]

    def objective(weights: Weights) -> tuple[float, NDArray[np.float64]]:
        units = np.exp(weights @ coefficients) / totals.mean()
        logs = np.log(np.maximum(weights, _SMALLEST_WEIGHT) * count)
        value = units.sum() + strength * (weights @ logs)
        return float(value), coefficients @ units + strength * (logs + 1)

    found = minimize(
        objective,
        np.full(count, 1 / count),
        jac=True,
        method="SLSQP",
        bounds=[(0.0, 1.0)] * count,
        constraints={"type": "eq", "fun": lambda w: w.sum() - 1, "jac": np.ones_like},
        options={"ftol": 1e-12, "maxiter": 1000},
    ).x
    kept: Weights = np.clip(found, 0.0, None)
    kept /= kept.sum()
    return kept
