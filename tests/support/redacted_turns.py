"""The stage that redacts recordings, and where it changed one."""

from pathlib import Path

import numpy as np

from privtool.audio.io.decode import read_frames
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import AudioFolder
from privtool.core.record import Record
from privtool.stages.redact import RedactSettings, RedactStage


def redact_stage(folder: Path, spotters=(), **options) -> RedactStage:
    """Return the stage for recordings in a folder; it writes into `out`, below it."""
    clips = AudioRoot(str(folder))
    out = AudioFolder(str(folder / "out"), str(folder / "out"))
    return RedactStage(RedactSettings(**options), clips, out, spotters)


def changed_seconds(recording: Path, new: Record) -> tuple[float, float] | None:
    """Return the seconds in which the audio differs, first and last."""
    before, after = read_frames(str(recording)), read_frames(new.audio_filepath)
    assert after.samples.shape == before.samples.shape
    different = np.flatnonzero((before.samples != after.samples).any(axis=1))
    if not len(different):
        return None
    return different[0] / before.rate, (different[-1] + 1) / before.rate
