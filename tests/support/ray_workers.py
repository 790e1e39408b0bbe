"""The processes of a Ray cluster that this process has started."""

import contextlib
from pathlib import Path


def working() -> list[int]:
    """Return the processes of the cluster that have become workers."""
    return [pid for pid, words in processes().items() if any("ShardActor" in w for w in words)]


def processes() -> dict[int, list[str]]:
    """Return the processes that this one and its children started, with their command lines."""
    import psutil

    found = {}
    for process in psutil.Process().children(recursive=True):
        with contextlib.suppress(psutil.Error):
            found[process.pid] = process.cmdline()
    return found


def environment_of(pid: int) -> bytes:
    """Return the environment that a process was started with."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/environ").read_bytes()
    return b""
