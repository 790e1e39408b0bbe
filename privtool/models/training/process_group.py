"""The processes of a `torchrun`: they wait for each other, share values and leave together."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import torch
from torch.nn.parallel import DistributedDataParallel

from privtool.core.device import ranks
from privtool.core.errors import PrivtoolError, option
from privtool.models.training.batches import IGNORED, Batch, Objective

_PATIENCE = timedelta(days=7)  # while the first process reads corpora, or others still fill text


def wait_for_all() -> None:
    """Return when all processes have called this, however long one of them takes."""
    if ranks() > 1:
        with lost_process():
            torch.distributed.barrier(_group())


def gathered(value: Any) -> list[Any]:
    """Return the values of all processes, in the order of their ranks."""
    if ranks() == 1:
        return [value]
    values: list[Any] = [None] * ranks()
    with lost_process():
        torch.distributed.all_gather_object(values, value, _group())
    return values


def leave_process_group() -> None:
    """Leave the other processes when all are done."""
    if ranks() > 1:
        gc.collect()  # a trainer refers to itself, and still uses the group
        wait_for_all()
        torch.distributed.destroy_process_group()
        _group.cache_clear()


def shared_loss(model: Any, objective: Objective, device: torch.device) -> Any:
    """Return what computes the loss of a batch; several processes average its gradients."""
    if ranks() == 1:
        return functools.partial(objective.loss, model)
    _group()
    gpus = [device] if device.type == "cuda" else None
    return DistributedDataParallel(_Loss(model, objective), device_ids=gpus)


class _Loss(torch.nn.Module):
    """The loss of a model as a module: DDP averages the gradients of calls of its module alone."""

    def __init__(self, model: Any, objective: Objective) -> None:
        super().__init__()
        self._model, self._objective = model, objective

    def forward(self, batch: Batch) -> torch.Tensor:
        loss = self._objective.loss(self._model, batch)
        return loss * (batch["labels"] != IGNORED).any()  # of repeats, no other part counts either


@functools.cache
def _group() -> Any:
    """Join the other processes; return a group that does not take a slow process for a dead one."""
    if not torch.distributed.is_initialized():
        cuda = torch.cuda.is_available()
        torch.distributed.init_process_group("cpu:gloo,cuda:nccl" if cuda else "gloo")
    return torch.distributed.new_group(timeout=_PATIENCE, backend="gloo")


@contextmanager
def lost_process() -> Iterator[None]:
    """Raise `PrivtoolError` where another process has ended before the work was done."""
    try:
        yield
    except RuntimeError as error:
        if ranks() == 1 or not is_of_the_group(error):
            raise
        raise PrivtoolError(
            "another process of this training has ended: see its message, then start all of them "
            f"again with {option('resume')}"
        ) from None


def is_of_the_group(error: Exception) -> bool:
    """Return whether the processes can no longer reach each other. gloo has no error class."""
    plain = isinstance(error, RuntimeError) and "gloo" in str(error)
    return plain or isinstance(error, torch.distributed.DistError)
