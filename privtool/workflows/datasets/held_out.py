"""The held-out texts of trainers: --valid FILE and --test NAME=FILE."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from privtool.core.errors import UsageError, option


def held_out_files(
    valid: Path | None, tests: Sequence[str], inputs: Sequence[str]
) -> dict[str, Path]:
    """Return the files by name, that of --valid as `valid`; `inputs` are the training files.

    Raises `UsageError` for a missing file, a training file, and a name that is given twice.
    """
    held_out: dict[str, Path] = {}
    if valid is not None:
        _check(option("valid"), valid, inputs)
        held_out["valid"] = valid
    for test in tests:
        name, equals, path = test.partition("=")
        if not (name and equals and path):
            raise UsageError(f"{option('test')} must be NAME=FILE")
        if name in held_out:
            raise UsageError(f"{option('test')} {name}: the name occurs twice")
        _check(f"{option('test')} {name}", Path(path), inputs)
        held_out[name] = Path(path)
    return held_out


def _check(named: str, path: Path, inputs: Sequence[str]) -> None:
    if str(path) == "-":
        raise UsageError(f"{named} needs a file: standard input is the training text")
    if not os.path.exists(path) or os.path.isdir(path):
        raise UsageError(f"{named}: there is no file {path}")
    if any(_is_same(path, source) for source in inputs):
        raise UsageError(f"{named} is the training text: measuring on it is meaningless")


def _is_same(path: Path, source: str) -> bool:
    try:
        status = os.fstat(0) if source == "-" else os.stat(source)
        return os.path.samestat(path.stat(), status)
    except OSError:  # a missing input is reported when it is read
        return False
