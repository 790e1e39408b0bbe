"""The training loop: that of transformers, with checkpoints that count only when complete.

The run folder holds all that a run needs to be resumed. On a CPU a resumed run ends with the same
bits as one that was not interrupted.
"""

from __future__ import annotations

import json
import math
import os
import time
import warnings
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from transformers import EarlyStoppingCallback, PrinterCallback, ProgressCallback, TrainerCallback
from transformers.utils import logging

from privtool.core.distributed import ranks
from privtool.core.errors import option
from privtool.models.training.callbacks import (
    BestInRunDir,
    EpochLoss,
    EpochNumber,
    FinalEvaluation,
    ProgressBar,
    has_stopped_early,
)
from privtool.models.training.checkpoints import complete_checkpoints, load_average, step_of
from privtool.models.training.hf_loop import ONLINE_STATE, Arguments, LoopTrainer
from privtool.models.training.objectives import Batches, Objective, OnlineBatches
from privtool.models.training.process_group import lost_process, wait_for_all
from privtool.models.training.settings import TrainSettings, total_steps, warmup_steps

_HIGH_RATE = 0.25  # of the peak: above it, an early stop is premature


class TrainResult(NamedTuple):
    """The result of a run; `best_step` is None if the weights are not those of one step.

    `history` is what was logged: training losses by epoch, and validation metrics. `seconds` of
    training, validation excluded, were spent on the `new_steps` since the start or `--resume`,
    `waiting` of them for batches. Without an early stop there are `planned` steps, a share `warmup`
    of them to warm up to the `peak` learning rate.
    """

    steps: int
    epochs: float
    best_step: int | None
    history: tuple[dict[str, float], ...] = ()
    seconds: float = 0.0
    waiting: float = 0.0
    new_steps: int = 0
    planned: int = 0
    warmup: float = 0.0
    peak: float = 0.0

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
        if self.steps >= self.planned:
            return
        done = self.steps / self.planned
        share = done / self.warmup if done < self.warmup else (1 - done) / (1 - self.warmup)
        if share > _HIGH_RATE:
            warn(
                f"stopped early at a learning rate of {self.peak * share:.1e} ({share:.0%} of its "
                f"peak); the loss on {option('valid')} usually falls with the rate: raise "
                f"{option('patience')}, or use fewer {option('epochs')}"
            )


def train(
    settings: TrainSettings,
    model: Any,
    batches: Batches | OnlineBatches,
    objective: Objective,
    run_dir: Path,
    *,
    valid: bool,
    monitor: TrainerCallback | None = None,
) -> TrainResult:
    """Train a model in place, from the last checkpoint in `run_dir` if there is one.

    If `batches` have an `epoch`, it is set to the number of each epoch, from 0, before that
    begins. With a validation set the model gets the weights that were best on it, or the average
    of the last checkpoints if the settings ask for it. Raise `PrivtoolError` when the loss is not
    finite or a checkpoint cannot be written; earlier checkpoints stay.
    """
    logging.set_verbosity_error()
    logging.disable_progress_bar()  # of saving, since transformers 5
    trainer = LoopTrainer(
        objective,
        keep=max(2, settings.average_checkpoints + valid),
        model=model,
        args=_arguments(settings, len(batches), valid, run_dir),
        train_dataset=batches,
        eval_dataset=[0] if valid else None,
        data_collator=itemgetter(0),  # an item is a batch
        callbacks=_callbacks(settings, batches, valid) + ([monitor] if monitor else []),
    )
    for printing in (PrinterCallback, ProgressCallback):  # they write to standard output
        trainer.remove_callback(printing)
    with lost_process():
        result = _run(trainer, run_dir, valid=valid)
    steps = total_steps(settings, len(batches))
    warmup, peak = warmup_steps(settings, steps) / steps, settings.learning_rate
    result = result._replace(planned=steps, warmup=warmup, peak=peak)
    if settings.average_checkpoints > 1:
        load_average(model, complete_checkpoints(run_dir)[-settings.average_checkpoints :])
        result = result._replace(best_step=None)
    wait_for_all()  # for those that still read checkpoints
    return result


def _run(trainer: LoopTrainer, run_dir: Path, *, valid: bool) -> TrainResult:
    checkpoint = next(reversed(complete_checkpoints(run_dir)), None)
    batches = trainer.train_dataset
    if checkpoint is not None and isinstance(batches, OnlineBatches):
        batches.restore(json.loads((checkpoint / ONLINE_STATE).read_text(encoding="utf-8")))
    started = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about their own defaults
        if checkpoint is not None and has_stopped_early(checkpoint):
            trainer.end_at(checkpoint)
        else:
            trainer.run(checkpoint)
            if not valid:
                trainer.check_end()
    state = trainer.state
    return TrainResult(
        steps=state.global_step,
        epochs=state.epoch or 0.0,
        best_step=state.best_global_step,
        history=tuple(state.log_history),
        seconds=time.perf_counter() - started - trainer.evaluating,
        waiting=trainer.waiting,
        new_steps=state.global_step - (0 if checkpoint is None else step_of(checkpoint)),
    )


def _arguments(settings: TrainSettings, batches: int, valid: bool, run_dir: Path) -> Arguments:
    steps = total_steps(settings, batches)
    # Set by an earlier run in this process, it would take precedence over `bf16`.
    os.environ.pop("ACCELERATE_MIXED_PRECISION", None)
    when = "epoch" if settings.eval_every is None else "steps"
    every = {} if settings.eval_every is None else {"save_steps": settings.eval_every}
    if valid and every:
        every["eval_steps"] = every["save_steps"]
    return Arguments(
        torch_device=str(settings.device),
        output_dir=str(run_dir),
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=1,
        gradient_accumulation_steps=settings.gradient_accumulation_steps,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=warmup_steps(settings, steps),
        weight_decay=0.01,
        max_grad_norm=settings.max_grad_norm,
        optim="adamw_torch_fused",
        adam_beta2=settings.beta2,
        adam_epsilon=settings.epsilon,
        seed=settings.seed % (1 << 32),
        data_seed=settings.seed % (1 << 32),
        use_cpu=settings.device.type == "cpu",
        ddp_backend="gloo" if ranks() > 1 and settings.device.type == "cpu" else None,
        ddp_find_unused_parameters=False,
        average_tokens_across_devices=True,
        bf16=settings.bfloat16,
        save_strategy=when,
        eval_strategy=when if valid else "no",
        load_best_model_at_end=valid,
        metric_for_best_model="loss" if valid else None,
        greater_is_better=False if valid else None,
        restore_callback_states_from_checkpoint=True,
        logging_nan_inf_filter=False,
        logging_strategy="epoch",
        remove_unused_columns=False,
        disable_tqdm=True,
        dataloader_num_workers=settings.workers,
        report_to=[],
        **every,
    )


def _callbacks(settings: TrainSettings, batches: Any, valid: bool) -> list[TrainerCallback]:
    callbacks: list[TrainerCallback] = [EpochLoss(), BestInRunDir()]
    if settings.progress:
        callbacks.append(ProgressBar(settings.progress))
    if hasattr(batches, "epoch"):
        callbacks.append(EpochNumber(batches))
    if valid and settings.eval_every is not None:
        callbacks.append(FinalEvaluation(settings.eval_every))
    if valid and settings.patience is not None:
        callbacks.append(EarlyStoppingCallback(settings.patience))
    return callbacks
