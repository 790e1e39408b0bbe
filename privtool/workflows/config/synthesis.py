"""How surrogates get their sound, and where turns are written: options of `tts` and `splice`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.blocks import Counts, NewId
from privtool.core.options import Opt
from privtool.core.paths import Written, check_apart, check_not_read, check_stream, written_by
from privtool.core.pipeline import StreamOptions
from privtool.core.record import FIELDS
from privtool.workflows.config.audio import AudioRootOption, ForceAudio, Margin, OutDir
from privtool.workflows.config.fields import Keep, Seed, check_keep

if TYPE_CHECKING:
    from privtool.audio.io.roots import AudioRoot
    from privtool.stages.private_times import PrivateTimes
    from privtool.stages.turns import TurnEditor


@dataclass(frozen=True, kw_only=True)
class NewTurns:
    """The options of turns whose surrogates get a sound."""

    out_dir: OutDir
    match: Annotated[
        Literal["level", "level+rate", "full"],
        Opt("Match the turn's level; level and speaking rate; or also pitch and sound."),
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

        check_keep(self.keep, WRITTEN, FIELDS)
        more = written or {}
        check_apart({**written_by(stream), **more})
        check_not_read(more, [*stream.inputs, *read])
        check_stream(stream, read)
        self.root(stream.inputs)

    def root(self, inputs: tuple[str, ...]) -> AudioRoot:
        """Return where the audio of the inputs is. Raises `UsageError` for a missing folder."""
        from privtool.audio.io.roots import audio_root

        return audio_root(inputs, self.audio_root)

    def make_folder(self, output: str) -> None:
        """Create the folder. Raises `UsageError` for one that is not empty, unless forced."""
        from privtool.audio.io.writer import audio_folder

        audio_folder(self.out_dir, output, self.force)

    def collect_times(
        self, stream: StreamOptions, new_id: NewId | None, path: Path
    ) -> PrivateTimes:
        """Read what is private at which times into a file, as records may overlap."""
        from privtool.stages.private_times import collect_times, read_times
        from privtool.stages.turns import private_times

        root, of_clip = self.root(stream.inputs), partial(private_times, self.margin)
        return collect_times(path, read_times(stream, root, of_clip, new_id))

    def turns(self, inputs: tuple[str, ...], output: str, times: PrivateTimes) -> TurnEditor:
        """Return the editor of turns; the folder must exist."""
        from privtool.audio.io.clips import ClipReader
        from privtool.audio.io.writer import audio_folder
        from privtool.stages.turns import TurnEditor

        folder = audio_folder(self.out_dir, output, force=True)
        reader = ClipReader(self.root(inputs))
        return TurnEditor(reader, folder, self.margin, self.seed, self.keep, times)


def overlapped_turns(counts: Counts) -> list[str]:
    """Return the part of a summary on turns of which no audio is used, as another overlaps them."""
    if not counts["overlapped"]:
        return []
    return [f"{counts['overlapped']:,} overlapped by private words of other records"]
