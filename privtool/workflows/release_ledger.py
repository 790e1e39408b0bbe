"""The ledger of releases of the same data: what has been spent, a JSON line per release.

An entry is written before the release that it is about: a crash in between wastes budget, which the
other order would hide.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from privtool.core.errors import DataError, named_write_errors
from privtool.text.word_prior import Release

_decode = msgspec.json.Decoder(Release).decode


@contextmanager
def open_ledger(path: Path) -> Iterator[tuple[tuple[Release, ...], Callable[[Release], None]]]:
    """Yield earlier releases and a function that adds one. Nobody else can add any meanwhile.

    Raise `DataError` for a ledger that cannot be understood, as its budget is unknown.
    """
    with named_write_errors(path):
        file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
    with file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            earlier = tuple(map(_decode, file.read().splitlines()))
        except msgspec.DecodeError:
            raise DataError(f"{path.name}: not a ledger of releases") from None

        def add(release: Release) -> None:
            with named_write_errors(path):
                file.write(msgspec.json.encode(release) + b"\n")
                file.flush()
                os.fsync(file.fileno())

        yield earlier, add
