"""Writing: standard output that may lose its reader, and files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from privtool.core.errors import PrivtoolError

Write = Callable[[bytes], None]


class ReaderGone(Exception):
    """The reader of standard output closed it: the command ends silently with status 141."""


@contextmanager
def writing(path: str) -> Iterator[Write]:
    """A function that writes bytes to a path; `-` is standard output, unbuffered.

    A file is written beside its place and renamed when all went well; after an error nothing of
    it is left and an older file stays as it was. Raises `ReaderGone` and `PrivtoolError`.
    """
    if path == "-":
        yield _write_to_stdout
        return
    with whole_file(Path(path)) as handle:

        def write(data: bytes) -> None:
            try:
                handle.write(data)
            except OSError as error:
                raise _cannot_write(path, error) from None

        yield write


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file open for writing that takes its name only when the block ends without an error."""
    try:
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise _cannot_write(str(path), error) from None
    try:
        with os.fdopen(fd, "wb") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException as error:
        os.unlink(temporary)
        if isinstance(error, OSError):
            raise _cannot_write(str(path), error) from None
        raise


def _write_to_stdout(data: bytes) -> None:
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(1, view) :]
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise _cannot_write("stdout", error) from None


def _cannot_write(path: str, error: OSError) -> PrivtoolError:
    return PrivtoolError(f"{path}: cannot be written ({(error.strerror or 'unknown').lower()})")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
