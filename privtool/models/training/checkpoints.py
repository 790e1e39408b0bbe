"""Checkpoints of a run: what they hold, which are complete, which to keep, and their average."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from pickle import PickleError
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file

from privtool.core.device import rank
from privtool.core.errors import PrivtoolError, option, reason_of
from privtool.models.training.batches import OnlineBatches
from privtool.models.training.process_group import is_of_the_group, wait_for_all

_MARK = "complete"  # a file that is written last: the sizes of the others
_WEIGHTS, _OPTIMIZER, _STATE = "model.safetensors", "optimizer.pt", "state.json"
_load_tensors = partial(torch.load, map_location="cpu", weights_only=True)  # of any device


@dataclass
class RunState:
    """Where a run of so many `steps` is.

    `loss` is the sum of the losses of so many `targets` of this epoch, `worse` the number of
    evaluations since the best one. `history` has the mean training losses by epoch, and validation
    metrics.
    """

    steps: int
    step: int = 0
    epoch: float = 0.0
    loss: Any = 0.0  # a tensor while training: no synchronization with the device
    targets: int = 0
    best_step: int | None = None
    best_loss: float | None = None
    worse: int = 0
    history: list[dict[str, float]] = field(default_factory=list)

    def record(self, metrics: dict[str, float]) -> None:
        """Add the metrics of an evaluation; the lowest `eval_loss` is the best."""
        loss = metrics["eval_loss"]
        better = self.best_loss is None or loss < self.best_loss
        if better:
            self.best_step, self.best_loss = self.step, loss
        self.worse = 0 if better else self.worse + 1
        self.history.append({**metrics, "epoch": self.epoch, "step": self.step})

    def has_stopped(self, patience: int | None) -> bool:
        """Return whether the last evaluations brought no improvement."""
        return patience is not None and self.worse >= patience


def save_checkpoint(
    run_dir: Path, keep: int, state: RunState, model: Any, optimizer: Any, batches: Any
) -> None:
    """Save a checkpoint; older ones are removed only when it is complete.

    The best one and the last ones stay, `keep` in all (at least 2). The first process writes it,
    and each its own random state. Raise `PrivtoolError` if it cannot be written.
    """
    folder = run_dir / f"checkpoint-{state.step}"
    drawn = batches.state(state.step) if isinstance(batches, OnlineBatches) else None
    try:
        if rank() == 0:
            folder.mkdir(parents=True)
            save_file(trained_weights(model), folder / _WEIGHTS)
            torch.save(optimizer.state_dict(), folder / _OPTIMIZER)
            values = {**asdict(state), "loss": float(state.loss)}
            (folder / _STATE).write_text(json.dumps([values, drawn]), encoding="utf-8")
        wait_for_all()
        cuda = [torch.cuda.get_rng_state()] if torch.cuda.is_available() else []
        torch.save([torch.get_rng_state(), *cuda], _random_file(folder))
        wait_for_all()
        if rank() == 0:
            mark_complete(folder)
            steps = complete_checkpoints(run_dir)
            others = [each for each in steps if step_of(each) != state.best_step]
            for old in others[: -(keep - (state.best_step is not None))]:
                shutil.rmtree(old, ignore_errors=True)
        wait_for_all()  # no other looks at half-written folders
    except (OSError, SafetensorError, RuntimeError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, torch.OutOfMemoryError) or is_of_the_group(error):
            raise  # they have remedies of their own
        raise PrivtoolError(
            f"{run_dir}: the checkpoint of step {state.step} cannot be written "
            f"({reason_of(error, 'is the disk full?')}); the one before it, if any, is kept: free "
            f"some space and use {option('resume')}"
        ) from None


def load_checkpoint(
    checkpoint: Path, state: RunState, model: Any, optimizer: Any, batches: Any
) -> None:
    """Continue from a checkpoint: set the state, the weights, the optimizer and random numbers."""
    values, drawn = _read(checkpoint, _STATE, lambda file: json.loads(file.read_bytes()))
    for name, value in values.items():
        setattr(state, name, value)
    if isinstance(batches, OnlineBatches):
        batches.restore(drawn)
    best = checkpoint.parent / f"checkpoint-{state.best_step}"
    if state.best_step is not None and not best.is_dir():
        raise PrivtoolError(
            f"{best}, the best checkpoint, is gone: use {option('force')} to restart"
        )
    load_weights(model, checkpoint.parent, state.step)
    optimizer.load_state_dict(_read(checkpoint, _OPTIMIZER, _load_tensors))
    if _random_file(checkpoint).is_file():  # not for more processes than there were
        states = _read(checkpoint, _random_file(checkpoint).name, _load_tensors)
        torch.set_rng_state(states[0])
        if states[1:] and torch.cuda.is_available():
            torch.cuda.set_rng_state(states[1])


def load_weights(model: Any, run_dir: Path, step: int) -> None:
    weights = _read(run_dir / f"checkpoint-{step}", _WEIGHTS, load_file)
    model.load_state_dict(weights, strict=False)


def _read(checkpoint: Path, name: str, load: Callable[[Path], Any]) -> Any:
    """Load a file of a checkpoint; raise `PrivtoolError` if a crash of the machine damaged it."""
    try:
        return load(checkpoint / name)
    except (OSError, ValueError, RuntimeError, EOFError, PickleError, SafetensorError):
        raise PrivtoolError(
            f"{checkpoint} is damaged: remove it to continue from the one before it, or use "
            f"{option('force')} to restart"
        ) from None


def trained_weights(model: Any) -> dict[str, torch.Tensor]:
    """Return what training changes: weights, tied ones once, and the buffers that are saved."""
    saved = model.state_dict().keys()
    weights = {name: each for name, each in model.named_parameters() if each.requires_grad}
    weights |= {name: each for name, each in model.named_buffers() if name in saved}
    return {name: each.detach().cpu().contiguous() for name, each in weights.items()}


def _random_file(checkpoint: Path) -> Path:
    return checkpoint / f"random-{rank()}.pt"


def mark_complete(checkpoint: Path) -> None:
    """Mark a checkpoint as complete once its files are on the disk: power may fail in between."""
    for file in checkpoint.iterdir():
        with file.open("rb") as written:
            os.fsync(written.fileno())
    with (checkpoint / _MARK).open("w", encoding="utf-8") as mark:
        json.dump(_sizes(checkpoint), mark)
        mark.flush()
        os.fsync(mark.fileno())


def complete_checkpoints(run_dir: Path) -> list[Path]:
    """Return the complete checkpoints in order of their steps; remove the others.

    Of several processes the first one removes them: it knows what it is still writing.
    """
    complete: list[Path] = []
    for folder in run_dir.glob("checkpoint-*"):
        if _is_complete(folder):
            complete.append(folder)
        elif rank() == 0:
            shutil.rmtree(folder, ignore_errors=True)
    return sorted(complete, key=step_of)


def _is_complete(checkpoint: Path) -> bool:
    try:
        sizes: dict[str, int] = json.loads((checkpoint / _MARK).read_text(encoding="utf-8"))
        return sizes.items() <= _sizes(checkpoint).items()
    except (OSError, ValueError):  # another process may be removing it
        return False


def _sizes(checkpoint: Path) -> dict[str, int]:
    return {file.name: file.stat().st_size for file in checkpoint.iterdir() if file.name != _MARK}


def step_of(checkpoint: Path) -> int:
    """Return the step after which a checkpoint was written."""
    return int(checkpoint.name.rpartition("-")[2])


def load_average(model: Any, checkpoints: Sequence[Path]) -> None:
    """Load the mean weights of checkpoints into a model (Vaswani 2017, section 6.1)."""
    total: dict[str, torch.Tensor] = {}
    for folder in checkpoints:
        for name, weights in _read(folder, _WEIGHTS, load_file).items():
            total[name] = total[name] + weights.double() if name in total else weights.double()
    mean = {name: weights / len(checkpoints) for name, weights in total.items()}
    # Tied weights are stored under one name; loading fills both.
    model.load_state_dict(mean, strict=False)
