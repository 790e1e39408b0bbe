"""What a trainer is given: batches, and what a model is trained for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import torch

Batch = dict[str, torch.Tensor]
IGNORED = -100  # a label without weight in the loss


class Objective(Protocol):
    """What a model is trained for."""

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum of the losses of a batch's targets: the `labels` that are not `IGNORED`."""

    def validation_loss(self, model: Any) -> float | None:
        """What the best weights are chosen by, less is better; None without a validation set."""


@runtime_checkable
class Measuring(Protocol):
    """An objective that finds more than a loss on the validation set."""

    def measured(self) -> dict[str, float]:
        """What else was found when the validation loss was computed last, by name."""


class Batches(Protocol):
    """Batches of an epoch that are known before it begins."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Mapping[str, Any]:
        """A whole batch, with `labels`."""


class LateBatches(torch.utils.data.Dataset[int]):
    """Batches that are made while training, each when the steps before it are done.

    Its items are the numbers of the batches in their epoch. What it must know to go on is kept in
    every checkpoint.
    """

    def __len__(self) -> int:
        """How many batches an epoch has."""
        raise NotImplementedError

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Called before the batches of every step, with how many are done."""
        raise NotImplementedError

    def before_checkpoint(self, step: int) -> None:
        """Called before a checkpoint of so many steps is written, and `state` asked for."""
        raise NotImplementedError

    def batch(self, step: int, number: int) -> Batch:
        """A batch of the next step, by its number in the epoch."""
        raise NotImplementedError

    def state(self) -> dict[str, Any]:
        """What `restore` needs, in the types of JSON."""
        raise NotImplementedError

    def restore(self, state: dict[str, Any]) -> None:
        """Go on from what `state` gave."""
        raise NotImplementedError
