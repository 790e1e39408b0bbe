"""What looks on while a model is trained."""

from __future__ import annotations

from collections.abc import Mapping

from privtool.models.training.checkpoints import RunState


class Monitor:
    """Looks on while a model is trained; a subclass takes what it wants to see."""

    def step_begins(self, state: RunState) -> None:
        """The batches of a step are there."""

    def step_ended(self, state: RunState) -> None:
        """A step was made; it is not yet evaluated or saved."""

    def logged(self, state: RunState) -> None:
        """The loss of an epoch was added to the history."""

    def evaluated(self, state: RunState, metrics: Mapping[str, float]) -> None:
        """The model was measured on the validation set."""

    def epoch_ended(self, state: RunState) -> None:
        """All steps of an epoch were made."""

    def ended(self, state: RunState) -> None:
        """The run has ended."""
