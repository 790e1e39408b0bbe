"""Early warnings of a training that goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from transformers import TrainerCallback

from privtool.core.errors import option
from privtool.models.asr.training.objective import EMPTY

_EPOCHS = 3  # after which the loss must have fallen
_FALL = 0.99
_LATE = 10  # epochs after which most models emit tokens


class TrainingMonitor(TrainerCallback):  # type: ignore[misc]
    """Warns of a loss that does not fall, and of a model that still emits only blanks.

    Without a validation set, `emits_only_blanks` tests the model on its training data.
    """

    def __init__(
        self,
        warn: Callable[[str], None],
        emits_only_blanks: Callable[[], bool] | None = None,
    ) -> None:
        self._warn, self._emits_only_blanks = warn, emits_only_blanks
        self._only_blanks = False
        self._warned_at = -1  # the step of the last warning of blanks

    def on_log(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Check the losses of the epochs so far, also of those before `--resume`."""
        losses = [entry["loss"] for entry in state.log_history if "loss" in entry]
        new = bool(state.log_history) and "loss" in state.log_history[-1]
        if new and len(losses) == _EPOCHS and min(losses[1:]) > _FALL * losses[0]:
            self._warn(
                f"the loss has not fallen in {_EPOCHS} epochs ({losses[0]:.3f}, now "
                f"{losses[-1]:.3f}): check that the texts match the audio, or try another "
                f"{option('learning_rate')}"
            )

    def on_evaluate(
        self, _args: Any, state: Any, _control: Any, metrics: Mapping[str, float], **_: Any
    ) -> None:
        """Check the share of empty hypotheses on the validation set."""
        self._only_blanks = metrics.get(f"eval_{EMPTY}") == 1
        if self._only_blanks and self._warned_at < 0 and (state.epoch or 0) >= _LATE:
            self._warn_of_blanks(state)

    def on_epoch_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Test the model on a training batch, late and at the end."""
        late = round(state.epoch or 0) == _LATE or state.global_step == state.max_steps
        if late and self._emits_only_blanks is not None:
            self._only_blanks = self._emits_only_blanks()
            if self._only_blanks:
                self._warn_of_blanks(state)

    def on_train_end(self, _args: Any, state: Any, _control: Any, **_: Any) -> None:
        """Warn if the final model emits only blanks."""
        if self._only_blanks and self._warned_at != state.global_step:
            self._warn_of_blanks(state)

    def _warn_of_blanks(self, state: Any) -> None:
        self._warned_at = state.global_step
        data = option("valid") if self._emits_only_blanks is None else "its training data"
        self._warn(
            f"after epoch {state.epoch or 0:.3g} the model emits no word on {data}, only blanks; "
            f"try a lower {option('learning_rate')}, a longer {option('warmup')}, more "
            f"{option('epochs')} or {option('ctc_weight')} 0.5"
        )
