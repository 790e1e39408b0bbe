"""The loop of transformers with our loss and validation, and checkpoints that are whole."""

from __future__ import annotations

import functools
import json
import math
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from transformers import Trainer, TrainingArguments

from privtool.core.distributed import rank
from privtool.core.errors import PrivtoolError, UnavailableError, reason_of
from privtool.models.training.callbacks import EpochLoss
from privtool.models.training.checkpoints import mark_whole
from privtool.models.training.objectives import IGNORED, Batch, LateBatches, Measuring, Objective

DRAWN_STATE = "drawn.json"  # in a checkpoint: what late batches need to go on


@dataclass
class Arguments(TrainingArguments):  # type: ignore[misc]
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


class LoopTrainer(Trainer):  # type: ignore[misc]
    """The loop of transformers with our loss and validation, and whole checkpoints."""

    control: Any
    state: Any

    def __init__(self, objective: Objective, **arguments: Any) -> None:
        super().__init__(**arguments)
        self._objective = objective
        self.waited = self.evaluated = 0.0  # seconds, for batches and in validation
        self._rotate: Any = None
        self.model_accepts_loss_kwargs = True  # it divides by the targets of all batches of a step

    def get_batch_samples(self, epoch_iterator: Any, num_batches: int, device: Any) -> Any:
        """The batches of the next step, and how many targets they have."""
        drawn, done = self.train_dataset, self.state.global_step
        if isinstance(drawn, LateBatches):  # what is fetched ahead are numbers
            drawn.before_step(done, self.accelerator.unwrap_model(self.model), self.optimizer)
            epoch_iterator = map(functools.partial(drawn.batch, done), epoch_iterator)
        started = time.perf_counter()
        try:
            return super().get_batch_samples(epoch_iterator, num_batches, device)
        except RuntimeError as error:
            if str(error).startswith("DataLoader worker"):
                raise PrivtoolError(
                    "a process that reads audio died (out of memory?); try fewer --workers"
                ) from None
            raise
        finally:
            self.waited += time.perf_counter() - started

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
            raise _no_number(self.state.global_step + 1)
        return loss

    def training_step(self, *given: Any, **named: Any) -> Any:
        """That of transformers; its loss is added up."""
        loss = super().training_step(*given, **named)
        self._epoch_loss().total += loss
        return loss

    def log(self, logs: dict[str, float], *given: Any) -> None:
        """That of transformers, with the loss of all steps of the epoch.

        Also of those before it was resumed.
        """
        if "loss" in logs:
            summed = self._epoch_loss()
            total = float(self._nested_gather(torch.as_tensor(summed.total)).mean())
            logs["loss"] = total / max(1, self.state.global_step - summed.since)
            summed.total, summed.since = 0.0, self.state.global_step
        super().log(logs, *given)

    def _epoch_loss(self) -> EpochLoss:
        """Another object after a resume."""
        callbacks = self.callback_handler.callbacks
        return next(one for one in callbacks if isinstance(one, EpochLoss))

    def evaluate(self, *_: Any, **__: Any) -> dict[str, float]:
        """The loss on the validation set, which the best model is chosen by."""
        self._check_weights()
        started = time.perf_counter()
        try:
            loss = self._objective.validation_loss(self.accelerator.unwrap_model(self.model))
        except UnavailableError:  # the scores are no numbers
            raise _no_number(self.state.global_step) from None
        self.evaluated += time.perf_counter() - started
        if loss is None:
            return {}
        if not math.isfinite(loss):
            raise _no_number(self.state.global_step)
        metrics = {"eval_loss": loss}
        if isinstance(self._objective, Measuring):
            more = self._objective.measured()
            metrics |= {f"eval_{name}": value for name, value in more.items()}
        self.log(metrics)
        self.control = self.callback_handler.on_evaluate(
            self.args, self.state, self.control, metrics
        )
        return metrics

    @torch.no_grad()
    def check_end(self) -> None:
        """Raise `PrivtoolError` if the last step, after which none measures a loss, was bad."""
        self._check_weights()
        model = self.accelerator.unwrap_model(self.model).eval()
        drawn, last = self.train_dataset, self.state.global_step - 1
        batch = drawn.batch(last, 0) if isinstance(drawn, LateBatches) else drawn[0]
        with self.compute_loss_context_manager():
            loss = self._objective.loss(model, self._prepare_inputs(batch))
        if not torch.isfinite(loss):
            raise _no_number(self.state.global_step)

    def _check_weights(self) -> None:
        """A loss that is a number may have had gradients that are none."""
        if not all(bool(weights.isfinite().all()) for weights in _trained(self.model)):
            raise _no_number(self.state.global_step)

    def _rotate_checkpoints(self, *given: Any, **named: Any) -> None:
        """Not yet: a run that dies before the new one is whole goes on from those that are."""
        self._rotate = functools.partial(super()._rotate_checkpoints, *given, **named)

    def _save_checkpoint(self, model: Any, trial: Any) -> None:
        self._check_weights()
        if isinstance(self.train_dataset, LateBatches):
            self.train_dataset.before_checkpoint(self.state.global_step)
        folder = Path(self.args.output_dir) / f"checkpoint-{self.state.global_step}"
        try:
            super()._save_checkpoint(model, trial)
            self.accelerator.wait_for_everyone()
            if rank() == 0:
                if isinstance(self.train_dataset, LateBatches):
                    state = json.dumps(self.train_dataset.state())
                    (folder / DRAWN_STATE).write_text(state, encoding="utf-8")
                mark_whole(folder)
                self._rotate()
            self.accelerator.wait_for_everyone()  # no other looks at what is half written or gone
        except (OSError, SafetensorError, RuntimeError) as error:
            shutil.rmtree(folder, ignore_errors=True)
            if isinstance(error, torch.OutOfMemoryError):
                raise  # of the device, which has a remedy of its own
            why = reason_of(error, "is the disk full?")
            raise PrivtoolError(
                f"the checkpoint of step {self.state.global_step} cannot be written ({why}); the "
                "one before it, if any, is kept: make room and use --resume"
            ) from None


def _trained(model: Any) -> Iterator[torch.Tensor]:
    return (weights for weights in model.parameters() if weights.requires_grad)


def _no_number(step: int) -> PrivtoolError:
    return PrivtoolError(
        f"the loss is no number at step {step}: start anew (--force) with a lower --learning-rate; "
        "the checkpoints before it are kept until then"
    )
