"""Corpus weights that are found during training, from fine-tuned copies of the model."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from privtool.models.mixture.copies import CopyTrainer
from privtool.models.mixture.em import mixture_weights
from privtool.models.mixture.sampler import Weights


class WeightUpdate(NamedTuple):
    """New weights, and their cost in training steps and seconds."""

    weights: Weights
    steps: int = 0
    seconds: float = 0.0


class AdaptiveWeights:
    """The weight step of Algorithm 1 (Ma 2022): fine-tune a copy on each corpus, mix the copies."""

    def __init__(self, copies: CopyTrainer) -> None:
        self._copies = copies

    def __call__(self, done: int, model: Any, optimizer: Any) -> WeightUpdate:
        """Return the weights with which the copies together fit the target best.

        The model has been trained for `done` steps. Model, optimizer and random state stay as they
        are.
        """
        started = time.perf_counter()
        logprobs = self._copies.logprobs(done, model, optimizer)
        weights = mixture_weights(logprobs).weights
        return WeightUpdate(weights, self._copies.steps, time.perf_counter() - started)
