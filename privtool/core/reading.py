"""Reading lines of files and standard input in blocks, decompressed, in bounded memory."""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import NamedTuple

from privtool.core.errors import DataError, PrivtoolError, UsageError, reason_of
from privtool.core.unpacking import FAULTS, MAGICS, READ_BYTES, fault_of, packing_of, unpacked_as

_BOM = b"\xef\xbb\xbf"
_COPIED_BYTES = 1 << 20  # at a time


class Block(NamedTuple):
    """Consecutive lines of one source; `None` stands for a line over the length limit."""

    source: str
    first_line: int
    lines: list[bytes | None]

    def __reduce__(self) -> tuple[Callable[..., Block], tuple[str, int, bytes, list[int]]]:
        """Pickle the lines as one string, which is much faster than one by one."""
        whole = [line or b"" for line in self.lines]
        lost = [i for i, line in enumerate(self.lines) if line is None]
        return _block, (self.source, self.first_line, b"\n".join([*whole, b""]), lost)


def _block(source: str, first_line: int, joined: bytes, lost: list[int]) -> Block:
    lines: list[bytes | None] = [*joined.split(b"\n")[:-1]]
    for index in lost:
        lines[index] = None
    return Block(source, first_line, lines)


class FileRange(NamedTuple):
    """The bytes of a file from `start` to `end`, which begin with its line `first_line`.

    `packing` is that of `unpacking.packing_of`; compressed bytes are whole frames.
    """

    path: str
    start: int
    end: int
    first_line: int
    packing: str


def read_blocks(
    paths: Iterable[str], max_line_bytes: int, max_lines: int, *, with_mark: bool = False
) -> Iterator[Block]:
    """Yield blocks of the lines of all `paths` in order; `-` is standard input.

    A block holds the lines of one read, so that those of a slow writer do not wait, and at most
    `max_lines`. A byte order mark is left out unless `with_mark`. Raise `UsageError` for a file
    that cannot be opened and `DataError` for a broken compressed one.
    """
    for path in paths:
        name = "stdin" if path == "-" else _shown(path)
        with _opened(path) as raw:
            try:
                head = _head(raw)
            except OSError as error:
                raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
            # After its end a terminal can be read again, and would wait for a second Ctrl-D.
            rest = iter(partial(raw.read1, READ_BYTES), b"") if head else ()
            pieces = chain([head] if head else [], rest)
            with _named_faults(name):
                unpacked = unpacked_as(packing_of(head), pieces)
                yield from blocks_of(unpacked, name, max_line_bytes, max_lines, with_mark=with_mark)


def read_range(where: FileRange, max_line_bytes: int, max_lines: int) -> Iterator[Block]:
    """Yield blocks of the lines in a range of a file; raise what `read_blocks` raises."""
    name = _shown(where.path)
    with _opened(where.path) as raw, _named_faults(name):
        raw.seek(where.start)
        pieces = unpacked_as(where.packing, pieces_of(raw, where.end - where.start))
        yield from blocks_of(pieces, name, max_line_bytes, max_lines, where.first_line)


def pieces_of(raw: io.BufferedReader, size: int) -> Iterator[bytes]:
    """Yield the next bytes of a file, `size` in all, or less at its end."""
    while size and (piece := raw.read1(min(READ_BYTES, size))):
        yield piece
        size -= len(piece)


@contextmanager
def _named_faults(name: str) -> Iterator[None]:
    """Raise `DataError` for compressed data that is broken, and `PrivtoolError` for reads."""
    try:
        yield
    except FAULTS as error:
        raise DataError(f"{name}: {fault_of(error)}") from error
    except OSError as error:
        raise PrivtoolError(f"{name}: {reason_of(error, 'cannot be read')}") from error


def _opened(path: str) -> io.BufferedReader:
    if path == "-" and sys.stdin is None:
        raise UsageError("stdin is closed; name a file")
    try:
        return open(0, "rb", closefd=False) if path == "-" else open(path, "rb")
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be opened')}") from None


def _head(raw: io.BufferedReader) -> bytes:
    """Return the first bytes of a file, enough to detect compression."""
    head = raw.read1(READ_BYTES)
    while any(magic.startswith(head) and magic != head for magic in MAGICS) and head:
        more = raw.read1(READ_BYTES)
        if not more:
            break
        head += more
    return head


def _without_bom(pieces: Iterator[bytes]) -> Iterator[bytes]:
    start = b""
    while len(start) < len(_BOM) and _BOM.startswith(start) and (data := next(pieces, b"")):
        start += data
    yield start.removeprefix(_BOM)
    yield from pieces


def blocks_of(
    pieces: Iterator[bytes],
    name: str,
    max_line_bytes: int,
    max_lines: int,
    first_line: int = 1,
    *,
    with_mark: bool = False,
) -> Iterator[Block]:
    """Yield blocks of the lines in `pieces`, which may end anywhere; `name` is the source.

    `first_line` is the number of the first of them. A byte order mark there is left out unless
    `with_mark`.
    """
    number = first_line
    tail: list[bytes] = []  # the parts of a line whose end has not been read yet
    size = 0
    for data in pieces if with_mark or first_line > 1 else _without_bom(pieces):
        head, newline, rest = data.partition(b"\n")
        if not newline:
            tail, size = _extended(tail, size, data, max_line_bytes)
            continue
        tail, size = _extended(tail, size, head, max_line_bytes)
        lines: list[bytes | None] = [None if size > max_line_bytes else b"".join(tail)]
        ended = rest.split(b"\n")
        last = ended.pop()
        lines += ended if len(rest) <= max_line_bytes else _limited(ended, max_line_bytes)
        tail, size = _extended([], 0, last, max_line_bytes)
        for start in range(0, len(lines), max_lines):
            part = lines[start : start + max_lines]
            yield Block(name, number, part)
            number += len(part)
    if size:
        yield Block(name, number, [None if size > max_line_bytes else b"".join(tail)])


def _extended(
    tail: list[bytes], size: int, data: bytes, max_line_bytes: int
) -> tuple[list[bytes], int]:
    """Return the line with more bytes at its end; over the limit only its size is kept."""
    size += len(data)
    if size > max_line_bytes:
        return [], size
    if data:
        tail.append(data)
    return tail, size


def _limited(lines: list[bytes], max_line_bytes: int) -> list[bytes | None]:
    return [None if len(line) > max_line_bytes else line for line in lines]


def keep_input() -> None:
    """Copy standard input into a nameless file that takes its place, so that it can be reread."""
    if sys.stdin is None:
        raise UsageError("stdin is closed; name a file")
    with tempfile.TemporaryFile() as kept:
        while data := os.read(0, _COPIED_BYTES):  # a terminal may end only once
            kept.write(data)
        kept.flush()
        os.dup2(kept.fileno(), 0)
    rewind_input()


def rewind_input() -> None:
    """Read standard input from its start again, after `keep_input`."""
    os.lseek(0, 0, os.SEEK_SET)


def awaits_terminal(paths: Iterable[str]) -> bool:
    """Return whether `paths` are read from a terminal."""
    return "-" in paths and sys.stdin is not None and sys.stdin.isatty()


def _shown(path: str) -> str:
    """Return a file name with characters that cannot be printed escaped."""
    name = os.path.basename(path)
    return name if name.isprintable() else ascii(name)[1:-1]
