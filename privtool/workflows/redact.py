"""From the options of `privtool redact` to its stage; picklable: each process builds its own."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import UsageError
from privtool.stages.redact import RedactSettings, RedactStage

_LONGEST_MARGIN = 1.0
_MARGIN = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s)?", re.ASCII)


def seconds_of(margin: str) -> float:
    """A margin such as `60ms` or `0.06s` (without a unit: ms) in seconds.

    Raises `UsageError` for anything else and for more than a second.
    """
    match = _MARGIN.fullmatch(margin)
    seconds = float(match[1]) * (1.0 if match[2] == "s" else 0.001) if match else -1.0
    if not 0 <= seconds <= _LONGEST_MARGIN:
        raise UsageError("--margin: give milliseconds (60ms) or seconds (0.06s), 1 s at most")
    return seconds


class RedactPlan(NamedTuple):
    """The options of `privtool redact`; calling it makes the stage."""

    settings: RedactSettings
    root: AudioRoot
    folder: AudioFolder
    verify: bool

    def __call__(self) -> RedactStage:
        """Make the stage, with a recognizer if the result is to be verified."""
        from privtool.audio.io.clips import ClipReader

        leak_checker = None
        if self.verify:
            from privtool.models.sphinx.leak_check import SphinxLeakChecker

            leak_checker = SphinxLeakChecker()
        return RedactStage(self.settings, ClipReader(self.root), self.folder, leak_checker)
