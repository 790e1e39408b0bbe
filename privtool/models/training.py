"""The training loop: that of transformers, with checkpoints that count only when they are whole.

Everything that a run needs to go on is in its work folder. Interrupted and resumed, it ends on a
CPU with the same bits as without the interruption.
"""

from __future__ import annotations

import functools
import json
import math
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import torch
from safetensors import SafetensorError
from transformers import (
    EarlyStoppingCallback,
    PrinterCallback,
    ProgressCallback,
    Trainer,
    TrainerCallback,
    TrainingArguments,
)
from transformers.utils import logging

from privtool.core.errors import PrivtoolError, reason_of
from privtool.core.ranks import rank, ranks
from privtool.models.checkpoints import WHOLE, average_of, whole_checkpoints
from privtool.models.lm_loss import IGNORED

_DRAWN = "drawn.json"
Batch = dict[str, torch.Tensor]


class TrainSettings(NamedTuple):
    """How to train: see `privtool lm-train --help`.

    `every` None is each epoch, `patience` None never stops early; `average` is how many of the last
    checkpoints to take the mean of; `progress` names the bar on standard error, None shows none.
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


class Objective(Protocol):
    """What a model is trained for."""

    def loss(self, model: Any, batch: Batch) -> torch.Tensor:
        """The sum of the losses of a batch's targets: the `labels` that are not `IGNORED`."""

    def validation_loss(self, model: Any) -> float | None:
        """What the best weights are chosen by, less is better; None without a validation set."""


class Drawn(torch.utils.data.Dataset[int]):
    """Batches that are made while training, each when the steps before it are done.

    Its items are the numbers of the batches in their epoch. What it must know to go on is kept in
    every checkpoint.
    """

    def before_step(self, step: int, model: Any, optimizer: Any) -> None:
        """Called before the batches of every step, with how many are done."""
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


class Outcome(NamedTuple):
    """What a run came to; `best_step` is None if the weights are not those of one step."""

    steps: int
    epochs: float
    best_step: int | None


def train(
    settings: TrainSettings,
    model: Any,
    batches: torch.utils.data.Dataset[Batch] | Drawn,
    objective: Objective,
    valid: bool,
    work: Path,
) -> Outcome:
    """Train a model in place, going on from the last checkpoint in `work` if there is one.

    An item of `batches` is a whole batch with `labels`, unless they are `Drawn`; if they have an
    `epoch`, it is set to the number of each epoch, from 0, before that begins. With a validation
    set the model ends up with the weights that were best on it, or with the mean of the last
    checkpoints if the settings say so. Raises `PrivtoolError` when the loss is no number or a
    checkpoint cannot be written; older checkpoints stay.
    """
    logging.set_verbosity_error()
    count = len(batches)  # type: ignore[arg-type]
    with _forward_is_loss(model, objective), _together():
        trainer = _Trainer(
            objective,
            model=model,
            args=_arguments(settings, count, valid, work),
            train_dataset=batches,
            eval_dataset=[0] if valid else None,
            data_collator=_only_one,
            callbacks=_callbacks(settings, batches, valid),
        )
        for printing in (PrinterCallback, ProgressCallback):  # they write to standard output
            trainer.remove_callback(printing)
        trainer.accelerator.wait_for_everyone()  # the first one may just have made the folder
        found = whole_checkpoints(work)
        if found and isinstance(batches, Drawn):
            batches.restore(json.loads((found[-1] / _DRAWN).read_text(encoding="utf-8")))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the libraries, about their own ways
            trainer.train(resume_from_checkpoint=str(found[-1]) if found else None)
    state = trainer.state
    best = state.best_global_step
    if settings.average > 1:
        average_of(model, whole_checkpoints(work)[-settings.average :])
        best = None
    return Outcome(state.global_step, state.epoch or 0.0, best)


@contextmanager
def _together() -> Iterator[None]:
    """Leave the other processes of a `torchrun` in order."""
    try:
        yield
    finally:
        if torch.distributed.is_initialized():
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
    steps = math.ceil(batches / ranks() / settings.accumulate) * settings.epochs
    when = "epoch" if settings.every is None else "steps"
    bound = {} if settings.every is None else {"save_steps": settings.every}
    if valid and settings.every is not None:
        bound["eval_steps"] = settings.every
    return _Arguments(
        own_device=str(settings.device),
        output_dir=str(work),
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=1,  # an item is a batch
        gradient_accumulation_steps=settings.accumulate,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=round(settings.warmup * steps),
        weight_decay=0.01,
        max_grad_norm=settings.clip,
        optim="adamw_torch",
        seed=settings.seed % (1 << 32),
        data_seed=settings.seed % (1 << 32),
        use_cpu=settings.device.type == "cpu",
        ddp_backend="gloo" if ranks() > 1 and settings.device.type == "cpu" else None,
        ddp_find_unused_parameters=False,
        average_tokens_across_devices=True,
        bf16=settings.bfloat16,
        save_strategy=when,
        eval_strategy=when if valid else "no",
        save_total_limit=max(2, settings.average),
        load_best_model_at_end=valid,
        metric_for_best_model="loss" if valid else None,
        greater_is_better=False if valid else None,
        restore_callback_states_from_checkpoint=True,
        logging_nan_inf_filter=False,
        logging_strategy="epoch",
        remove_unused_columns=False,
        disable_tqdm=True,
        report_to=[],
        **bound,
    )


