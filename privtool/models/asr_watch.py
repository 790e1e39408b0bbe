"""Saying early that a training goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from transformers import TrainerCallback

from privtool.models.asr_objective import EMPTY

_EPOCHS = 3  # after which a loss must have fallen
_FALL = 0.99
_LATE = 10  # epochs after which most models hear something


class Watch(TrainerCallback):  # type: ignore[misc]
    """Tells `say`, once each, of a loss that does not fall and of a model that hears nothing.

    Without a validation set `deaf` tells whether the model hears nothing in what it is trained on.
    """

    def __init__(self, say: Callable[[str], None], deaf: Callable[[], bool] | None = None) -> None:
        self._say, self._deaf = say, deaf
        self._told_empty = False

    def on_log(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Look at the losses of the epochs so far, also of those before `--resume`."""
        losses = [entry["loss"] for entry in state.log_history if "loss" in entry]
        new = bool(state.log_history) and "loss" in state.log_history[-1]
        if new and len(losses) == _EPOCHS and min(losses[1:]) > _FALL * losses[0]:
            self._say(
                f"the loss has not fallen in {_EPOCHS} epochs ({losses[0]:.3f}, now "
                f"{losses[-1]:.3f}): do the texts belong to the audio? Else try another "
                "--learning-rate"
            )

    def on_evaluate(
        self, _args: Any, state: Any, _control: Any, metrics: Mapping[str, float], **_: Any
    ) -> None:
        """Look at what was heard of the validation set."""
        if metrics.get(f"eval_{EMPTY}") == 1:
            self._tell_empty(state, "--valid")

    def on_epoch_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Look, late and at the end, at what is heard of a batch that it is trained on."""
        late = round(state.epoch or 0) == _LATE or state.global_step == state.max_steps
        if late and self._deaf is not None and self._deaf():
            self._tell_empty(state, "what it is trained on")

    def _tell_empty(self, state: Any, what: str) -> None:
        if self._told_empty:
            return
        self._told_empty = True
        self._say(
            f"after epoch {state.epoch or 0:.3g} the model hears no word in {what}, only "
            "blanks, as all do at first; if that goes on, try a lower --learning-rate, "
            "a longer --warmup or --ctc-weight 0.5"
        )
