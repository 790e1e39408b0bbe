"""A training run: from its last checkpoint, if any, to the best weights or an average.

The run folder holds all that a run needs to be resumed. On a CPU a resumed run ends with the same
bits as one that was not interrupted.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from transformers.utils import logging

from privtool.core.errors import option
from privtool.models.training.batches import Batches, Objective
from privtool.models.training.checkpoints import complete_checkpoints, load_average, step_of
from privtool.models.training.loop import Loop, Monitor
from privtool.models.training.process_group import lost_process, wait_for_all
from privtool.models.training.settings import TrainSettings, rate_to_come

_HIGH_RATE = 0.25  # of the peak: above it, an early stop is premature


class TrainResult(NamedTuple):
    """The result of a run; `best_step` is None if the weights are not those of one step.

    `history` is what was logged: training losses by epoch, and validation metrics. `seconds` of
    training, validation excluded, were spent on the `new_steps` since the start or `--resume`,
    `waiting` of them for batches. `rate_to_come` is the largest share of the peak learning
    rate that the steps left would have had: 0 without an early stop.
    """

    steps: int
    epochs: float
    best_step: int | None
    history: tuple[dict[str, float], ...] = ()
    seconds: float = 0.0
    waiting: float = 0.0
    new_steps: int = 0
    rate_to_come: float = 0.0

    @property
    def training_loss(self) -> float:
        """The mean loss of the last epoch; not a number if none was logged."""
        losses = [entry["loss"] for entry in self.history if "loss" in entry]
        return losses[-1] if losses else math.nan

    @property
    def was_best_before(self) -> bool:
        """Whether the model was best on the validation set before training ended."""
        return self.best_step is not None and self.best_step < self.steps

    def warn_if_stopped_early(self, warn: Callable[[str], None]) -> None:
        """Warn if training stopped early before the learning rate could fall."""
        if self.rate_to_come > _HIGH_RATE:
            warn(
                f"stopped early with {self.rate_to_come:.0%} of the peak learning rate to come; "
                f"the loss on {option('valid')} usually falls with the rate: raise "
                f"{option('patience')}, or use fewer {option('epochs')}"
            )


def train(
    settings: TrainSettings,
    model: Any,
    batches: Batches,
    objective: Objective,
    run_dir: Path,
    monitor: Monitor | None = None,
) -> TrainResult:
    """Train a model in place, from the last checkpoint in `run_dir` if there is one.

    If `batches` have an `epoch`, it is set to the number of each epoch, from 0, before that
    begins. With a validation set the model gets the weights that were best on it, or the average
    of the last checkpoints if the settings ask for it. Raise `PrivtoolError` when the loss is not
    finite or a checkpoint cannot be written; earlier checkpoints stay.
    """
    logging.set_verbosity_error()
    average = settings.average_checkpoints
    with lost_process(), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about their own defaults
        checkpoint = next(reversed(complete_checkpoints(run_dir)), None)
        loop = Loop(settings, model, batches, objective, run_dir, monitor)
        started = time.perf_counter()
        loop.run(checkpoint)
    state = loop.state
    if average > 1:
        load_average(model, complete_checkpoints(run_dir)[-average:])
    wait_for_all()  # for those that still read checkpoints
    return TrainResult(
        steps=state.step,
        epochs=state.epoch,
        best_step=None if average > 1 else state.best_step,
        history=tuple(state.history),
        seconds=time.perf_counter() - started - loop.evaluating,
        waiting=loop.waiting,
        new_steps=state.step - (0 if checkpoint is None else step_of(checkpoint)),
        rate_to_come=rate_to_come(settings, state.step, state.steps),
    )
