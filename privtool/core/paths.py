"""Checks that outputs of a command differ from each other and from its inputs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import combinations
from pathlib import Path

from privtool.core.errors import UsageError, option
from privtool.core.pipeline import StreamOptions
from privtool.core.writing import same_file

Written = Mapping[str, str | Path | None]


def written_by(stream: StreamOptions) -> Written:
    """Return the files that every streaming command may write, by option."""
    names = ("output", "rejects", "summary")
    return {option(name): getattr(stream, name) for name in names}


def check_apart(written: Written) -> None:
    """Raise `UsageError` if two options name one place; None is an absent option."""
    for (name, place), (other, there) in combinations(_places(written).items(), 2):
        if place == there == "-" or same_file(place, there):
            raise UsageError(f"{name} and {other} must be different")


def check_not_read(written: Written, read: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` if an option names a file that is read, also as standard input."""
    paths = [str(path) for path in read if path is not None]
    for name, place in _places(written).items():
        if any(same_file(place, path) or (path == "-" and _is_stdin(place)) for path in paths):
            raise UsageError(f"{name} would replace a file that is read")


def check_stream(stream: StreamOptions, read: Iterable[str | Path | None]) -> None:
    """Raise `UsageError` if a filter would overwrite a file that it reads besides its input."""
    check_not_read(written_by(stream), read)


def check_rereadable(paths: Iterable[str]) -> None:
    """Raise `UsageError` for a pipe among the inputs; standard input may be one."""
    for path in paths:
        if path != "-" and Path(path).is_fifo():
            raise UsageError(
                "a pipe cannot be read twice: use standard input, or a file, or "
                f"{option('one_pass')}"
            )


def check_outside(written: Written, folder: Path) -> None:
    """Raise `UsageError` if an option names a file in a folder that is written as a whole."""
    for name, place in _places(written).items():
        if place != "-" and Path(place).resolve().is_relative_to(folder.resolve()):
            raise UsageError(f"{name} is in {folder}, which is written as a whole")


def _places(written: Written) -> dict[str, str]:
    return {option: str(place) for option, place in written.items() if place is not None}


def _is_stdin(place: str) -> bool:
    try:
        return os.path.isfile(place) and os.path.samestat(os.stat(place), os.fstat(0))
    except OSError:  # standard input is closed
        return False
