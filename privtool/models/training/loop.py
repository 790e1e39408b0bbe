"""The training loop: steps, evaluations, and checkpoints from which a run goes on bit by bit."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import torch
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader
from tqdm import tqdm

from privtool.core.device import rank, ranks
from privtool.core.ending import end_if_begun
from privtool.core.errors import PrivtoolError, UnavailableError, option
from privtool.models.training.batches import (
    IGNORED,
    Batch,
    Batches,
    Objective,
    OnlineBatches,
    ReportsMetrics,
    targets_of,
)
from privtool.models.training.checkpoints import (
    RunState,
    load_checkpoint,
    load_weights,
    save_checkpoint,
)
from privtool.models.training.process_group import gathered, shared_loss
from privtool.models.training.settings import (
    TrainSettings,
    adamw,
    autocast,
    rate_share,
    steps_of_epoch,
    total_steps,
)

_LOOK_EVERY = 50  # steps


class Planned(NamedTuple):
    """A batch of a step, by its number; a repeat has no loss."""

    number: int
    repeat: bool = False


def plans_of(batches: int, epoch: int, settings: TrainSettings) -> list[list[Planned]]:
    """Return which batches of an epoch each step takes in this process, in a keyed order.

    Processes take turns. All of them have equally many batches: some are repeats.
    """
    seed = torch.Generator().manual_seed((settings.seed + epoch) % (1 << 63))
    order = torch.randperm(batches, generator=seed).tolist()
    plans, size = [], settings.batches_per_step
    for start in range(0, len(order), size):
        step = [Planned(number) for number in order[start : start + size]]
        step += [Planned(step[0].number, repeat=True)] * (-len(step) % ranks())
        plans.append(step[rank() :: ranks()])
    return plans


def loaded(
    batches: Batches, plans: list[list[Planned]], settings: TrainSettings
) -> Iterator[Batch]:
    """Return the batches of steps in turn, which worker processes load ahead, if there are any."""
    loader: Any = DataLoader(
        batches,  # type: ignore[arg-type]
        sampler=[planned.number for plan in plans for planned in plan],
        batch_size=None,
        collate_fn=_as_it_is,
        num_workers=settings.workers,
        pin_memory=settings.device.type == "cuda",
        generator=torch.Generator(),  # the numbers of the model's dropout do not depend on it
    )
    return iter(loader)


def _next_of(loading: Iterator[Batch], planned: Planned) -> Batch:
    """Return the next batch with its targets; raise `PrivtoolError` if a worker died."""
    try:
        batch = next(loading)
    except RuntimeError as error:
        if str(error).startswith("DataLoader worker"):
            end_if_begun()  # they got the signal, too
            raise PrivtoolError(
                f"a process that reads audio died (out of memory?); try fewer {option('workers')}"
            ) from None
        raise
    if planned.repeat:
        batch = {**batch, "labels": torch.full_like(batch["labels"], IGNORED)}
    return {**batch, "targets": targets_of(batch)} if "labels" in batch else batch


def _as_it_is(batch: Any) -> Any:
    return batch


class Monitor:
    """Looks on while a model is trained; a subclass takes what it wants to see."""

    def step_begins(self, state: RunState) -> None:
        """The batches of a step are there."""

    def step_ended(self, state: RunState) -> None:
        """A step was made; it is not yet evaluated or saved."""

    def evaluated(self, state: RunState, metrics: Mapping[str, float]) -> None:
        """The model was measured on the validation set."""

    def epoch_ended(self, state: RunState) -> None:
        """All steps of an epoch were made, and its loss was added to the history."""

    def ended(self, state: RunState) -> None:
        """The run has ended."""


def not_finite(step: int) -> PrivtoolError:
    """Return the error of a loss that is not finite at a step."""
    return PrivtoolError(
        f"the loss is not finite at step {step}; use {option('force')} to restart with a lower "
        f"{option('learning_rate')}; earlier checkpoints are kept until then"
    )


def check_weights(model: Any, step: int) -> None:
    """Raise `PrivtoolError` for weights that are not finite: their loss was, its gradients not."""
    trained = (weights for weights in model.parameters() if weights.requires_grad)
    if not all(bool(weights.isfinite().all()) for weights in trained):
        raise not_finite(step)


def check_losses(losses: list[torch.Tensor], step: int) -> None:
    """Raise `PrivtoolError` for the first of the losses up to that of `step` that is not finite."""
    finite = torch.stack(losses).isfinite().tolist() if losses else []
    if not all(finite):
        raise not_finite(step - len(finite) + 1 + finite.index(False))


class Loop:
    """Trains a model in place; the checkpoints are in `run_dir`."""

    def __init__(
        self,
        settings: TrainSettings,
        model: Any,
        batches: Batches,
        objective: Objective,
        run_dir: Path,
        monitor: Monitor | None = None,
    ) -> None:
        self.settings, self.model, self.batches = settings, model, batches
        self.state = RunState(total_steps(settings, len(batches)))
        self._steps_of_epoch = steps_of_epoch(settings, len(batches))
        self.waiting = self.evaluating = 0.0  # seconds: for batches, in validation
        self._objective, self._run_dir = objective, run_dir
        self._monitor = monitor or Monitor()
        self._unseen: list[torch.Tensor] = []  # losses of steps: to look at them waits for a GPU
        torch.manual_seed(settings.seed % (1 << 32))
        self._loss = shared_loss(model, objective, settings.device)
        self.optimizer = adamw(model, settings)

    def run(self, checkpoint: Path | None) -> None:
        """Train, from a checkpoint if there is one, and take the best weights.

        Raise `PrivtoolError` for a loss that is not finite, or a checkpoint that cannot be written.
        """
        state, settings = self.state, self.settings
        if checkpoint is not None:
            load_checkpoint(checkpoint, state, self.model, self.optimizer, self.batches)
        with tqdm(
            total=state.steps, initial=state.step, unit=" steps", leave=False,
            desc=settings.progress, disable=settings.progress is None, file=sys.stderr,
        ) as bar:  # fmt: skip
            for epoch in range(state.step // self._steps_of_epoch, settings.epochs):
                if state.has_stopped(settings.patience):
                    break
                self._train_epoch(epoch, bar)
        self._monitor.ended(state)
        if state.best_step is None:
            self._check_end()
        else:
            load_weights(self.model, self._run_dir, state.best_step)

    def _train_epoch(self, epoch: int, bar: Any) -> None:
        state = self.state
        if hasattr(self.batches, "epoch"):
            self.batches.epoch = epoch
        plans = plans_of(len(self.batches), epoch, self.settings)
        plans = plans[state.step - epoch * self._steps_of_epoch :]
        loading = loaded(self.batches, plans, self.settings)
        for plan in plans:
            end_if_begun()
            if isinstance(self.batches, OnlineBatches):
                self.batches.before_step(state.step, self.model, self.optimizer)
            started = time.perf_counter()
            batches = [_next_of(loading, planned) for planned in plan]
            self.waiting += time.perf_counter() - started
            self._monitor.step_begins(state)
            self.train_step(batches)
            self._monitor.step_ended(state)
            bar.update()
            if self._after_step():
                return

    def _after_step(self) -> bool:
        """Log, evaluate and save where it is time to; return whether to stop early."""
        state, every = self.state, self.settings.eval_every
        state.epoch = state.step / self._steps_of_epoch
        epoch_ends, last = state.step % self._steps_of_epoch == 0, state.step == state.steps
        measures = last or (epoch_ends if every is None else state.step % every == 0)
        if epoch_ends or measures or state.step % _LOOK_EVERY == 0:
            unseen, self._unseen = self._unseen, []
            check_losses(unseen, state.step)
        if epoch_ends:
            losses = gathered(float(state.loss))  # of the epoch, before a resume, too
            mean = sum(losses) / len(losses) / max(1, state.targets)
            state.loss, state.targets = 0.0, 0
            state.history.append({"loss": mean, "epoch": state.epoch, "step": state.step})
            self._monitor.epoch_ended(state)
        if measures:
            check_weights(self.model, state.step)
            self._evaluate()
            keep = max(2, self.settings.average_checkpoints + (state.best_step is not None))
            save_checkpoint(self._run_dir, keep, state, self.model, self.optimizer, self.batches)
        return state.has_stopped(self.settings.patience)

    def train_step(self, batches: list[Batch]) -> None:
        """Make a step of the mean loss of the targets in the batches of all processes."""
        state, settings = self.state, self.settings
        count = sum(len(batch["targets"]) for batch in batches if "targets" in batch)
        # The gradients of the processes are averaged, and the count is that of all of them.
        count = max(1, sum(gathered(count)))
        scale = ranks() / count
        total: Any = 0.0
        for number, batch in enumerate(batches, 1):
            more = number < len(batches) and isinstance(self._loss, DistributedDataParallel)
            with self._loss.no_sync() if more else nullcontext(), autocast(settings):
                loss = self._loss(self._on_device(batch)) * scale
            loss.backward()
            total = total + loss.detach()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), settings.max_grad_norm)
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate * rate_share(settings, state.step, state.steps)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self._unseen.append(total)
        state.loss, state.targets = state.loss + total * count, state.targets + count
        state.step += 1

    def _on_device(self, batch: Batch) -> Batch:
        move = partial(torch.Tensor.to, device=self.settings.device, non_blocking=True)
        return {k: move(v) if isinstance(v, torch.Tensor) else v for k, v in batch.items()}

    def _evaluate(self) -> None:
        """Measure the validation loss, if there is one, which selects the best checkpoint."""
        state, started = self.state, time.perf_counter()
        try:
            loss = self._objective.validation_loss(self.model)
        except UnavailableError:  # the scores are not finite
            raise not_finite(state.step) from None
        if loss is None:
            return
        self.model.train()
        self.evaluating += time.perf_counter() - started
        # That of the first process, so that none alone finds that it is time to stop.
        loss = gathered(loss)[0]
        if not math.isfinite(loss):
            raise not_finite(state.step)
        metrics = {"eval_loss": loss}
        if isinstance(self._objective, ReportsMetrics):
            metrics |= {f"eval_{name}": value for name, value in self._objective.metrics().items()}
        state.record(metrics)
        self._monitor.evaluated(state, metrics)

    @torch.no_grad()
    def _check_end(self) -> None:
        """Raise `PrivtoolError` if the last step diverged: no later step computes a loss."""
        check_weights(self.model, self.state.step)
        with autocast(self.settings):
            batch = self._on_device(dict(self.batches[0]))
            loss = self._objective.loss(self.model.eval(), batch)
        if not torch.isfinite(loss):
            raise not_finite(self.state.step)
