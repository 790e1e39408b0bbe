"""The Trainer of transformers with our loss and validation, and checkpoints that are complete.

No other file overrides or calls private members of transformers and accelerate (`hub/client.py`
sets one flag). These have no public counterpart; checked with transformers 4.57 and 5.24, and
accelerate 1.15:

* `TrainingArguments._setup_devices` and `_n_gpu`: train on the device that was asked for. Trainer
  would take the first CUDA device, and wrap the model in DataParallel if there are several.
* `Trainer._save_checkpoint`: check the weights before, mark the checkpoint as complete after, and
  turn what fails in between into a message. `on_save` comes too late for the first and the last.
* `Trainer._load_best_model`: resume a run that had stopped early, without a step of training.
"""

from __future__ import annotations

import functools
import json
import math
import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from accelerate.utils import send_to_device  # type: ignore[import-untyped]
from safetensors import SafetensorError
from torch.nn.parallel import DistributedDataParallel
from transformers import Trainer, TrainingArguments

from privtool.core.distributed import rank, ranks
from privtool.core.ending import end_if_begun
from privtool.core.errors import PrivtoolError, UnavailableError, option, reason_of
from privtool.models.training.callbacks import EpochLoss, end_state
from privtool.models.training.checkpoints import mark_complete, remove_old_checkpoints
from privtool.models.training.objectives import (
    IGNORED,
    Batch,
    Objective,
    OnlineBatches,
    ReportsMetrics,
)
from privtool.models.training.process_group import gathered, is_of_the_group, loss_in_group

ONLINE_STATE = "drawn.json"  # in a checkpoint: the state of `OnlineBatches`


@dataclass
class Arguments(TrainingArguments):  # type: ignore[misc]
    """Arguments of transformers for training on one device."""

    torch_device: str = "cpu"

    @functools.cached_property
    def _setup_devices(self) -> torch.device:
        device = torch.device(self.torch_device)
        if device.type == "cuda":
            if device.index is None:  # which `set_device` refuses
                device = torch.device("cuda", torch.cuda.current_device())
            torch.cuda.set_device(device)
        super()._setup_devices  # noqa: B018  sets up more than the device
        if device.type == "cuda":
            torch.cuda.set_device(device)
        self._n_gpu = int(device.type == "cuda")
        return device


