"""Writing to standard output, to files that appear whole or not at all, and to temporary ones."""

from __future__ import annotations

import errno
import os
import re
import secrets
import select
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from privtool.core.errors import PrivtoolError, UsageError, named_write_errors, option
from privtool.core.unfinished import UnfinishedFile, remove_folder, unfinished_folder

if TYPE_CHECKING:
    import sqlite3

Write = Callable[[bytes], None]
WriteRows = Callable[[Sequence[dict[str, Any]]], None]

_STANDARD = {"stdout": "1", "stderr": "2"}
_DESCRIPTOR = re.compile(r"(?:/dev|/dev/fd|/proc/self/fd)/(stdout|stderr|(?<=fd/)\d+)")


class ReaderGone(Exception):  # noqa: N818
    """The reader closed the output: the command ends silently with status 141."""


@contextmanager
def writing(path: str, private: bool = False, durable: bool = True) -> Iterator[Write]:
    """Yield a function that writes bytes to a path without buffering; `-` is standard output.

    A file gets its name at the end; after an error the older file is unchanged. Only its owner can
    read a `private` one. One that is not `durable` may be lost or empty after a power failure, but
    does not wait for the disk. Special files (`/dev/null`, a named pipe, `>(process substitution)`,
    `/dev/stderr`) are written to directly. Raise `ReaderGone` or `PrivtoolError`.
    """
    if path == "-":
        if sys.stdout is None:
            raise PrivtoolError("stdout: cannot be written (it is closed)")
        yield partial(_write_all, 1, "stdout")
    elif (found := _DESCRIPTOR.fullmatch(os.path.abspath(path))) is not None:
        number = int(_STANDARD.get(found[1], found[1]))  # open already
        with named_write_errors(path):
            if not os.get_inheritable(number):  # not by the shell: it is a file of ours
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        yield partial(_write_all, number, path)
    elif os.path.exists(path) and not os.path.isfile(path):
        with named_write_errors(path):
            handle = open(path, "wb", buffering=0)  # noqa: SIM115
        with handle:
            yield partial(_write_all, handle.fileno(), path)
    else:
        with _whole_file(Path(path), private, durable) as fd:
            yield partial(_write_all, fd, path)


def same_file(path: str, other: str) -> bool:
    """Return whether two paths name one file, existing or not.

    False for `-` and special files (`/dev/null`, a pipe), which can be named twice.
    """
    if "-" in (path, other) or (os.path.exists(path) and not os.path.isfile(path)):
        return False
    return os.path.realpath(path) == os.path.realpath(other)


@contextmanager
def _whole_file(path: Path, private: bool, durable: bool) -> Iterator[int]:
    """Yield the descriptor of a file that gets its name when the block ends without an error.

    For a symbolic link, the file that it points to is replaced.
    """
    with named_write_errors(path):
        target = path.resolve()
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        mode = 0o600 if private else mode
    unfinished = UnfinishedFile(target.parent)
    try:
        with named_write_errors(path):
            unfinished.open()
        yield unfinished.fd
        with named_write_errors(path):
            unfinished.publish(target, mode, durable)
    finally:
        with named_write_errors(path):  # some file systems only now say that the disk is full
            unfinished.close()


def check_new_folder(path: Path, force: bool, mark: str) -> None:
    """Raise `UsageError` for an existing folder, unless `force` may replace it.

    To be replaced, it must be empty or hold the file `mark`, which every folder of the kind has,
    and must not be or contain the working directory.
    """
    if not os.path.exists(path):
        return
    if not path.is_dir():
        raise UsageError(f"{path} exists and is not a folder")
    if not force:
        raise UsageError(f"{path} exists already; {option('force')} replaces it")
    if Path.cwd().is_relative_to(path.resolve()):
        raise UsageError(
            f"{path} contains the working directory, which {option('force')} does not replace"
        )
    if any(path.iterdir()) and not (path / mark).is_file():
        raise UsageError(
            f"{path} has no {mark}: {option('force')} only replaces folders of privtool"
        )


def make_folder(path: Path) -> None:
    """Create a folder, and those above it, unless it exists. Raise `OSError` if that fails.

    What is in the way is a file: the system would say that the folder exists.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


@contextmanager
def whole_folder(path: Path, force: bool, mark: str) -> Iterator[Path]:
    """Yield a folder that gets the name `path` when the block ends without an error.

    With `force` it replaces an older one, which is unchanged after an error. Raise `UsageError` as
    `check_new_folder` does and `PrivtoolError` for a failed write.
    """
    check_new_folder(path, force, mark)
    with named_write_errors(path):
        target = path.resolve()
        make_folder(target.parent)
        with unfinished_folder(target.parent) as temporary:
            yield temporary
            temporary.chmod(0o777 & ~_umask())
            if target.exists():
                # Until the new folder is in place, no later run may remove the old one.
                old = target.parent / f".privtool-old-{secrets.token_hex(8)}"
                os.replace(target, old)
                os.replace(temporary, target)
                remove_folder(old)
            else:
                os.replace(temporary, target)


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """Yield a folder for files of this run. Raise `PrivtoolError` if there can be none."""
    with ExitStack() as stack:
        with named_write_errors("temporary files"):
            folder = stack.enter_context(unfinished_folder(Path(tempfile.gettempdir())))
        yield folder


@contextmanager
def temporary_database(path: Path, timeout: float = 5.0) -> Iterator[sqlite3.Connection]:
    """Open a database in a folder of `temporary_folder`, without implicit transactions.

    `timeout` is how long to wait for other processes that write, in seconds. Raise `PrivtoolError`
    if the file system fails.
    """
    import sqlite3

    try:
        with closing(sqlite3.connect(path, timeout, isolation_level=None)) as connection:
            yield connection
    except sqlite3.OperationalError:
        raise PrivtoolError(
            f"{tempfile.gettempdir()}: temporary files cannot be written (is the disk full?); set "
            "TMPDIR to a folder with more room"
        ) from None


def _write_all(fd: int, name: str, data: bytes) -> None:
    view = memoryview(data)
    with named_write_errors(name):
        while view:
            try:
                view = view[os.write(fd, view) :]
            except BlockingIOError:  # a program that shares the pipe made it non-blocking
                select.select([], [fd], [])
            except BrokenPipeError:
                raise ReaderGone from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
