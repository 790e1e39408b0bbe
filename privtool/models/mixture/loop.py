"""Training on several corpora: batches are drawn by weights, which may change on the way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from privtool.models.lm.dataset import Corpus
from privtool.models.lm.objective import NextToken
from privtool.models.lm.word_tokenizer import Specials
from privtool.models.mixture.history import Curve
from privtool.models.mixture.sampler import Mixer, Weights
from privtool.models.mixture.weighting import Found
from privtool.models.training.objectives import IGNORED, Batch, OnlineBatches
from privtool.models.training.run import TrainResult, train
from privtool.models.training.settings import TrainSettings

WeightStep = Callable[[int, Any, Any], Found]


class MixedBatches(OnlineBatches):
    """The batches of a run: `epoch` steps of `accumulate` batches make up an epoch.

    With a `weight_step` the weights are found anew every `every` steps, else they stay.
    """

    def __init__(
        self,
        mixer: Mixer,
        weights: Weights,
        weight_step: WeightStep | None,
        curve: Curve,
        epoch: int,
        every: int,
        accumulate: int,
    ) -> None:
        self._mixer, self._weights, self._weight_step = mixer, weights, weight_step
        self._curve, self._epoch, self._every = curve, epoch, every
        self._accumulate = accumulate
        self._weighed_at: int | None = None

    def __len__(self) -> int:
        return self._epoch * self._accumulate

    def __getitem__(self, number: int) -> int:
        return number

    def before_checkpoint(self, step: int) -> None:
        """Close the line of the stretch that has ended: it is in the checkpoint then."""
        self._curve.close(step)

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Find the weights of the stretch that begins, if one does.

        A resumed epoch ends with as many calls, without batches, as it had steps before.
        """
        if step % self._every or step == self._weighed_at:
            return
        self._weighed_at = step
        if self._weight_step is None:
            self._curve.weighed(self._weights)
            return
        found = self._weight_step(step, model, optimizer)
        self._weights = found.weights
        self._curve.weighed(*found)

    def batch(self, step: int, number: int) -> Batch:
        """A batch that depends on the seed, its epoch, its number there and the weights alone."""
        drawn = self._mixer.draw(self._weights, "training", step // self._epoch, int(number))
        batch = self._mixer.batch(drawn)
        self._curve.drew(drawn, int((batch["labels"] != IGNORED).sum()))
        return batch

    def state(self) -> dict[str, Any]:
        """The weights and the curve so far."""
        return {"weights": self._weights.tolist(), "curve": self._curve.state()}

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        self._weights = self._weights * 0 + state["weights"]
        self._curve.restore(state["curve"])


class MixedObjective(NextToken):
    """The next token in batches of several corpora, with the losses taken down."""

    def __init__(self, valid: Corpus | None, specials: Specials, curve: Curve) -> None:
        super().__init__(valid, specials)
        self._curve = curve

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum over all targets."""
        total = super().loss(model, batch)
        self._curve.learned(total)
        return total

    def validation_loss(self, model: Any) -> float | None:
        """The mean loss of a token of the validation set."""
        found = super().validation_loss(model)
        if found is not None:
            self._curve.checked(found)
        return found


def train_mixed(
    settings: TrainSettings,
    model: Any,
    batches: MixedBatches,
    valid: Corpus | None,
    specials: Specials,
    curve: Curve,
    work: Path,
) -> TrainResult:
    """Train a model in place, as `training.train` does, and fill the curve."""
    objective = MixedObjective(valid, specials, curve)
    return train(settings, model, batches, objective, work, valid=valid is not None)
