"""From the options of `privtool tts` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from privtool.audio.choices import Match, Mode
from privtool.audio.clips import ClipReader, conversions_told
from privtool.audio.roots import audio_root
from privtool.audio.storing import AudioFolder, audio_folder
from privtool.cli.keep_option import check_keep
from privtool.cli.turn_picture import check_picture, picture_of
from privtool.core.blocks import Counts
from privtool.core.device import check_device_name
from privtool.core.errors import UsageError
from privtool.core.record import FIELDS
from privtool.stages.tts import Speaker, TtsStage
from privtool.stages.turns import WRITTEN, Turns

_HUB = "hf:"


class TtsPlan(NamedTuple):
    """The options of `privtool tts`; calling it loads the voice and makes the stage."""

    engine: str
    engine_command: str | None
    mode: Mode
    match: Match
    margin: float
    picture: Path | None
    keep: tuple[str, ...]
    inputs: tuple[str, ...]
    audio_root: Path | None
    out_dir: Path
    output: str
    seed: int
    device: str
    offline: bool
    force: bool

    def check(self, jobs: int) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        check_device_name(self.device)
        if self.engine_command is not None and self.engine != "espeak":
            raise UsageError("--engine and --engine-command exclude each other")
        if self.engine != "espeak" and not self.engine.startswith(_HUB):
            raise UsageError("--engine wants espeak, or hf: and a model")
        check_picture(self.picture, jobs)
        check_keep(self.keep, WRITTEN, FIELDS)
        audio_root(self.inputs, self.audio_root)

    def prepare(self, progress: bool) -> None:
        """Make the folder, and get the model's files if they are not here.

        Raises what `audio_folder` and `model_folder` raise.
        """
        if self.engine.startswith(_HUB):
            from privtool.models.hub import model_folder

            model_folder(self.engine[len(_HUB) :], self.offline, False, progress=progress)
        audio_folder(self.out_dir, self.output, self.force)

    def __call__(self) -> TtsStage:
        """Load the voice and make the stage."""
        from privtool.models.voices import load_engine

        reader = ClipReader(audio_root(self.inputs, self.audio_root))
        shown = picture_of(self.picture)
        turns = Turns(reader, self._folder(), self.margin, self.seed, shown, self.keep)
        engine = load_engine(self.engine, self.engine_command, self.device, self.offline)
        return TtsStage(self.mode, turns, Speaker(engine, self.match, turns))

    def told(self, counts: Counts) -> list[str]:
        """What the summary says."""
        parts = [
            f"{counts['turns']:,} turns changed ({counts['whole turns']:,} spoken throughout)",
            f"{counts['stand-ins']:,} stand-ins",
            f"{counts['speech milliseconds'] / 1000:,.1f} s of new speech",
        ]
        return parts + conversions_told(counts)

    def _folder(self) -> AudioFolder:
        return audio_folder(self.out_dir, self.output, force=True)  # it was checked in `prepare`
