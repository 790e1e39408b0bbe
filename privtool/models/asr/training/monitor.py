"""Saying early that a training goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from transformers import TrainerCallback

from privtool.models.asr.training.objective import EMPTY

_EPOCHS = 3  # after which a loss must have fallen
_FALL = 0.99
_LATE = 10  # epochs after which most models hear something


class Watch(TrainerCallback):  # type: ignore[misc]
    """Tells `say` of a loss that does not fall, and of a model that hears nothing late or at last.

    Without a validation set `deaf` tells whether the model hears nothing in what it is trained on.
    """

    def __init__(self, say: Callable[[str], None], deaf: Callable[[], bool] | None = None) -> None:
        self._say, self._deaf = say, deaf
        self._empty = False
        self._told = -1  # the step at which the model heard nothing, as was told

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
        self._empty = metrics.get(f"eval_{EMPTY}") == 1
        if self._empty and self._told < 0 and (state.epoch or 0) >= _LATE:
            self._tell_empty(state)

    def on_epoch_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Look, late and at the end, at what is heard of a batch that it is trained on."""
        late = round(state.epoch or 0) == _LATE or state.global_step == state.max_steps
        if late and self._deaf is not None:
            self._empty = self._deaf()
            if self._empty:
                self._tell_empty(state)

    def on_train_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Tell of a model that heard nothing at last."""
        if self._empty and self._told != state.global_step:
            self._tell_empty(state)

    def _tell_empty(self, state: Any) -> None:
        self._told = state.global_step
        what = "--valid" if self._deaf is None else "what it is trained on"
        self._say(
            f"after epoch {state.epoch or 0:.3g} the model hears no word in {what}, only "
            "blanks; try a lower --learning-rate, a longer --warmup, more --epochs or "
            "--ctc-weight 0.5"
        )
