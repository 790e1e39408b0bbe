"""Going on with a run: whether it has ended before, and where its best weights are now."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from transformers import EarlyStoppingCallback, TrainerCallback
from transformers.trainer_callback import TrainerState

from privtool.core.errors import PrivtoolError

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
