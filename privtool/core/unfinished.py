"""Unfinished files and folders, of which a killed process leaves none for long.

A file has no name until it is complete, where the file system can do that. Other files and folders
have a hidden name, are open to their owner only, and are locked. The lock ends with the process, so
a later run in the same folder recognizes what was left behind, and removes it.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX = ".privtool-unfinished-"
_NAMELESS = getattr(os, "O_TMPFILE", None)
_swept: set[str] = set()  # folders, once per process: one may get a file for each record


def hidden_name(folder: Path) -> Path:
    """Return a new path for something unfinished.

    It is known before anything exists there, so that a signal at any moment finds what to remove.
    """
    return folder / f"{_PREFIX}{secrets.token_hex(8)}"


class UnfinishedFile:
    """A file in a folder that gets its name when it is published. Methods raise `OSError`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name = hidden_name(folder)
        self._nameless = False
        self.fd = -1

    def open(self) -> None:
        """Create the file, and remove what killed processes left in the folder."""
        sweep(self._folder)
        self.fd = _open_nameless(self._folder)
        self._nameless = self.fd >= 0
        while self.fd < 0:
            self.fd = os.open(self._name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            _lock(self.fd)
            if not os.path.lexists(self._name):  # another process took it for left behind
                self.close()

    def publish(self, target: Path, mode: int, durable: bool = True) -> None:
        """Give the complete file its name and mode; an older file of that name is replaced.

        One that is not `durable` may be lost or empty after a power failure.
        """
        if durable:
            os.fsync(self.fd)
        os.fchmod(self.fd, mode)
        if self._nameless:
            _lock(self.fd)
            # A link cannot replace a file, a rename can. `src_dir_fd` is not used, but with it
            # Python links what the path in /proc points to.
            os.link(f"/proc/self/fd/{self.fd}", self._name, src_dir_fd=self.fd)
        os.replace(self._name, target)

    def close(self) -> None:
        """Close the file; what was not published is gone."""
        with suppress(OSError):  # it may never have been made
            self._name.unlink()
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1


@contextmanager
def unfinished_folder(parent: Path) -> Iterator[Path]:
    """Yield a new folder with a hidden name, which is removed unless the block renames it.

    Raise `OSError` if it cannot be made.
    """
    sweep(parent)
    folder, fd = hidden_name(parent), -1
    try:
        while fd < 0:
            folder.mkdir(0o700)
            fd = os.open(folder, os.O_RDONLY)
            _lock(fd)
            if not folder.exists():  # another process took it for left behind
                os.close(fd)
                fd = -1
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if fd >= 0:
            os.close(fd)


def remove_folder(path: Path) -> None:
    """Remove a folder, so that no half of it stays under its name if the process is killed."""
    hidden = hidden_name(path.parent)
    with suppress(OSError):
        os.replace(path, hidden)
    shutil.rmtree(hidden, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove the unfinished files and folders in a folder whose processes are gone."""
    if str(folder) in _swept:
        return
    _swept.add(str(folder))
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(_PREFIX):
                with suppress(OSError):
                    _remove_if_left(entry.path)


def _remove_if_left(path: str) -> None:
    status = os.lstat(path)
    is_folder = stat.S_ISDIR(status.st_mode)
    if status.st_uid != os.geteuid() or not (is_folder or stat.S_ISREG(status.st_mode)):
        return
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails if its process lives
        if is_folder:
            shutil.rmtree(path)
        else:
            os.unlink(path)
    finally:
        os.close(fd)


def _open_nameless(folder: Path) -> int:
    """Return a file without a name, or -1 where there can be none, or it could not get one."""
    if _NAMELESS is None or not os.path.isdir("/proc/self/fd"):
        return -1
    try:
        return os.open(folder, os.O_WRONLY | _NAMELESS, 0o600)
    except OSError:  # if it is for another reason, a file with a name will meet it, too
        return -1


def try_lock(fd: int) -> bool:
    """Lock a file; return whether no other process holds it. Without locks, none does."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        pass
    return True


def _lock(fd: int) -> None:
    """Lock a file, after a process that is about to remove it."""
    with suppress(OSError):  # a file system without locks, where nothing is taken for left behind
        fcntl.flock(fd, fcntl.LOCK_EX)
