"""Early warnings of a training that goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from privtool.core.errors import option
from privtool.models.asr.training.objective import EMPTY
from privtool.models.training.checkpoints import RunState
from privtool.models.training.loop import Monitor

_EPOCHS = 3  # after which the loss must have fallen
_FALL = 0.99
_LATE = 10  # epochs after which most models emit tokens


class TrainingMonitor(Monitor):
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

    def logged(self, state: RunState) -> None:
        """Check the losses of the epochs so far, also of those before `--resume`."""
        losses = [entry["loss"] for entry in state.history if "loss" in entry]
        if len(losses) == _EPOCHS and min(losses[1:]) > _FALL * losses[0]:
            self._warn(
                f"the loss has not fallen in {_EPOCHS} epochs ({losses[0]:.3f}, now "
                f"{losses[-1]:.3f}): check that the texts match the audio, or try another "
                f"{option('learning_rate')}"
            )

    def evaluated(self, state: RunState, metrics: Mapping[str, float]) -> None:
        """Check the share of empty hypotheses on the validation set."""
        self._only_blanks = metrics.get(f"eval_{EMPTY}") == 1
        if self._only_blanks and self._warned_at < 0 and state.epoch >= _LATE:
            self._warn_of_blanks(state)

    def epoch_ended(self, state: RunState) -> None:
        """Test the model on a training batch, late and at the end."""
        late = round(state.epoch) == _LATE or state.step == state.steps
        if late and self._emits_only_blanks is not None:
            self._only_blanks = self._emits_only_blanks()
            if self._only_blanks:
                self._warn_of_blanks(state)

    def ended(self, state: RunState) -> None:
        """Warn if the final model emits only blanks."""
        if self._only_blanks and self._warned_at != state.step:
            self._warn_of_blanks(state)

    def _warn_of_blanks(self, state: RunState) -> None:
        self._warned_at = state.step
        data = option("valid") if self._emits_only_blanks is None else "its training data"
        self._warn(
            f"after epoch {state.epoch:.3g} the model emits no word on {data}, only blanks; "
            f"try a lower {option('learning_rate')}, a longer {option('warmup')}, more "
            f"{option('epochs')} or {option('ctc_weight')} 0.5"
        )
