"""From the options of `privtool align` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import NamedTuple

from privtool.audio.io.clips import ClipReader
from privtool.audio.io.roots import AudioRoot
from privtool.core.device import check_device_name
from privtool.core.errors import UsageError
from privtool.stages.align import Aligner, AlignStage

SPHINX, MMS, CTC = "pocketsphinx", "mms_fa", "ctc:"


class AlignPlan(NamedTuple):
    """The options of `privtool align`; calling it loads the aligner and makes the stage."""

    aligner: str
    root: AudioRoot
    strict: bool
    device: str
    offline: bool
    trust_pickle: bool

    def check(self) -> None:
        """Raise `UsageError` for options that name what does not exist."""
        check_device_name(self.device)
        if self.aligner not in (SPHINX, MMS) and not self.aligner.startswith(CTC):
            raise UsageError(f"--aligner: neither {SPHINX} nor {MMS} nor {CTC} and a model")

    def fetch(self, progress: bool) -> None:
        """Get a model's files if they are not here, once for all processes to come."""
        if self.aligner == MMS:
            from privtool.models.alignment.mms import fetch_mms

            fetch_mms(self.offline, self.trust_pickle, progress)
        elif self.aligner != SPHINX:
            from privtool.models.hub.resolve import model_folder

            name = self.aligner.removeprefix(CTC)
            model_folder(name, self.offline, self.trust_pickle, progress=progress)

    def __call__(self) -> AlignStage:
        """Load the aligner and make the stage."""
        return AlignStage(self._aligner(), ClipReader(self.root), self.strict)

    def _aligner(self) -> Aligner:
        if self.aligner == SPHINX:
            from privtool.models.sphinx.aligner import SphinxAligner

            return SphinxAligner()
        if self.aligner == MMS:
            from privtool.models.alignment.mms import load_mms_aligner

            return load_mms_aligner(self.device)
        from privtool.models.alignment.ctc import load_ctc_aligner

        name = self.aligner.removeprefix(CTC)
        return load_ctc_aligner(name, self.device, self.offline, self.trust_pickle)
