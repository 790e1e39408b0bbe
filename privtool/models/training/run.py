"""The training loop: that of transformers, with checkpoints that count only when they are whole.

Everything that a run needs to go on is in its work folder. Interrupted and resumed, it ends on a
CPU with the same bits as without the interruption.
"""

from __future__ import annotations

import gc
import json
import os
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import torch
from transformers import (
    EarlyStoppingCallback,
    PrinterCallback,
    ProgressCallback,
)
from transformers.utils import logging

from privtool.core.distributed import ranks
from privtool.models.training.callbacks import (
    BestHere,
    EpochLoss,
    Epochs,
    LastCheck,
    Progress,
    end_state,
    has_stopped_early,
)
from privtool.models.training.checkpoints import average_of, step_of, whole_checkpoints
from privtool.models.training.hf_loop import DRAWN_STATE, Arguments, LoopTrainer
from privtool.models.training.objectives import Batches, LateBatches, Objective
from privtool.models.training.settings import TrainSettings, steps_of, warmup_steps


class Outcome(NamedTuple):
    """What a run came to; `best_step` is None if the weights are not those of one step.

    `history` is what was logged: losses by epoch and what was measured on the validation set.
    `seconds` of training, without validation, were spent on the `steps_now` since the start or
    `--resume`, of which `waited` for batches.
    """

    steps: int
    epochs: float
    best_step: int | None
    history: tuple[dict[str, float], ...] = ()
    seconds: float = 0.0
    waited: float = 0.0
    steps_now: int = 0


def train(
    settings: TrainSettings,
    model: Any,
    batches: Batches | LateBatches,
    objective: Objective,
    valid: bool,
    work: Path,
    watch: Any = None,
) -> Outcome:
    """Train a model in place, going on from the last checkpoint in `work` if there is one.

    If `batches` have an `epoch`, it is set to the number of each epoch, from 0, before that
    begins. With a validation set the model ends up with the weights that were best on it, or with
    the mean of the last checkpoints if the settings say so. Raises `PrivtoolError` when the loss
    is no number or a checkpoint cannot be written; older checkpoints stay.
    """
    logging.set_verbosity_error()
    with _forward_is_loss(model, objective):
        outcome = _trained(settings, model, batches, objective, valid, work, watch)
    _part()
    return outcome


def _trained(
    settings: TrainSettings,
    model: Any,
    batches: Batches | LateBatches,
    objective: Objective,
    valid: bool,
    work: Path,
    watch: Any,
) -> Outcome:
    count = len(batches)
    trainer = LoopTrainer(
        objective,
        model=model,
        args=_arguments(settings, count, valid, work),
        train_dataset=batches,
        eval_dataset=[0] if valid else None,
        data_collator=_only_one,
        callbacks=[*_callbacks(settings, batches, valid), *([watch] if watch else [])],
    )
    for printing in (PrinterCallback, ProgressCallback):  # they write to standard output
        trainer.remove_callback(printing)
    trainer.accelerator.wait_for_everyone()  # the first one may just have made the folder
    found = whole_checkpoints(work)
    if found and isinstance(batches, LateBatches):
        batches.restore(json.loads((found[-1] / DRAWN_STATE).read_text(encoding="utf-8")))
    before = step_of(found[-1]) if found else 0
    started = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about their own ways
        if found and has_stopped_early(found[-1]):
            trainer.state = end_state(found[-1])
            trainer._load_best_model()
        else:
            trainer.train(resume_from_checkpoint=str(found[-1]) if found else None)
            if not valid:
                trainer.check_end()
    seconds = time.perf_counter() - started - trainer.evaluated
    state = trainer.state
    best = state.best_global_step
    if settings.average > 1:
        average_of(model, whole_checkpoints(work)[-settings.average :])
        best = None
    history = tuple(state.log_history)
    epochs = state.epoch or 0.0
    steps = state.global_step
    return Outcome(steps, epochs, best, history, seconds, trainer.waited, steps - before)


def _part() -> None:
    """Leave the other processes of a `torchrun`, when all are done and nothing uses them."""
    if torch.distributed.is_initialized():
        gc.collect()  # a trainer refers to itself
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


@contextmanager
def _forward_is_loss(model: Any, objective: Objective) -> Iterator[None]:
    """While training, calling the model gives the loss.

    What wraps a model for several devices only sees the gradients of such a call.
    """
    model.forward = lambda batch: objective.loss(model, batch)
    try:
        yield
    finally:
        model.__dict__.pop("forward", None)  # what its class says counts again


def _arguments(settings: TrainSettings, batches: int, valid: bool, work: Path) -> Any:
    steps = steps_of(settings, batches)
    # What an earlier run in this process left there would count more than `bf16` does.
    os.environ.pop("ACCELERATE_MIXED_PRECISION", None)
    when = "epoch" if settings.every is None else "steps"
    bound = {} if settings.every is None else {"save_steps": settings.every}
    if valid and settings.every is not None:
        bound["eval_steps"] = settings.every
    return Arguments(
        own_device=str(settings.device),
        output_dir=str(work),
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=1,  # an item is a batch
        gradient_accumulation_steps=settings.accumulate,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=warmup_steps(settings, steps),
        weight_decay=0.01,
        max_grad_norm=settings.clip,
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
        save_total_limit=max(2, settings.average + valid),  # the best one is never removed
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
        **bound,
    )


def _callbacks(settings: TrainSettings, batches: Any, valid: bool) -> list[Any]:
    wanted: list[Any] = [EpochLoss(), BestHere()]
    if settings.progress:
        wanted.append(Progress(settings.progress))
    if hasattr(batches, "epoch"):
        wanted.append(Epochs(batches))
    if valid and settings.every is not None:
        wanted.append(LastCheck(settings.every))
    if valid and settings.patience is not None:
        wanted.append(EarlyStoppingCallback(settings.patience))
    return wanted


def _only_one(items: list[Any]) -> Any:
    return items[0]
