"""Training a language model with the loop of transformers, so that a run can be gone on with.

Everything that a run needs to go on is in its work folder, in checkpoints of transformers. The
loss is computed in chunks, see `lm_loss`.
"""

from __future__ import annotations

import functools
import math
import shutil
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

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
from privtool.models.lm_data import Batches, Corpus
from privtool.models.lm_loss import IGNORED, chunked_cross_entropy
from privtool.models.lm_perplexity import perplexity
from privtool.models.lm_shapes import hidden_states
from privtool.models.word_tokenizer import Specials

_DONE = "complete"  # a file in a checkpoint that was written to its end


class TrainSettings(NamedTuple):
    """How to train: see `privtool lm-train --help`; `every` None is each epoch."""

    epochs: int
    learning_rate: float
    warmup: float
    accumulate: int
    clip: float
    patience: int
    every: int | None
    seed: int
    device: torch.device
    bfloat16: bool
    progress: bool = False


class Outcome(NamedTuple):
    """What a run came to; `best_step` is None without a validation set."""

    steps: int
    epochs: float
    best_step: int | None


def train(
    settings: TrainSettings,
    model: Any,
    batches: Batches,
    valid: Corpus | None,
    specials: Specials,
    work: Path,
) -> Outcome:
    """Train a model in place, going on from the last checkpoint in `work` if there is one.

    With a validation set it ends up with the weights that were best on it. Raises `PrivtoolError`
    when the loss is no number or a checkpoint cannot be written; older checkpoints stay.
    """
    logging.set_verbosity_error()
    trainer = _LmTrainer(
        model=model,
        args=_arguments(settings, len(batches), valid is not None, work),
        train_dataset=batches,
        eval_dataset=None if valid is None else [0],
        data_collator=_only_one,
        callbacks=_callbacks(settings, valid is not None),
    )
    trainer.valid, trainer.specials = valid, specials
    for printing in (PrinterCallback, ProgressCallback):  # they write to standard output
        trainer.remove_callback(printing)
    last = _last_checkpoint(work)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries, about their own ways
        trainer.train(resume_from_checkpoint=str(last) if last else None)
    state = trainer.state
    return Outcome(state.global_step, state.epoch or 0.0, state.best_global_step)


def _arguments(settings: TrainSettings, batches: int, valid: bool, work: Path) -> Any:
    steps = math.ceil(batches / settings.accumulate) * settings.epochs
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
        bf16=settings.bfloat16,
        save_strategy=when,
        eval_strategy=when if valid else "no",
        save_total_limit=2,
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


def _callbacks(settings: TrainSettings, valid: bool) -> list[Any]:
    wanted: list[Any] = [_Progress()] if settings.progress else []
    if valid:
        wanted.append(EarlyStoppingCallback(settings.patience))
    return wanted


def _only_one(items: list[Any]) -> Any:
    return items[0]


def _last_checkpoint(work: Path) -> Path | None:
    """The last checkpoint that was written to its end; what is left of others is removed."""
    found: list[tuple[int, Path]] = []
    for folder in work.glob("checkpoint-*"):
        if (folder / _DONE).is_file():
            found.append((int(folder.name.rpartition("-")[2]), folder))
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return max(found)[1] if found else None


@dataclass
class _Arguments(TrainingArguments):  # type: ignore[misc]
    """Those of transformers, for the one device that was asked for and not for all there are."""

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


class _LmTrainer(Trainer):  # type: ignore[misc]
    """The loop of transformers with our loss, perplexity as its metric, and whole checkpoints."""

    valid: Corpus | None
    specials: Specials
    control: Any

    def __init__(self, **arguments: Any) -> None:
        super().__init__(**arguments)
        self.model_accepts_loss_kwargs = True  # it divides by the targets of all batches of a step

    def compute_loss(
        self,
        model: Any,
        inputs: dict[str, torch.Tensor],
        return_outputs: bool = False,  # noqa: ARG002  only evaluation asks, which is ours
        num_items_in_batch: Any = None,
    ) -> Any:
        """The loss of a target, of those that have weight."""
        bare = self.accelerator.unwrap_model(model)
        labels = inputs["labels"]
        with self.accelerator.autocast():
            hidden = hidden_states(bare, inputs["input_ids"])
            total = chunked_cross_entropy(
                hidden.flatten(0, 1), bare.lm_head.weight, labels.flatten()
            )
        count = num_items_in_batch
        if count is None:
            count = (labels != IGNORED).sum()
        loss = total / max(1, int(count))
        if not torch.isfinite(loss):
            raise PrivtoolError(
                f"the loss is no number at step {self.state.global_step + 1}: try a lower "
                "--learning-rate; the checkpoints before it are kept"
            )
        return loss

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """The mean loss of a token of the validation set, which the best model is chosen by."""
        if self.valid is None:
            return {}
        found = perplexity(self.model, self.valid, *self.specials)
        metrics = {"eval_loss": found.mean}
        self.log(metrics)
        self.control = self.callback_handler.on_evaluate(
            self.args, self.state, self.control, metrics
        )
        return metrics

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        folder = Path(self.args.output_dir) / f"checkpoint-{self.state.global_step}"
        try:
            super()._save_checkpoint(model, trial)
            (folder / _DONE).touch()
        except (OSError, SafetensorError, RuntimeError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"the checkpoint of step {self.state.global_step} cannot be written ({why}); the "
                "one before it is kept: make room and use --resume"
            ) from None


class _Progress(TrainerCallback):  # type: ignore[misc]
    """A bar on standard error."""

    def on_train_begin(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        from tqdm import tqdm

        self._bar = tqdm(
            total=state.max_steps, initial=state.global_step, unit=" steps", leave=False,
            desc="privtool lm-train", file=sys.stderr,
        )  # fmt: skip

    def on_step_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        self._bar.update(state.global_step - self._bar.n)

    def on_train_end(self, *_told: Any, **_: Any) -> None:
        self._bar.close()