def _callbacks(settings: TrainSettings, batches: Any, valid: bool) -> list[Any]:
    wanted: list[Any] = [_Progress(settings.progress)] if settings.progress else []
    if hasattr(batches, "epoch"):
        wanted.append(_Epochs(batches))
    if valid and settings.patience is not None:
        wanted.append(EarlyStoppingCallback(settings.patience))
    return wanted


def _only_one(items: list[Any]) -> Any:
    return items[0]


@dataclass
class _Arguments(TrainingArguments):  # type: ignore[misc]
    """Those of transformers, on the device that was asked for and not on all there are."""

    own_device: str = "cpu"

    @functools.cached_property
    def _setup_devices(self) -> torch.device:
        device = torch.device(self.own_device)
        if device.type == "cuda":
            torch.cuda.set_device(device)
        super()._setup_devices  # noqa: B018  sets up more than the device
        if device.type == "cuda":
            torch.cuda.set_device(device)
        self._n_gpu = int(device.type == "cuda")
        return device


class _Trainer(Trainer):  # type: ignore[misc]
    """The loop of transformers with our loss and validation, and whole checkpoints."""

    control: Any

    def __init__(self, objective: Objective, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._objective = objective
        self.model_accepts_loss_kwargs = True  # it divides by the targets of all batches of a step

    def get_batch_samples(self, epoch_iterator: Any, num_batches: int, device: Any) -> Any:
        """The batches of the next step, and how many targets they have."""
        drawn, done = self.train_dataset, self.state.global_step
        if isinstance(drawn, Drawn):  # what is fetched ahead are numbers
            drawn.before_step(done, self.accelerator.unwrap_model(self.model), self.optimizer)
            epoch_iterator = map(functools.partial(drawn.batch, done), epoch_iterator)
        return super().get_batch_samples(epoch_iterator, num_batches, device)

    def compute_loss(
        self,
        model: Any,
        inputs: Batch,
        return_outputs: bool = False,  # noqa: ARG002  only evaluation asks, which is ours
        num_items_in_batch: Any = None,
    ) -> Any:
        """The loss of a target, of those that have weight."""
        total = model(inputs)
        count = num_items_in_batch
        if count is None:
            count = (inputs["labels"] != IGNORED).sum()
        # Processes of torchrun take the mean of their gradients, and the count is of all of them.
        loss = total * self.accelerator.num_processes / max(1, int(count))
        if not torch.isfinite(loss):
            raise PrivtoolError(
                f"the loss is no number at step {self.state.global_step + 1}: try a lower "
                "--learning-rate; the checkpoints before it are kept"
            )
        return loss

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """The loss on the validation set, which the best model is chosen by."""
        loss = self._objective.validation_loss(self.accelerator.unwrap_model(self.model))
        if loss is None:
            return {}
        metrics = {"eval_loss": loss}
        self.log(metrics)
        self.control = self.callback_handler.on_evaluate(
            self.args, self.state, self.control, metrics
        )
        return metrics

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        folder = Path(self.args.output_dir) / f"checkpoint-{self.state.global_step}"
        try:
            super()._save_checkpoint(model, trial)
            self.accelerator.wait_for_everyone()
            if rank() == 0:
                if isinstance(self.train_dataset, Drawn):
                    state = json.dumps(self.train_dataset.state())
                    (folder / _DRAWN).write_text(state, encoding="utf-8")
                (folder / WHOLE).touch()
        except (OSError, SafetensorError, RuntimeError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"the checkpoint of step {self.state.global_step} cannot be written ({why}); the "
                "one before it is kept: make room and use --resume"
            ) from None


class _Epochs(TrainerCallback):  # type: ignore[misc]
    """Tells batches which epoch begins, also where a run goes on in the middle of one."""

    def __init__(self, batches: Any) -> None:
        self._batches = batches

    def on_epoch_begin(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        self._batches.epoch = int((state.epoch or 0.0) + 1e-6)  # a sum of fractions of epochs


class _Progress(TrainerCallback):  # type: ignore[misc]
    """A bar on standard error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def on_train_begin(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=state.max_steps, initial=state.global_step, unit=" steps", leave=False,
            desc=self._name, file=sys.stderr,
        )  # fmt: skip

    def on_step_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        self._bar.update(state.global_step - self._bar.n)

    def on_train_end(self, *_told: Any, **_: Any) -> None:
        self._bar.close()
