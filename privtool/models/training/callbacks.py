"""Callbacks of the training loop, and the state of a run in its checkpoints."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from transformers import EarlyStoppingCallback, TrainerCallback
from transformers.trainer_callback import ExportableState, TrainerState

from privtool.core.errors import PrivtoolError, option


class EpochLoss(TrainerCallback, ExportableState):  # type: ignore[misc]
    """The `total` of the losses since it was last logged, after step `since`.

    Checkpoints keep it, so that a resumed epoch logs the loss of all its steps.
    """

    def __init__(self, total: float = 0.0, since: int = 0) -> None:
        self.total: Any = total  # a tensor while training: no sync with the device
        self.since = since

    def state(self) -> dict[str, Any]:
        """Return what an equal object is made of."""
        return {"args": {"total": float(self.total), "since": self.since}, "attributes": {}}


class EpochNumber(TrainerCallback):  # type: ignore[misc]
    """Sets the `epoch` of batches, also when a run is resumed in the middle of one."""

    def __init__(self, batches: Any) -> None:
        self._batches = batches

    def on_epoch_begin(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        self._batches.epoch = int((state.epoch or 0.0) + 1e-6)  # a sum of fractions of epochs


class FinalEvaluation(TrainerCallback):  # type: ignore[misc]
    """Evaluates after the last step too, where no multiple of `every` falls on it."""

    def __init__(self, every: int) -> None:
        self._every = every

    def on_step_end(self, _args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step >= state.max_steps and state.global_step % self._every:
            control.should_evaluate = True


class ProgressBar(TrainerCallback):  # type: ignore[misc]
    """A progress bar on standard error."""

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

    def on_train_end(self, *_args: Any, **_: Any) -> None:
        self._bar.close()


_STATE = "trainer_state.json"


class BestInRunDir(TrainerCallback):  # type: ignore[misc]
    """Finds the best checkpoint in the run folder, which may have been renamed since."""

    def on_train_begin(self, args: Any, state: Any, _control: Any, **_: Any) -> None:
        _locate_best(state, Path(args.output_dir))


def has_stopped_early(checkpoint: Path) -> bool:
    """Return whether the run ended here because the validation loss stopped improving."""
    state = json.loads((checkpoint / _STATE).read_text(encoding="utf-8"))
    stopping = state["stateful_callbacks"].get(EarlyStoppingCallback.__name__)
    if stopping is None:
        return False
    count = stopping["attributes"]["early_stopping_patience_counter"]
    return bool(count >= stopping["args"]["early_stopping_patience"])


def end_state(checkpoint: Path) -> Any:
    """Return the Trainer state of a run that ended with this checkpoint."""
    state = TrainerState.load_from_json(str(checkpoint / _STATE))
    _locate_best(state, checkpoint.parent)
    return state


def _locate_best(state: Any, run_dir: Path) -> None:
    if not state.best_global_step:
        return
    best = run_dir / f"checkpoint-{state.best_global_step}"
    if not best.is_dir():
        raise PrivtoolError(
            f"{best}, the best checkpoint, is gone: use {option('force')} to restart"
        )
    state.best_model_checkpoint = str(best)
