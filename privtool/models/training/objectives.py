"""What a trainer needs: batches, and an objective that computes the losses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import torch

Batch = dict[str, torch.Tensor]
IGNORED = -100  # a label that has no loss


def targets_of(batch: Batch) -> torch.Tensor:
    """Return the numbers of the `labels` of a batch that have a loss, of all rows in order.

    A batch of training has them as `targets`: on a GPU they would have to be waited for.
    """
    if "targets" in batch:
        return batch["targets"]
    return (batch["labels"] != IGNORED).flatten().nonzero().squeeze(1)


class Objective(Protocol):
    """The losses of a model in training and validation."""

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """Return the sum of the losses of a batch's targets: the `labels` not `IGNORED`."""

    def validation_loss(self, model: Any) -> float | None:
        """Return the loss that selects the best checkpoint; None without a validation set."""


@runtime_checkable
class ReportsMetrics(Protocol):
    """An objective that measures more than a loss on the validation set."""

    def metrics(self) -> dict[str, float]:
        """Return what the last validation measured besides its loss, by name."""


class Batches(Protocol):
    """The batches of an epoch."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> Mapping[str, Any]:
        """Return a batch, with `labels`."""


@runtime_checkable
class OnlineBatches(Protocol):
    """Batches that depend on the steps before them. Every checkpoint holds their state."""

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Prepare the batches of a step; `step` counts the steps before it."""

    def before_checkpoint(self, step: int) -> None:
        """Prepare for a checkpoint after `step` steps, which `state` is called for."""

    def state(self) -> dict[str, Any]:
        """Return what `restore` needs, in JSON types."""

    def restore(self, state: dict[str, Any]) -> None:
        """Continue from what `state` returned."""
