"""From the options of `privtool tts` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import NamedTuple

from privtool.audio.editing.options import TtsMode
from privtool.audio.io.clips import conversion_summary
from privtool.core.blocks import Counts
from privtool.core.device import check_device_name
from privtool.core.errors import UsageError
from privtool.core.model_options import ModelSource
from privtool.core.pipeline import StreamOptions
from privtool.stages.tts import TtsStage, TurnSynthesizer
from privtool.workflows.config.synthesis import NewTurns

_HUB = "hf:"


class TtsPlan(NamedTuple):
    """The options of `privtool tts`; calling it loads the voice and makes the stage."""

    engine: str
    engine_command: str | None
    mode: TtsMode
    new: NewTurns
    inputs: tuple[str, ...]
    output: str
    device: str
    offline: bool

    def check(self, stream: StreamOptions) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there."""
        check_device_name(self.device)
        if self.engine_command is not None and self.engine != "espeak":
            raise UsageError("--engine and --engine-command exclude each other")
        if self.engine != "espeak" and not self.engine.startswith(_HUB):
            raise UsageError("--engine wants espeak, or hf: and a model")
        if self.new.picture is not None and self.mode is TtsMode.TURN:
            raise UsageError("--picture shows surrogates in their turns: not with --mode turn")
        self.new.check(stream)

    def prepare(self, progress: bool) -> None:
        """Make the folder, and get the model's files if they are not here.

        Raises what `NewTurns.prepare` and `resolve` raise.
        """
        if self.engine.startswith(_HUB):
            from privtool.models.hub.resolve import resolve

            resolve(self.engine[len(_HUB) :], ModelSource(self.offline), progress=progress)
        self.new.prepare(self.output)

    def __call__(self) -> TtsStage:
        """Load the voice and make the stage."""
        from privtool.models.tts.engines import load_engine

        turns = self.new.turns(self.inputs, self.output)
        engine = load_engine(
            self.engine, ModelSource(self.offline), self.device, command=self.engine_command
        )
        return TtsStage(self.mode, turns, TurnSynthesizer(engine, self.new.match, turns))

    def told(self, counts: Counts) -> list[str]:
        """What the summary says."""
        parts = [
            f"{counts['turns']:,} turns changed ({counts['whole turns']:,} spoken throughout)",
            f"{counts['surrogates']:,} surrogates",
            f"{counts['speech milliseconds'] / 1000:,.1f} s of new speech",
        ]
        return parts + conversion_summary(counts)
