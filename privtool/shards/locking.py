"""One run at a time in a folder."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from privtool.core.errors import PrivtoolError, UsageError, option, reason_of
from privtool.core.writing import make_folder

_ATTEMPTS, _PAUSE = 20, 0.1  # seconds


@contextmanager
def only_run_in(path: Path) -> Iterator[None]:
    """Create a folder if necessary and hold it; raise `UsageError` if another run does.

    A file system without locks is held by nobody.
    """
    try:
        make_folder(path)
        handle = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise PrivtoolError(f"{path}: cannot be created ({reason_of(error)})") from None
    try:
        if not _locked(handle):
            raise UsageError(
                f"another run is using {path}: wait for it, or use another {option('out_dir')}"
            )
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Lock a folder; workers of a killed run hold it for the moment that they need to end."""
    for _ in range(_ATTEMPTS):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_PAUSE)
        except OSError:
            return True
        else:
            return True
    return False
