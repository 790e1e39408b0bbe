"""How to train, and how many steps that comes to."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch

from privtool.core.distributed import ranks
from privtool.core.errors import UsageError

_MOST_WARMUP = 0.5  # of the steps, that is for `least_warmup`


class TrainSettings(NamedTuple):
    """How to train: see `privtool lm-train --help`.

    `every` None is each epoch, `patience` None never stops early; `average` is how many of the last
    checkpoints to take the mean of; `progress` names the bar on standard error, None shows none.
    `workers` processes make the batches ahead; 0 makes each when it is its turn. `beta2` and
    `epsilon` are those of Adam (Kingma 2015): how much of the mean of the squared gradients each
    step keeps, and which gradients it takes for small. The rate rises in a share `warmup` of the
    steps, but in `least_warmup` of them or half of all at least.
    """

    epochs: int
    learning_rate: float
    warmup: float
    accumulate: int
    clip: float
    patience: int | None
    every: int | None
    seed: int
    device: torch.device
    bfloat16: bool
    average: int = 1
    progress: str | None = None
    workers: int = 0
    beta2: float = 0.999
    epsilon: float = 1e-8
    least_warmup: int = 0


def check_average(settings: TrainSettings, batches: int) -> None:
    """Raise `UsageError` for the mean of more checkpoints than so many batches come to."""
    every = settings.every
    there = settings.epochs if every is None else math.ceil(steps_of(settings, batches) / every)
    if settings.average > there:
        raise UsageError(f"--average {settings.average}: there will only be {there} checkpoints")


def steps_of(settings: TrainSettings, batches: int) -> int:
    """The steps of a run in which each epoch has so many batches."""
    return math.ceil(batches / ranks() / settings.accumulate) * settings.epochs


def warmup_steps(settings: TrainSettings, steps: int) -> int:
    """The steps of so many in which the rate rises."""
    least = min(settings.least_warmup, int(_MOST_WARMUP * steps))
    return max(round(settings.warmup * steps), least)
