"""`privtool redact`: its options and its stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.audio.io.roots import AudioRoot, audio_root
from privtool.core.blocks import Counts, Stage
from privtool.core.device import ModelSource, Runtime
from privtool.core.errors import PrivtoolError, UsageError, option
from privtool.core.options import Only, Opt
from privtool.core.pipeline import MakeStage, StreamOptions
from privtool.core.reporting import audio_summary, nonzero, say
from privtool.core.spans import ReadEntities
from privtool.core.writing import temporary_folder
from privtool.workflows.config.audio import (
    AudioRootOption,
    ForceAudio,
    Margin,
    OutDir,
    Transcript,
    doubt_summary,
    least_confidence,
    overlapped_turns,
)
from privtool.workflows.config.fields import IdOptions, Keep, Offsets, check_keep, read_entities
from privtool.workflows.config.recognition import RecognitionOptions
from privtool.workflows.config.terms import Labels
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.audio.io.writer import AudioFolder
    from privtool.interfaces.speech import WordSpotter
    from privtool.stages.private_times import PrivateTimes
    from privtool.stages.redact import RedactSettings
    from privtool.stages.whole_calls import CallParts


_SHOWN = {
    "others": "other words with them",
    "whole_turns": "whole turns",
    "entities kept by choice": "entities kept by choice",
}


class HeardError(PrivtoolError):
    """Private words can still be heard."""


@dataclass(frozen=True, kw_only=True)
class RedactConfig(FilterConfig):
    """Remove private words from audio and text.

    Needs entities (what is private in the text) and words (their times, from privtool align).
    Writes the audio of each record into a folder, and id, text, audio_filepath, duration, words
    (the remaining ones) and masks. All other samples stay unchanged. The whole turn is replaced if
    the time of a private word, or the content of the turn, is unknown. What is private in one
    record is also removed from overlapping records of the same file.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl -o speech/a; privtool redact --out-dir w/ speech/a
      privtool redact --out-dir turns/ --drop-turn --keep speaker speech/manifest.jsonl
    """

    out_dir: OutDir
    whole: Annotated[
        Path | None,
        Opt(
            "Also write each recording to this folder as one file of the same length, silent where "
            "no record covers it, with a manifest.",
            "DIR",
        ),
    ] = None
    with_: Annotated[
        Literal["room", "silence", "tone"],
        Opt("Replace private audio with noise like that of the pauses, silence or a tone."),
    ] = "room"
    margin: Margin = 0.06
    transcript: Transcript = "asr"
    blank: Annotated[
        Literal["mask", "class", "none"],
        Opt("Replace private text with [MASK], the class ([PERSON], ...), or nothing."),
    ] = "mask"
    drop_turn: Annotated[bool, Opt("Drop every record that has an entity.")] = False
    verify: Annotated[
        bool,
        Opt(
            "Run a recognizer on the result; remove turns as a whole in which private words can "
            "be heard, and fail if they still can."
        ),
    ] = False
    recognizer: Annotated[
        str | None,
        Opt(
            "Also use this recognizer for --verify: a folder of asr-train, or a CTC or "
            "Whisper-like model.",
            "MODEL",
        ),
    ] = None
    runtime: Annotated[Runtime, Only("device")] = Runtime()
    source: ModelSource = ModelSource()
    classes: Labels = Labels()
    offsets: Offsets = None
    keep: Keep = ()
    audio_root: AudioRootOption = None
    force: ForceAudio = False
    record_ids: IdOptions = IdOptions()
    block_lines = 8  # like align, whose output it reads
    model_options = ("recognizer",)  # one that listens besides pocketsphinx
    reads_input_twice = True  # first for what is private in records that others may overlap

    def check(self, stream: StreamOptions) -> None:  # noqa: ARG002
        from privtool.stages.redact import SCRUBBED, WRITTEN

        if self.whole is not None and self.whole.resolve() == self.out_dir.resolve():
            raise UsageError(f"{option('whole')} and {option('out_dir')} name the same folder")
        if self.recognizer is not None and not self.verify:
            raise UsageError(f"{option('recognizer')} needs {option('verify')}")
        if self.listener is not None:
            self.listener.check()
        self.classes.check()
        check_keep(self.keep, WRITTEN, SCRUBBED)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Create the folder, and read what is private at which times, as records may overlap."""
        from privtool.audio.io.writer import audio_folder, make_empty_folder
        from privtool.stages.private_times import collect_times, read_times
        from privtool.stages.redact import private_times
        from privtool.stages.whole_calls import CallParts, write_calls

        root = audio_root(stream.inputs, self.audio_root)
        if self.listener is not None:
            self.listener.fetch(progress=not stream.quiet)
        folder = audio_folder(self.out_dir, stream.output, self.force)
        with self._emptied_after_failure(), temporary_folder() as temporary:
            of_clip = partial(private_times, self.settings)
            found = read_times(stream, root, of_clip, self.new_id(), self.read_entities())
            times = collect_times(temporary / "times", found)
            if self.whole is None:
                yield partial(self.build, root, folder, times)
                return
            calls = CallParts.create(temporary / "calls")
            make_empty_folder(self.whole, self.force, "whole")
            yield partial(self.build, root, folder, times, calls=calls)
            count = write_calls(calls, self.whole)
            say(stream, f"{count:,} whole recordings in {self.whole}")

    @contextmanager
    def _emptied_after_failure(self) -> Iterator[None]:
        """Remove the new audio of a run that `verify` fails."""
        before = set(self.out_dir.iterdir())
        try:
            yield
        except HeardError:
            for path in set(self.out_dir.iterdir()) - before:
                path.unlink()
            raise

    def read_entities(self) -> ReadEntities:
        return read_entities(self.offsets, self.classes)

    def check_in_parts(self) -> None:
        """Raise `UsageError` for whole recordings, whose records may be in several parts."""
        if self.whole is not None:
            raise UsageError(
                f"{option('whole')} needs all records of a recording: run it without `scale`"
            )

    @property
    def listener(self) -> RecognitionOptions | None:
        """The options of the recognizer that listens besides pocketsphinx."""
        if self.recognizer is None:
            return None
        return RecognitionOptions(model=self.recognizer, runtime=self.runtime, source=self.source)

    @property
    def settings(self) -> RedactSettings:
        from privtool.stages.redact import RedactSettings

        least = least_confidence(self.transcript)
        return RedactSettings(self.with_, self.margin, self.blank, self.drop_turn, self.keep, least)

    def build(
        self,
        root: AudioRoot,
        folder: AudioFolder,
        times: PrivateTimes,
        calls: CallParts | None = None,
    ) -> Stage:
        """Build the stage, with recognizers if the result is to be verified."""
        from privtool.stages.redact import RedactStage

        spotters: list[WordSpotter] = []
        if self.verify:
            from privtool.models.sphinx.recognizer import sphinx_spotters

            spotters = sphinx_spotters()
        if self.listener is not None:
            from privtool.stages.hearing import RecognizerSpotter

            spotters.append(RecognizerSpotter("recognizer", self.listener.load()))
        return RedactStage(self.settings, root, folder, spotters, times, calls)

    def summary(self, counts: Counts) -> list[str]:
        parts = [f"{counts['private']:,} private words in {counts['intervals']:,} intervals"]
        parts += nonzero(counts, _SHOWN)
        parts += doubt_summary(counts)
        parts += overlapped_turns(counts)
        parts += [f"{counts['dropped']:,} dropped"] if self.drop_turn else []
        if self.verify:
            parts.append(f"{counts['heard_before']:,} heard before")
            parts.append(f"{counts['recalled']:,} heard again")
            parts += nonzero(counts, {"silenced": "turns removed as a whole, as one could be"})
        return [*parts, *audio_summary(counts)]

    def warnings(self, counts: Counts) -> Sequence[str]:
        """Say so if nothing could be heard before either."""
        if self.verify and counts["intervals"] and not counts["heard_before"]:
            return [
                "no private word was heard before it was removed: that none is heard again says "
                f"nothing; use another {option('recognizer')}"
            ]
        return ()

    def conclude(self, counts: Counts) -> None:
        """Raise `PrivtoolError` if private words can still be heard."""
        if counts["recalled"]:
            raise HeardError(
                f"{counts['recalled']:,} private words can still be heard; increase "
                f"{option('margin')}"
            )
