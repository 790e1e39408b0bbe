"""How turns with surrogates are made and where they go: options that `tts` and `splice` share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from privtool.audio.editing.options import Match
from privtool.core.errors import UsageError
from privtool.core.paths import Written, check_apart, check_not_read, check_stream
from privtool.core.pipeline import StreamOptions
from privtool.core.record import FIELDS
from privtool.core.writing import writing
from privtool.workflows.config.audio import ForceAudio, OutDir, Root
from privtool.workflows.config.fields import Keep, check_keep, needs_unknown_fields
from privtool.workflows.config.model import Seed

if TYPE_CHECKING:
    from privtool.audio.editing.assembly import AssembledTurn
    from privtool.audio.io.roots import AudioRoot
    from privtool.stages.turns import EditableTurn, TurnEditor


class NewTurns(NamedTuple):
    """The options of turns whose surrogates get a sound."""

    out_dir: OutDir
    match: Annotated[
        Match,
        typer.Option(
            help="Match the level of the turn; also its rate of speaking; or its sound as well."
        ),
    ] = Match.FULL
    margin: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Seconds that are private around a word, up to half of its neighbor.",
        ),
    ] = 0.06
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Plot the first turn with a surrogate, before and after."
        ),
    ] = None
    keep: Keep = None
    audio_root: Root = None
    seed: Seed = 1
    force: ForceAudio = False

    def check(
        self, stream: StreamOptions, written: Written | None = None, read: Sequence[str] = ()
    ) -> None:
        """Raise `UsageError` for options that contradict each other or name what is not there.

        `written` are other files that the command writes, `read` others that it reads.
        """
        from privtool.audio.editing.plot import FORMATS
        from privtool.stages.turns import WRITTEN

        if self.picture is not None and self.picture.suffix[1:] not in FORMATS:
            raise UsageError(f"--picture: the name must end in one of .{', .'.join(FORMATS)}")
        if self.picture is not None and stream.jobs > 1:
            raise UsageError("--picture is of the first turn: leave --jobs away")
        check_keep(self.keep or (), WRITTEN, FIELDS)
        beside = {"--picture": self.picture, **(written or {})}
        check_apart({"--output": stream.output, "--rejects": stream.rejects, **beside})
        check_not_read(beside, [*stream.inputs, *read])
        check_stream(stream, read)
        self.root(stream.inputs)

    def root(self, inputs: tuple[str, ...]) -> AudioRoot:
        """Where the audio of the inputs is. Raises `UsageError` for a folder that is not there."""
        from privtool.audio.io.roots import audio_root

        return audio_root(inputs, self.audio_root)

    def prepare(self, output: str) -> None:
        """Make the folder. Raises `UsageError` for one that holds something, unless forced."""
        from privtool.audio.io.writer import audio_folder

        audio_folder(self.out_dir, output, self.force)

    def turns(self, inputs: tuple[str, ...], output: str) -> TurnEditor:
        """What opens and writes turns; the folder must have been prepared."""
        from privtool.audio.io.clips import ClipReader
        from privtool.audio.io.writer import audio_folder
        from privtool.stages.turns import TurnEditor

        folder = audio_folder(self.out_dir, output, force=True)
        reader, shown = ClipReader(self.root(inputs)), _picture_of(self.picture)
        return TurnEditor(reader, folder, self.margin, self.seed, shown, self.keep or ())

    @property
    def needs_unknown_fields(self) -> bool:
        """Whether fields that privtool does not know are passed on."""
        return needs_unknown_fields(self.keep or ())


def _picture_of(path: Path | None) -> Callable[[EditableTurn, AssembledTurn], None] | None:
    """A function that draws a turn into the file; before, it has room tone where it was private."""
    if path is None:
        return None
    from privtool.audio.editing.plot import plot_turn

    def draw(turn: EditableTurn, made: AssembledTurn) -> None:
        was = [(region.start, region.end) for region in turn.regions or []]
        now = [place for places in made.piece_times for place in places]
        picture = plot_turn(turn.samples, made.samples, turn.rate, was, now, path.suffix[1:])
        with writing(str(path)) as write:
            write(picture)

    return draw
