"""Training on several corpora, with batches drawn by weights that may change."""

from __future__ import annotations

from typing import Any

import torch

from privtool.models.lm.dataset import Corpus
from privtool.models.lm.objective import NextToken
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.history import MixtureHistory
from privtool.models.mixture.sampler import MixtureSampler, Weights
from privtool.models.mixture.weight_steps import AdaptiveWeights
from privtool.models.training.objectives import IGNORED, Batch, OnlineBatches


class MixtureBatches(OnlineBatches):
    """The batches of a run: an epoch has `epoch` steps of `per_step` batches.

    With a `weight_step` the weights are updated every `every` steps, otherwise they are fixed.
    """

    def __init__(
        self,
        sampler: MixtureSampler,
        weights: Weights,
        weight_step: AdaptiveWeights | None,
        history: MixtureHistory,
        epoch: int,
        every: int,
        per_step: int,
    ) -> None:
        self._sampler, self._weights, self._weight_step = sampler, weights, weight_step
        self._history, self._epoch, self._every = history, epoch, every
        self._per_step = per_step

    def __len__(self) -> int:
        return self._epoch * self._per_step

    def __getitem__(self, number: int) -> int:
        return number

    def before_checkpoint(self, step: int) -> None:
        """Close the line of the finished interval, so that the checkpoint includes it."""
        self._history.close(step)

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Update the weights at the start of an interval."""
        if step % self._every:
            return
        if self._weight_step is None:
            self._history.log_weights(self._weights)
            return
        update = self._weight_step(step, model, optimizer)
        self._weights = update.weights
        self._history.log_weights(*update)

    def batch(self, step: int, number: int) -> Batch:
        """Return a batch that depends only on the seed, its position and the weights."""
        drawn = self._sampler.draw(self._weights, "training", step // self._epoch, int(number))
        batch = self._sampler.batch(drawn)
        self._history.log_batch(drawn, int((batch["labels"] != IGNORED).sum()))
        return batch

    def state(self) -> dict[str, Any]:
        """Return the weights and the history so far."""
        return {"weights": self._weights.tolist(), "curve": self._history.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Restore what `state` returned."""
        self._weights = self._weights * 0 + state["weights"]
        self._history.restore(state["curve"])


class MixtureObjective(NextToken):
    """Next-token prediction that logs its losses in the history."""

    def __init__(self, valid: Corpus | None, specials: Specials, history: MixtureHistory) -> None:
        super().__init__(valid, specials)
        self._history = history

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """Return the sum over all targets."""
        total = super().loss(model, batch)
        self._history.log_loss(total)
        return total

    def validation_loss(self, model: Any) -> float | None:
        """Return the mean loss per token of the validation set."""
        loss = super().validation_loss(model)
        if loss is not None:
            self._history.log_evaluation(loss)
        return loss
