"""`privtool redact`: its options and its stage."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import Counts
from privtool.core.errors import PrivtoolError, option
from privtool.core.options import Opt
from privtool.core.pipeline import MakeStage, StreamOptions
from privtool.core.reporting import audio_rate
from privtool.workflows.config.audio import AudioRootOption, ForceAudio, Margin, OutDir
from privtool.workflows.config.fields import IdOptions, Keep, check_keep
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.audio.io.roots import AudioRoot
    from privtool.audio.io.writer import AudioFolder
    from privtool.interfaces.recognition import WordSpotter
    from privtool.stages.private_times import PrivateTimes
    from privtool.stages.redact import RedactSettings, RedactStage


@dataclass(frozen=True, kw_only=True)
class RedactConfig(FilterConfig):
    """The options of `privtool redact`."""

    out_dir: OutDir
    with_: Annotated[
        Literal["room", "silence", "tone"],
        Opt("Replace private audio by noise like that of the pauses, by silence or by a tone."),
    ] = "room"
    margin: Margin = 0.06
    blank: Annotated[
        Literal["mask", "class", "none"],
        Opt("Replace private text by [MASK], the class ([PERSON], ...), or nothing."),
    ] = "mask"
    drop_turn: Annotated[bool, Opt("Leave out every record that has an entity.")] = False
    verify: Annotated[
        bool, Opt("Run a recognizer on the result; fail if private words can be heard.")
    ] = False
    keep: Keep = ()
    audio_root: AudioRootOption = None
    force: ForceAudio = False
    record_ids: IdOptions = IdOptions()
    block_lines = 8  # like align, whose output it reads

    def check(self, stream: StreamOptions) -> None:  # noqa: ARG002
        """Raise `UsageError` for fields that cannot be kept."""
        from privtool.stages.redact import SCRUBBED, WRITTEN

        check_keep(self.keep, WRITTEN, SCRUBBED)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[MakeStage]:
        """Create the folder, and read what is private at which times, as records may overlap.

        Raises what `audio_root` and `audio_folder` raise.
        """
        from privtool.audio.io.roots import audio_root
        from privtool.audio.io.writer import audio_folder
        from privtool.stages.private_times import collect_times
        from privtool.stages.redact import private_times
        from privtool.workflows.datasets.private_times import read_times

        root = audio_root(stream.inputs, self.audio_root)
        folder = audio_folder(self.out_dir, stream.output, self.force)
        with tempfile.TemporaryDirectory(prefix="privtool-") as temporary:
            of_clip = partial(private_times, self.settings)
            found = read_times(stream, root, of_clip, self.new_id())
            times = collect_times(Path(temporary, "times"), found)
            yield partial(self.build, root, folder, times)

    @property
    def settings(self) -> RedactSettings:
        """How to redact."""
        from privtool.stages.redact import RedactSettings

        return RedactSettings(self.with_, self.margin, self.blank, self.drop_turn, self.keep)

    @property
    def reads_input_twice(self) -> bool:
        """First for what is private in records that others may overlap."""
        return True

    def build(self, root: AudioRoot, folder: AudioFolder, times: PrivateTimes) -> RedactStage:
        """Build the stage, with a recognizer if the result is to be verified."""
        from privtool.audio.io.clips import ClipReader
        from privtool.stages.redact import RedactStage

        spotters: Sequence[WordSpotter] = ()
        if self.verify:
            from privtool.models.sphinx.word_spotting import sphinx_spotters

            spotters = sphinx_spotters()
        return RedactStage(self.settings, ClipReader(root), folder, spotters, times)

    def summary(self, counts: Counts) -> list[str]:
        """Return how many words and turns were removed."""
        parts = [f"{counts['private']:,} private words in {counts['intervals']:,} intervals"]
        parts += [f"{counts['others']:,} other words with them"] if counts["others"] else []
        parts += [f"{counts['whole_turns']:,} whole turns"] if counts["whole_turns"] else []
        if counts["overlapped"]:
            parts += [f"{counts['overlapped']:,} overlapped by private words of other records"]
        parts += [f"{counts['dropped']:,} dropped"] if self.drop_turn else []
        parts += [f"{counts['recalled']:,} heard again"] if self.verify else []
        return [*parts, audio_rate(counts)]

    def conclude(self, counts: Counts) -> None:
        """Raise `PrivtoolError` if private words can still be heard."""
        if counts["recalled"]:
            raise PrivtoolError(
                f"{counts['recalled']:,} private words can still be heard; increase "
                f"{option('margin')}"
            )
