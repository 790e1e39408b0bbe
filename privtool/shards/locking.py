"""One run at a time in a folder, and its parts safe on the disk before they count."""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from privtool.core.errors import ExitStatus, PrivtoolError, UsageError, option, reason_of
from privtool.core.writing import make_folder
from privtool.shards.crew import Attempts, Ended, Failure
from privtool.shards.folder import RunFolder

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


@contextmanager
def syncing(folder: RunFolder, attempts: Attempts) -> Iterator[Ended]:
    """Yield what to call with each shard that ended; at the end all parts are on the disk.

    A part that cannot get there has failed: it loses its mark, so that it is done again.
    """
    waiting: SimpleQueue[int | None] = SimpleQueue()
    errors: dict[int, OSError] = {}

    def sync() -> None:
        while (shard := waiting.get()) is not None:
            try:
                folder.sync(shard)
            except OSError as error:
                errors[shard] = error

    thread = threading.Thread(target=sync, daemon=True)  # an interrupted run does not wait for it

    def ended(shard: int) -> None:
        if shard in attempts.failures:
            return
        waiting.put(shard)
        if not thread.is_alive():  # not before the workers have forked, as they cannot with threads
            thread.start()

    yield ended
    waiting.put(None)
    if thread.is_alive():
        thread.join()
    for shard, error in errors.items():
        folder.forget(shard)
        reason = f"{folder.part(shard)}: cannot be written ({reason_of(error)})"
        attempts.failures[shard] = Failure(ExitStatus.FAILED, reason)
