"""Temporary SQLite databases, for what may not fit in memory."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from privtool.core.errors import PrivtoolError


@contextmanager
def temporary_database(path: Path, timeout: float = 5.0) -> Iterator[sqlite3.Connection]:
    """Open a database in a folder of `temporary_folder`, without implicit transactions.

    `timeout` is how long to wait for other processes that write, in seconds. Raise `PrivtoolError`
    if the file system fails.
    """
    try:
        with closing(sqlite3.connect(path, timeout, isolation_level=None)) as connection:
            yield connection
    except sqlite3.OperationalError:
        raise PrivtoolError(
            f"{tempfile.gettempdir()}: temporary files cannot be written (is the disk full?); set "
            "TMPDIR to a folder with more room"
        ) from None
