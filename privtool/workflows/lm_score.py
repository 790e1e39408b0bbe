"""From the options of `privtool lm-score` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from privtool.core.device import check_device_name, parse_batch_size
from privtool.core.model_options import ModelSource, Runtime
from privtool.stages.lm_score import LmScoreStage

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel


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

        `progress` shows a download on a terminal. Raises what `resolve` raises.
        """
        self._resolve(progress)

    def __call__(self) -> LmScoreStage:
        """Load the model and make the stage."""
        from privtool.models.lm.scorer import load_scorer

        runtime = Runtime(self.device, self.dtype, self.batch_size)
        return LmScoreStage(load_scorer(self._resolve(), runtime))

    def _resolve(self, progress: bool = True) -> ResolvedModel:
        from privtool.models.hub.resolve import resolve

        source = ModelSource(self.offline, self.trust_pickle)
        return resolve(self.model, source, progress=progress)
