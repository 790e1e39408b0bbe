"""From the options of `privtool lm-score` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import NamedTuple

from privtool.core.device import check_device_name, parse_batch_size
from privtool.stages.lm_score import LmScoreStage


class LmScorePlan(NamedTuple):
    """The options of `privtool lm-score`; calling it loads the model and makes the stage."""

    model: str
    device: str
    dtype: str
    batch_size: str
    offline: bool
    trust_pickle: bool

    def check(self) -> None:
        """Raise `UsageError` for options that name what does not exist."""
        check_device_name(self.device)
        parse_batch_size(self.batch_size, auto=1)

    def fetch(self, progress: bool) -> None:
        """Get the model's files if they are not here, once for all processes to come.

        `progress` shows a download on a terminal. Raises what `model_folder` raises.
        """
        from privtool.models.hub.resolve import model_folder

        model_folder(self.model, self.offline, self.trust_pickle, progress=progress)

    def __call__(self) -> LmScoreStage:
        """Load the model and make the stage."""
        from privtool.models.lm.scorer import load_scorer

        return LmScoreStage(load_scorer(*self))
