"""Making parts durable beside the workers, which need not wait for the disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from privtool.core.errors import ExitStatus, reason_of
from privtool.shards.attempts import Attempts, Failure
from privtool.shards.crew import Ended
from privtool.shards.folder import RunFolder


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
