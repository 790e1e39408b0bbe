"""Input files as a plan knows them: their size, time and a fingerprint of both ends."""

from __future__ import annotations

import hashlib
import os
import stat

import msgspec

from privtool.core.errors import DataError, UsageError, option, reason_of
from privtool.core.unpacking import packing_of

_END_BYTES = 1 << 16  # at either end of a file


class Input(msgspec.Struct, frozen=True):
    """An input file as it was when the work was planned."""

    path: str
    size: int
    modified: int  # nanoseconds
    digest: str
    packing: str


def read_input(path: str) -> Input:
    """Return a file as it is now; raise `UsageError` for one that cannot be read in parts."""
    if path == "-":
        raise UsageError("standard input cannot be split: name files")
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UsageError(f"{path}: only regular files can be split")
            head = file.read(_END_BYTES)
            file.seek(max(status.st_size - _END_BYTES, 0))
            digest = hashlib.sha256(head + file.read(_END_BYTES)).hexdigest()
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    return Input(path, status.st_size, status.st_mtime_ns, digest, packing_of(head))


def check_unchanged(planned: Input) -> None:
    """Raise `DataError` unless a file is what it was when the work was planned."""
    if read_input(planned.path) != planned:
        raise DataError(
            f"{os.path.basename(planned.path)}: the file has changed since the work was planned; "
            f"start again with another {option('out_dir')}"
        )


def stamp_of(path: str) -> tuple[int, int] | None:
    """Return size and time of a regular file that an option names, None for anything else.

    Not its content: the file may be a key.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None
