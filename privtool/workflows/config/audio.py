"""Options of commands that read or write audio, and of voices.

How surrogates get their sound, and where turns are written, are options of `tts` and `splice`. The
voice speaks what is not taken from recordings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.audio.intervals import TRUSTED
from privtool.audio.io.roots import audio_root
from privtool.core.blocks import Counts, NewId
from privtool.core.device import ModelSource, Runtime, check_device_name
from privtool.core.errors import DataError, UsageError, option
from privtool.core.language_marks import ENGLISH
from privtool.core.options import Only, Opt
from privtool.core.pipeline import (
    StreamOptions,
    Written,
    check_apart,
    check_not_read,
    check_stream,
    written_by,
)
from privtool.core.record import FIELDS, Record
from privtool.core.reporting import nonzero
from privtool.workflows.config.fields import Keep, Seed, check_keep

if TYPE_CHECKING:
    from privtool.interfaces.speech import SpeechEngine
    from privtool.stages.turns import TurnEditor

AudioRootOption = Annotated[
    Path | None,
    Opt(
        "Folder of relative audio paths, which may not lead out of it.",
        "DIR",
        default="the input's folder; for standard input, the current one",
    ),
]
OutDir = Annotated[Path, Opt("Output folder for audio.", "DIR")]
ForceAudio = Annotated[bool, Opt("Write into the folder even if it is not empty.")]
Margin = Annotated[
    float,
    Opt(
        "Also remove this much before and after a private word, but at most half of another word.",
        "SECONDS",
        min=0,
        max=1,
    ),
]
Transcript = Annotated[
    Literal["asr", "exact"],
    Opt(
        "asr: the text may have errors. If times of private words are doubtful, more of the turn "
        "or all of it is removed, and splice takes no words from it. exact: the text is correct, "
        "and all times are trusted."
    ),
]


def least_confidence(transcript: str) -> float:
    """Return the least confidence of word times that are trusted; 0 trusts all."""
    return 0.0 if transcript == "exact" else TRUSTED


def doubt_summary(counts: Counts) -> list[str]:
    """Return the part of a summary on turns with doubtful times of private words."""
    if not counts["doubtful"]:
        return []
    part = f"{counts['doubtful']:,} turns with doubtful word times"
    if counts["without_confidence"]:
        part += (
            f" ({counts['without_confidence']:,} without confidence: run `privtool align`, or add "
            "--transcript exact if the text is right)"
        )
    return [part]


def overlapped_turns(counts: Counts) -> list[str]:
    """Return the part of a summary on turns that private words of others overlap."""
    return nonzero(counts, {"overlapped": "overlapped by private words of other records"})


ESPEAK = "espeak"


@dataclass(frozen=True, kw_only=True)
class Voice:
    """The options of a speech engine."""

    engine: Annotated[
        str,
        Opt(
            "Voice of synthetic speech: espeak, or a Piper or VITS voice (a hub id or a folder).",
            "NAME",
        ),
    ] = ESPEAK
    engine_command: Annotated[
        str | None,
        Opt("Program to run instead; reads a phrase from stdin, writes WAV to stdout.", "COMMAND"),
    ] = None
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: Annotated[ModelSource, Only("offline")] = ModelSource()

    @property
    def is_default(self) -> bool:
        return self.engine == ESPEAK and self.engine_command is None

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other."""
        check_device_name(self.runtime.device)
        if self.engine_command is not None and self.engine != ESPEAK:
            raise UsageError(
                f"{option('engine')} and {option('engine_command')} exclude each other"
            )

    def fetch(self, progress: bool) -> None:
        """Get the files of the model. Raises what `resolve` raises."""
        if self.engine != ESPEAK:
            from privtool.models.hub.resolve import resolve

            resolve(self.engine, self.source, progress=progress)

    def load(self, chosen: str = "") -> Callable[[Record], SpeechEngine]:
        """Load the voice; return it for a record, in its language or the `chosen` one.

        Only espeak has voices of several languages; for a record in one that it does not speak
        here, the function raises `DataError`. Raises what `load_engine` raises.
        """
        from privtool.models.tts.engines import load_engine
        from privtool.text.languages import languages, shown_language, spoken_language

        @cache
        def load(language: str) -> SpeechEngine:
            if language not in languages():
                raise DataError(
                    f"the language of the text is {shown_language(language)}, which {ESPEAK} does "
                    f"not know: {option('engine')} takes a voice that does"
                )
            device, command = self.runtime.device, self.engine_command
            return load_engine(self.engine, self.source, device, command=command, language=language)

        first = load(chosen or ENGLISH)
        if not self.is_default:
            return lambda _: first
        return lambda record: load(spoken_language(record.language, chosen))

    @property
    def models(self) -> Mapping[str, str]:
        """The voice, unless another program speaks."""
        return {"engine": self.engine} if self.engine_command is None else {}


@dataclass(frozen=True, kw_only=True)
class NewTurns:
    """The options of turns whose surrogates get a sound."""

    out_dir: OutDir
    match: Annotated[
        Literal["level", "level+rate", "full"],
        Opt(
            "Match synthetic speech to the turn's level; level and speaking rate; or also pitch "
            "and sound."
        ),
    ] = "full"
    margin: Margin = 0.06
    keep: Keep = ()
    audio_root: AudioRootOption = None
    seed: Seed = 1
    force: ForceAudio = False

    def check(
        self, stream: StreamOptions, written: Written | None = None, read: Sequence[str] = ()
    ) -> None:
        """Raise `UsageError` for options that contradict each other or name what does not exist.

        `written` are other files that the command writes, `read` others that it reads.
        """
        from privtool.stages.turns import WRITTEN

        check_keep(self.keep, WRITTEN, FIELDS - {"language", "sample"})
        more = written or {}
        check_apart({**written_by(stream), **more})
        check_not_read(more, [*stream.inputs, *read])
        check_stream(stream, read)
        audio_root(stream.inputs, self.audio_root)

    def editor(self, stream: StreamOptions, new_id: NewId | None, path: Path) -> TurnEditor:
        """Create the folder, and read what is private at which times into a file.

        Records may overlap. Raises `UsageError` for a folder that is not empty, unless forced.
        """
        from privtool.audio.io.writer import audio_folder
        from privtool.stages.private_times import collect_times, read_times
        from privtool.stages.turns import TurnEditor, private_times

        folder = audio_folder(self.out_dir, stream.output, self.force)
        root = audio_root(stream.inputs, self.audio_root)
        of_clip = partial(private_times, self.margin)
        times = collect_times(path, read_times(stream, root, of_clip, new_id))
        return TurnEditor(root, folder, self.margin, self.seed, self.keep, times)
