"""Reading: lines of files and of standard input in blocks, compressed or not, in bounded memory."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple, cast

import zstandard

from privtool.core.errors import DataError, PrivtoolError, UsageError

READ_BYTES = 1 << 18
_BOM = b"\xef\xbb\xbf"
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


class Block(NamedTuple):
    """Consecutive lines of one source; `None` stands for a line over the length limit."""

    source: str
    first_line: int
    lines: list[bytes | None]


def read_blocks(paths: Iterable[str], max_line_bytes: int, max_lines: int) -> Iterator[Block]:
    """Blocks of the lines of all `paths` in order; `-` is standard input.

    A block holds what one read returned, so that a slow writer's lines go through at once, and
    never more than `max_lines` lines. Raises `UsageError` for a file that cannot be opened and
    `DataError` for a compressed file that is broken.
    """
    for path in paths:
        name = "stdin" if path == "-" else os.path.basename(path)
        with _opened(path) as stream:
            try:
                yield from _blocks(stream, name, max_line_bytes, max_lines)
            except (EOFError, zlib.error, gzip.BadGzipFile, zstandard.ZstdError) as error:
                raise DataError(f"{name}: the compressed data is broken or cut short") from error
            except OSError as error:
                raise PrivtoolError(f"{name}: cannot be read ({error.strerror})") from error


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """The decompressed bytes of a path; the format is told by the content, not by the name."""
    try:
        raw = open(0, "rb", closefd=False) if path == "-" else open(path, "rb")
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or 'cannot be opened').lower()}") from None
    with raw:
        try:
            magic = raw.peek(4)[:4]
        except OSError as error:
            raise UsageError(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
        if magic.startswith(_GZIP_MAGIC):
            yield cast(BinaryIO, gzip.GzipFile(fileobj=raw))
        elif magic == _ZSTD_MAGIC:
            reader = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True)
            yield cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, reader), READ_BYTES))
        else:
            yield raw


def _blocks(
    stream: BinaryIO, name: str, max_line_bytes: int, max_lines: int
) -> Iterator[Block]:
    number = 1
    tail: list[bytes] = []  # the pieces of a line whose end has not been read yet
    size = 0
    read = cast(io.BufferedReader, stream).read1
    at_start = True
    while data := read(READ_BYTES):
        if at_start:
            while len(data) < len(_BOM) and (more := read(READ_BYTES)):
                data += more
            data, at_start = data.removeprefix(_BOM), False
        head, newline, rest = data.partition(b"\n")
        if not newline:
            tail, size = _extended(tail, size, data, max_line_bytes)
            continue
        tail, size = _extended(tail, size, head, max_line_bytes)
        lines: list[bytes | None] = [None if size > max_line_bytes else b"".join(tail)]
        pieces = rest.split(b"\n")
        last = pieces.pop()
        lines += pieces if len(rest) <= max_line_bytes else _limited(pieces, max_line_bytes)
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
    """A line with more bytes at its end; once over the limit only its size is kept."""
    size += len(data)
    if size > max_line_bytes:
        return [], size
    if data:
        tail.append(data)
    return tail, size


def _limited(lines: list[bytes], max_line_bytes: int) -> list[bytes | None]:
    return [None if len(line) > max_line_bytes else line for line in lines]


def awaits_terminal(paths: Iterable[str]) -> bool:
    """Whether reading `paths` means waiting for somebody to type."""
    return "-" in paths and sys.stdin is not None and sys.stdin.isatty()