class LoopTrainer(Trainer):  # type: ignore[misc]
    """The Trainer of transformers with our loss and validation; keeps `keep` checkpoints."""

    control: Any
    state: Any

    def __init__(self, objective: Objective, keep: int, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._objective, self._keep = objective, keep
        self.waiting = self.evaluating = 0.0  # seconds: for batches, in validation
        self.model_accepts_loss_kwargs = True  # our loss is normalized by the targets of a step

    def run(self, checkpoint: Path | None) -> None:
        """Train, from a checkpoint if there is one."""
        try:
            self.train(resume_from_checkpoint=None if checkpoint is None else str(checkpoint))
        finally:
            # accelerate has put autocast around the forward method of the model.
            self.accelerator.unwrap_model(self.model, keep_fp32_wrapper=False)

    def end_at(self, checkpoint: Path) -> None:
        """Load the best weights of a run that ended with a checkpoint."""
        self.state = end_state(checkpoint)
        self._load_best_model()

    def get_batch_samples(self, epoch_iterator: Any, num_batches: int, device: Any) -> Any:
        """Return the batches of the next step, and the number of their targets."""
        end_if_begun()
        online, step = self.train_dataset, self.state.global_step
        if isinstance(online, OnlineBatches):  # the data loader prefetches numbers only
            online.before_step(step, self.model, self.optimizer)
            epoch_iterator = map(functools.partial(online.batch, step), epoch_iterator)
        if ranks() > 1:
            epoch_iterator = self._once(epoch_iterator)
        started = time.perf_counter()
        try:
            return super().get_batch_samples(epoch_iterator, num_batches, device)
        except RuntimeError as error:
            if str(error).startswith("DataLoader worker"):
                end_if_begun()  # they got the signal, too
                raise PrivtoolError(
                    "a process that reads audio died (out of memory?); try fewer "
                    f"{option('workers')}"
                ) from None
            raise
        finally:
            self.waiting += time.perf_counter() - started

    def _once(self, batches: Iterable[Batch]) -> Iterator[Batch]:
        """Take the targets from batches that others have had in this epoch.

        accelerate repeats some, so that all processes get equally many.
        """
        steps = self.state.max_steps // int(self.args.num_train_epochs)
        done = self.state.global_step % steps * self.args.gradient_accumulation_steps
        for number, batch in enumerate(batches, done):
            if number * ranks() + rank() >= len(self.train_dataset):
                batch = {**batch, "labels": torch.full_like(batch["labels"], IGNORED)}
            yield batch

    def compute_loss(
        self,
        model: Any,
        inputs: Batch,
        return_outputs: bool = False,  # noqa: ARG002  for the evaluation of transformers
        num_items_in_batch: Any = None,
    ) -> Any:
        """Return the mean loss of a target; those that are `IGNORED` do not count."""
        with self.accelerator.autocast():
            if isinstance(model, DistributedDataParallel):
                total = loss_in_group(model, self._objective, inputs)
                total = total * (inputs["labels"] != IGNORED).any()  # see `_once`
            else:
                total = self._objective.loss(model, inputs)
        count = num_items_in_batch
        if count is None:
            count = (inputs["labels"] != IGNORED).sum()
        # DDP averages gradients over processes, and the count is that of all of them.
        loss = total * self.accelerator.num_processes / max(1, int(count))
        if not torch.isfinite(loss):
            raise _not_finite(self.state.global_step + 1)
        return loss

    def training_step(self, *args: Any, **options: Any) -> Any:
        """Run a step and add its loss to that of the epoch."""
        loss = super().training_step(*args, **options)
        self._epoch_loss().total += loss
        return loss

    def log(self, logs: dict[str, float], *args: Any) -> None:
        """Log the mean loss of all steps of the epoch, including those before a resume."""
        if "loss" in logs:
            epoch = self._epoch_loss()
            total = float(self.accelerator.gather(torch.as_tensor(epoch.total)).mean())
            logs["loss"] = total / max(1, self.state.global_step - epoch.since)
            epoch.total, epoch.since = 0.0, self.state.global_step
        super().log(logs, *args)

    def _epoch_loss(self) -> EpochLoss:
        """Return the callback, which a resume replaces."""
        callbacks = self.callback_handler.callbacks
        return next(each for each in callbacks if isinstance(each, EpochLoss))

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """Measure and log the validation loss, which selects the best checkpoint."""
        self._check_weights()
        started = time.perf_counter()
        try:
            loss = self._objective.validation_loss(self.model)
        except UnavailableError:  # the scores are not finite
            raise _not_finite(self.state.global_step) from None
        self.evaluating += time.perf_counter() - started
        if loss is None:
            return {}
        loss = gathered(loss)[0]  # so that no process alone finds that it is time to stop
        if not math.isfinite(loss):
            raise _not_finite(self.state.global_step)
        metrics = {"eval_loss": loss}
        if isinstance(self._objective, ReportsMetrics):
            metrics |= {f"eval_{name}": value for name, value in self._objective.metrics().items()}
        self.log(metrics)
        self.control = self.callback_handler.on_evaluate(
            self.args, self.state, self.control, metrics
        )
        return metrics

    @torch.no_grad()
    def check_end(self) -> None:
        """Raise `PrivtoolError` if the last step diverged: no later step computes a loss."""
        self._check_weights()
        online, last = self.train_dataset, self.state.global_step - 1
        batch = online.batch(last, 0) if isinstance(online, OnlineBatches) else online[0]
        batch = send_to_device(batch, self.args.device)
        with self.compute_loss_context_manager():
            loss = self._objective.loss(self.model.eval(), batch)
        if not torch.isfinite(loss):
            raise _not_finite(self.state.global_step)

    def _check_weights(self) -> None:
        """Check the weights: a finite loss may have gradients that are not."""
        trained = (weights for weights in self.model.parameters() if weights.requires_grad)
        if not all(bool(weights.isfinite().all()) for weights in trained):
            raise _not_finite(self.state.global_step)

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        """Save a checkpoint; older ones are removed only when it is complete."""
        self._check_weights()
        online, state = self.train_dataset, self.state
        if isinstance(online, OnlineBatches):
            online.before_checkpoint(state.global_step)
        folder = Path(self.args.output_dir) / f"checkpoint-{state.global_step}"
        try:
            super()._save_checkpoint(model, trial)
            self.accelerator.wait_for_everyone()
            if rank() == 0:
                if isinstance(online, OnlineBatches):
                    text = json.dumps(online.state())
                    (folder / ONLINE_STATE).write_text(text, encoding="utf-8")
                mark_complete(folder)
                remove_old_checkpoints(folder.parent, self._keep, state.best_global_step)
            self.accelerator.wait_for_everyone()  # no other looks at half-written folders
        except (OSError, SafetensorError, RuntimeError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, torch.OutOfMemoryError) or is_of_the_group(error):
                raise  # they have remedies of their own
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"{folder.parent}: the checkpoint of step {state.global_step} cannot be written "
                f"({why}); the one before it, if any, is kept: free some space and use "
                f"{option('resume')}"
            ) from None


def _not_finite(step: int) -> PrivtoolError:
    return PrivtoolError(
        f"the loss is not finite at step {step}; use {option('force')} to restart with a lower "
        f"{option('learning_rate')}; earlier checkpoints are kept until then"
    )
