"""Reading lines of files and standard input in blocks, decompressed, in bounded memory."""

from __future__ import annotations

import io
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import NamedTuple, Protocol

import zstandard

from privtool.core.errors import DataError, PrivtoolError, UsageError, reason_of

READ_BYTES = 1 << 18
_UNPACK_BYTES = 1 << 8  # compressed bytes unpacked at a time: even of zeros, some megabytes
_BOM = b"\xef\xbb\xbf"
_GZIP_MAGIC = b"\x1f\x8b"
# A zstd file may begin with a frame that is to be skipped.
_ZSTD_MAGICS = (b"\x28\xb5\x2f\xfd", *(bytes([n]) + b"\x2a\x4d\x18" for n in range(0x50, 0x60)))
_MAGICS = (_GZIP_MAGIC, *_ZSTD_MAGICS)
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


def read_blocks(paths: Iterable[str], max_line_bytes: int, max_lines: int) -> Iterator[Block]:
    """Yield blocks of the lines of all `paths` in order; `-` is standard input.

    A block holds the lines of one read, so that those of a slow writer do not wait, and at most
    `max_lines`. Raise `UsageError` for a file that cannot be opened and `DataError` for a broken
    compressed one.
    """
    for path in paths:
        name = "stdin" if path == "-" else _shown(path)
        with _opened(path) as pieces:
            try:
                yield from blocks_of(pieces, name, max_line_bytes, max_lines)
            except (EOFError, zlib.error, zstandard.ZstdError) as error:
                raise DataError(f"{name}: {_fault(error)}") from error
            except OSError as error:
                raise PrivtoolError(f"{name}: {reason_of(error, 'cannot be read')}") from error


@contextmanager
def _opened(path: str) -> Iterator[Iterator[bytes]]:
    """Yield the content of a path in pieces; its format is detected by content, not by name."""
    if path == "-" and sys.stdin is None:
        raise UsageError("stdin is closed; name a file")
    try:
        raw = open(0, "rb", closefd=False) if path == "-" else open(path, "rb")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be opened')}") from None
    with raw:
        try:
            head = _head(raw)
        except OSError as error:
            raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
        pieces = chain([head] if head else [], iter(partial(raw.read1, READ_BYTES), b""))
        if head.startswith(_GZIP_MAGIC):
            yield _unpacked(pieces, partial(zlib.decompressobj, wbits=31))
        elif head.startswith(_ZSTD_MAGICS):
            yield _unpacked(pieces, zstandard.ZstdDecompressor().decompressobj)
        else:
            yield pieces


def _head(raw: io.BufferedReader) -> bytes:
    """Return the first bytes of a file, enough to detect compression."""
    head = raw.read1(READ_BYTES)
    while any(magic.startswith(head) and magic != head for magic in _MAGICS) and head:
        more = raw.read1(READ_BYTES)
        if not more:
            break
        head += more
    return head


class _Frame(Protocol):
    """A gzip member or zstd frame that is being decompressed."""

    @property
    def eof(self) -> bool: ...

    @property
    def unused_data(self) -> bytes: ...

    def decompress(self, data: bytes, /) -> bytes: ...


def _unpacked(packed: Iterable[bytes], new_frame: Callable[[], _Frame]) -> Iterator[bytes]:
    """Yield the content of consecutive frames as soon as it is available.

    Raise `EOFError` for a truncated last frame, which the stream readers of the libraries ignore or
    notice late, and the errors of the library for broken data.
    """
    frame: _Frame | None = None
    for data in packed:
        pieces: list[bytes] = []
        size = 0
        for start in range(0, len(data), _UNPACK_BYTES):
            rest = data[start : start + _UNPACK_BYTES]
            while rest := rest if frame else rest.lstrip(b"\0"):  # zeros may pad between frames
                frame = frame or new_frame()
                piece = frame.decompress(rest)
                pieces.append(piece)
                size += len(piece)
                rest, frame = (frame.unused_data, None) if frame.eof else (b"", frame)
            if size >= READ_BYTES:
                yield from _cut(b"".join(pieces))
                pieces, size = [], 0
        yield from _cut(b"".join(pieces))
    if frame is not None:
        raise EOFError


def _fault(error: Exception) -> str:
    """Return the fault of compressed data. The library rejects windows over 128 MB."""
    if "too much memory" in str(error):
        return "the compressed data takes too much memory: pack it again without --long or --ultra"
    return "the compressed data is broken or cut short"


def _cut(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), READ_BYTES):
        yield data[start : start + READ_BYTES]


def _without_bom(pieces: Iterator[bytes]) -> Iterator[bytes]:
    start = b""
    while len(start) < len(_BOM) and _BOM.startswith(start) and (data := next(pieces, b"")):
        start += data
    yield start.removeprefix(_BOM)
    yield from pieces


def blocks_of(
    pieces: Iterator[bytes], name: str, max_line_bytes: int, max_lines: int
) -> Iterator[Block]:
    """Yield blocks of the lines in `pieces`, which may end anywhere; `name` is the source."""
    number = 1
    tail: list[bytes] = []  # the parts of a line whose end has not been read yet
    size = 0
    for data in _without_bom(pieces):
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
