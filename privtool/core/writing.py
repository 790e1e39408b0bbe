"""Writing: standard output that may lose its reader, and files that appear whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import select
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from privtool.core.errors import PrivtoolError, UsageError, option, reason_of

Write = Callable[[bytes], None]

_STANDARD = {"stdout": "1", "stderr": "2"}
_DESCRIPTOR = re.compile(r"(?:/dev|/dev/fd|/proc/self/fd)/(stdout|stderr|(?<=fd/)\d+)")


class ReaderGone(Exception):  # noqa: N818
    """The reader of the output closed it: the command ends silently with status 141."""


@contextmanager
def writing(path: str, private: bool = False) -> Iterator[Write]:
    """A function that writes bytes to a path at once; `-` is standard output.

    A file is written beside its place and renamed when all went well; after an error nothing of
    it is left and an older file stays as it was. A `private` one can be read by its owner alone.
    What is no regular file (`/dev/null`, a named pipe, `>(process substitution)`) or open already
    (`/dev/stderr`) is written to as it is. Raises `ReaderGone` and `PrivtoolError`.
    """
    if path == "-":
        if sys.stdout is None:
            raise PrivtoolError("stdout: cannot be written (it is closed)")
        yield partial(_write_all, 1, "stdout")
    elif (number := _open_already(path)) is not None:
        yield partial(_write_all, number, path)
    elif os.path.exists(path) and not os.path.isfile(path):
        try:
            handle = open(path, "wb", buffering=0)  # noqa: SIM115
        except OSError as error:
            raise _cannot_write(path, error) from None
        with handle:
            yield partial(_write_all, handle.fileno(), path)
    else:
        with _whole_file(Path(path), private) as fd:
            yield partial(_write_all, fd, path)


def same_file(path: str, other: str) -> bool:
    """Whether two paths name one file, which need not be there.

    `-` is none, and what is no regular file (`/dev/null`, a pipe) can be named twice.
    """
    if "-" in (path, other) or (os.path.exists(path) and not os.path.isfile(path)):
        return False
    return os.path.realpath(path) == os.path.realpath(other)


@contextmanager
def _whole_file(path: Path, private: bool) -> Iterator[int]:
    """The descriptor of a file that takes its name only when the block ends without an error.

    A symbolic link stays one: the file that it points to is replaced.
    """
    try:
        target = path.resolve()
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        mode = 0o600 if private else mode
    except OSError as error:
        raise _cannot_write(str(path), error) from None
    temporary, fd = _beside(target), -1
    try:
        try:
            fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise _cannot_write(str(path), error) from None
        yield fd
        try:
            os.fsync(fd)
            os.chmod(temporary, mode)
            os.replace(temporary, target)
        except OSError as error:
            raise _cannot_write(str(path), error) from None
    except BaseException:
        with suppress(OSError):  # it may never have been made
            temporary.unlink()
        raise
    finally:
        if fd >= 0:
            os.close(fd)


def _beside(target: Path) -> Path:
    """A name for what is not finished.

    It is known before the file is there, so that a signal that ends the process at any moment
    finds what to take away.
    """
    return target.parent / f".privtool-{secrets.token_hex(8)}"


def check_new_folder(path: Path, force: bool, mark: str) -> None:
    """Raise `UsageError` for a folder that is there already, unless it is to be replaced.

    All that is in it goes with it: it must be empty or hold the file `mark`, which every folder of
    the kind has, and must not be the working directory or around it.
    """
    if not os.path.exists(path):
        return
    if not path.is_dir():
        raise UsageError(f"{path} is there already, and is no folder")
    if not force:
        raise UsageError(f"{path} is there already; {option('force')} replaces it")
    if Path.cwd().is_relative_to(path.resolve()):
        raise UsageError(
            f"{path} holds the working directory, which {option('force')} does not replace"
        )
    if any(path.iterdir()) and not (path / mark).is_file():
        raise UsageError(
            f"{path} holds no {mark}: {option('force')} does not replace a folder of others"
        )


@contextmanager
def whole_folder(path: Path, force: bool, mark: str) -> Iterator[Path]:
    """A folder that takes the name `path` only when the block ends without an error.

    With `force` it replaces an older one, which stays as it was after an error. Raises
    `UsageError` as `check_new_folder` does and `PrivtoolError` for what cannot be written.
    """
    check_new_folder(path, force, mark)
    try:
        target = path.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_write(str(path), error) from None
    temporary = _beside(target)
    try:
        temporary.mkdir(0o700)
        yield temporary
        temporary.chmod(0o777 & ~_umask())
        if target.exists():
            old = Path(tempfile.mkdtemp(dir=target.parent, prefix=".privtool-old-"))
            os.replace(target, old)
            os.replace(temporary, target)
            shutil.rmtree(old, ignore_errors=True)
        else:
            os.replace(temporary, target)
    except OSError as error:
        raise _cannot_write(str(path), error) from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _open_already(path: str) -> int | None:
    """The descriptor that a path is another name of, as `/dev/stdout` is of 1."""
    found = _DESCRIPTOR.fullmatch(os.path.abspath(path))
    return int(_STANDARD.get(found[1], found[1])) if found else None


def _write_all(fd: int, name: str, data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            try:
                view = view[os.write(fd, view) :]
            except BlockingIOError:  # whoever opened it shares it with a program that never waits
                select.select([], [fd], [])
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise _cannot_write(name, error) from None


def _cannot_write(path: str, error: OSError) -> PrivtoolError:
    return PrivtoolError(f"{path}: cannot be written ({reason_of(error)})")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
