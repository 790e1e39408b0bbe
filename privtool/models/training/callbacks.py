"""What the training loop is told of at its steps and epochs."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from transformers import EarlyStoppingCallback, TrainerCallback
from transformers.trainer_callback import ExportableState, TrainerState

from privtool.core.errors import PrivtoolError


class EpochLoss(TrainerCallback, ExportableState):  # type: ignore[misc]
    """The `total` of losses since step `since`, where it was logged last; kept in checkpoints."""

    def __init__(self, total: float = 0.0, since: int = 0) -> None:
        self.total: Any = total  # a tensor while training, so that no device is waited for
        self.since = since

    def state(self) -> dict[str, Any]:
        """What makes an equal object."""
        return {"args": {"total": float(self.total), "since": self.since}, "attributes": {}}


class Epochs(TrainerCallback):  # type: ignore[misc]
    """Tells batches which epoch begins, also where a run goes on in the middle of one."""

    def __init__(self, batches: Any) -> None:
        self._batches = batches

    def on_epoch_begin(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        self._batches.epoch = int((state.epoch or 0.0) + 1e-6)  # a sum of fractions of epochs


class LastCheck(TrainerCallback):  # type: ignore[misc]
    """Looks at the validation set after the last step, too, where every few steps end before it."""

    def __init__(self, every: int) -> None:
        self._every = every

    def on_step_end(self, _args: Any, state: Any, control: Any, **_: Any) -> None:
        if state.global_step >= state.max_steps and state.global_step % self._every:
            control.should_evaluate = True


class Progress(TrainerCallback):  # type: ignore[misc]
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


_STATE = "trainer_state.json"


class BestHere(TrainerCallback):  # type: ignore[misc]
    """Looks for the best checkpoint in the folder of the run, whatever that was called before."""

    def on_train_begin(self, args: Any, state: Any, _control: Any, **_: Any) -> None:
        _place_best(state, Path(args.output_dir))


def has_stopped_early(checkpoint: Path) -> bool:
    """Whether the run ended with this checkpoint, as the validation loss no longer fell."""
    state = json.loads((checkpoint / _STATE).read_text(encoding="utf-8"))
    stopping = state["stateful_callbacks"].get(EarlyStoppingCallback.__name__)
    if stopping is None:
        return False
    waited: int = stopping["attributes"]["early_stopping_patience_counter"]
    patience: int = stopping["args"]["early_stopping_patience"]
    return waited >= patience


def end_state(checkpoint: Path) -> Any:
    """The state that a run ended with at this checkpoint."""
    state = TrainerState.load_from_json(str(checkpoint / _STATE))
    _place_best(state, checkpoint.parent)
    return state


def _place_best(state: Any, work: Path) -> None:
    if not state.best_global_step:
        return
    best = work / f"checkpoint-{state.best_global_step}"
    if not best.is_dir():
        raise PrivtoolError(f"{best} had the best weights and is gone: --force starts anew")
    state.best_model_checkpoint = str(best)
