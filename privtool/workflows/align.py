"""From the options of `privtool align` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from privtool.audio.io.clips import ClipReader
from privtool.audio.io.roots import AudioRoot
from privtool.core.device import check_device_name
from privtool.core.model_options import ModelSource
from privtool.interfaces.alignment import Aligner
from privtool.models.catalog import MMS_FA, POCKETSPHINX
from privtool.stages.align import AlignStage

if TYPE_CHECKING:
    from privtool.models.hub.resolve import ResolvedModel


class AlignPlan(NamedTuple):
    """The options of `privtool align`; calling it loads the aligner and returns the stage.

    `aligner` is `pocketsphinx`, `mms_fa`, or a CTC model: an alias, a hub id or a folder.
    """

    aligner: str
    root: AudioRoot
    strict: bool
    device: str
    offline: bool
    trust_pickle: bool

    def check(self) -> None:
        """Raise `UsageError` for options that name what does not exist."""
        check_device_name(self.device)

    def fetch(self, progress: bool) -> None:
        """Fetch the model's files unless they are cached, once for all processes."""
        if self.aligner == MMS_FA:
            from privtool.models.alignment.mms import fetch_mms

            fetch_mms(self._origin, progress=progress)
        elif self.aligner != POCKETSPHINX:
            self._resolve(progress)

    def __call__(self) -> AlignStage:
        """Load the aligner and return the stage."""
        return AlignStage(self._load(), ClipReader(self.root), self.strict)

    def _load(self) -> Aligner:
        if self.aligner == POCKETSPHINX:
            from privtool.models.sphinx.aligner import SphinxAligner

            return SphinxAligner()
        if self.aligner == MMS_FA:
            from privtool.models.alignment.mms import load_mms_aligner

            return load_mms_aligner(self.device)
        from privtool.models.alignment.ctc import load_ctc_aligner

        return load_ctc_aligner(self._resolve(), self.device)

    @property
    def _origin(self) -> ModelSource:
        return ModelSource(self.offline, self.trust_pickle)

    def _resolve(self, progress: bool = True) -> ResolvedModel:
        from privtool.models.hub.resolve import resolve

        return resolve(self.aligner, self._origin, progress=progress)
