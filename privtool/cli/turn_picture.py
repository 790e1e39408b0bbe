"""The option --picture: a turn before and after, in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from privtool.audio.assembly import Assembled
from privtool.audio.picture import FORMATS, drawn
from privtool.core.errors import UsageError
from privtool.core.output import writing
from privtool.stages.turns import Turn


def check_picture(path: Path | None, jobs: int) -> None:
    """Raise `UsageError` for a file that cannot be drawn."""
    if path is None:
        return
    if path.suffix[1:] not in FORMATS:
        raise UsageError(f"--picture: the name must end in one of .{', .'.join(FORMATS)}")
    if jobs > 1:
        raise UsageError("--picture is of the first turn: leave --jobs away")


def picture_of(path: Path | None) -> Callable[[Turn, Assembled], None] | None:
    """A function that draws a turn into the file; before, it has room tone where it was private."""
    if path is None:
        return None

    def draw(turn: Turn, made: Assembled) -> None:
        was = [(stretch.start, stretch.end) for stretch in turn.stretches or []]
        now = [place for places in made.places for place in places]
        picture = drawn(turn.samples, made.samples, turn.rate, was, now, path.suffix[1:])
        with writing(str(path)) as write:
            write(picture)

    return draw
