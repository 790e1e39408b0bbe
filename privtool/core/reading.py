"""Reading lines of files and standard input in blocks, decompressed, in bounded memory."""

from __future__ import annotations

import codecs
import fcntl
import io
import os
import select
import stat
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import zstandard

from privtool.core.errors import (
    DataError,
    PrivtoolError,
    UsageError,
    named_read_errors,
    named_write_errors,
    reason_of,
)

_BOM = codecs.BOM_UTF8
WIDE_MARKS = {  # those of UTF-32 begin like those of UTF-16
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_UNITS_PER_ZERO = 10  # at most: spaces, digits and ends of lines have one in any script
_FEWEST_BYTES = 16
READ_BYTES = 1 << 18
_SECOND = 1000  # milliseconds
_UNPACK_BYTES = 1 << 8  # compressed bytes unpacked at a time: even of zeros, some megabytes
GZIP, ZSTD = "gzip", "zstd"
_GZIP_MAGIC = b"\x1f\x8b"
# A zstd file may begin with a frame that is to be skipped.
_ZSTD_MAGICS = (b"\x28\xb5\x2f\xfd", *(bytes([n]) + b"\x2a\x4d\x18" for n in range(0x50, 0x60)))
FAULTS = (EOFError, zlib.error, zstandard.ZstdError)  # what broken data raises


class Block(NamedTuple):
    """Consecutive lines of one source, or rows of one table.

    `None` stands for too long a one, and a text for a bad row: it says why.
    `input` is the number of the source among the inputs. `languages` are those of the lines, where
    they were looked for.
    """

    source: str
    first_line: int
    lines: list[bytes | None]
    input: int = 1
    languages: Sequence[str] = ()
    rows: Sequence[dict[str, Any] | str | None] = ()

    @property
    def items(self) -> Sequence[bytes | dict[str, Any] | str | None]:
        """The lines, or the rows."""
        return self.rows or self.lines

    def part(self, start: int, stop: int) -> Block:
        """Return the items from one index to another as a block of their own."""
        here = slice(start, stop)
        return self._replace(
            first_line=self.first_line + start,
            lines=self.lines[here],
            languages=self.languages[here],
            rows=self.rows[here],
        )

    def line_id(self, number: int) -> str | int:
        """Return the id of a record without one: its line, and which input it is of from 2 on."""
        return number if self.input == 1 else f"{self.input}-{number}"


class FileRange(NamedTuple):
    """The bytes of a file from `start` to `end`, which begin with its line `first_line`.

    `packing` is that of `packing_of`; compressed bytes are whole frames.
    """

    path: str
    start: int
    end: int
    first_line: int
    packing: str
    input: int = 1


def read_blocks(
    paths: Iterable[str], max_line_bytes: int, max_lines: int, *, with_mark: bool = False
) -> Iterator[Block]:
    """Yield blocks of the lines of all `paths` in order; `-` is standard input.

    A block holds the lines of one read, so that those of a slow writer do not wait, and at most
    `max_lines`. A byte order mark is left out unless `with_mark`. Raise `UsageError` for a file
    that cannot be opened and `DataError` for a broken compressed one, or one in UTF-16 or UTF-32.
    """
    for number, path in enumerate(paths, 1):
        name = source_name(path)
        with opened(path) as raw:
            _enlarge(raw)
            with named_read_errors(path):
                head = _head(raw)
            # After its end a terminal can be read again, and would wait for a second Ctrl-D.
            rest = iter(lambda: _read(raw), b"") if head else ()
            pieces = chain([head] if head else [], rest)
            with _named_faults(name):
                unpacked = unpacked_as(packing_of(head), pieces)
                for block in blocks_of(
                    unpacked, name, max_line_bytes, max_lines, with_mark=with_mark
                ):
                    yield block._replace(input=number)


def read_range(where: FileRange, max_line_bytes: int, max_lines: int) -> Iterator[Block]:
    """Yield blocks of the lines in a range of a file; raise what `read_blocks` raises."""
    name = source_name(where.path)
    with opened(where.path) as raw, _named_faults(name):
        raw.seek(where.start)
        pieces = unpacked_as(where.packing, pieces_of(raw, where.end - where.start))
        for block in blocks_of(pieces, name, max_line_bytes, max_lines, where.first_line):
            yield block._replace(input=where.input)


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


def opened(path: str) -> io.BufferedReader:
    """Open a file, or standard input. Raise `UsageError` if that fails."""
    if path == "-" and sys.stdin is None:
        raise UsageError("stdin is closed; name a file")
    try:
        return open(0, "rb", closefd=False) if path == "-" else open(path, "rb")
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be opened')}") from None


def _enlarge(raw: io.BufferedReader) -> None:
    """Let a pipe hold a whole read, four times what Linux gives it: models get larger batches."""
    with suppress(OSError, AttributeError):  # no pipe, none so large, or no Linux
        fcntl.fcntl(raw, fcntl.F_SETPIPE_SZ, READ_BYTES)


def _head(raw: io.BufferedReader) -> bytes:
    """Return the first bytes of a file, enough to detect compression."""
    head = _read(raw)
    magics = (_GZIP_MAGIC, *_ZSTD_MAGICS)
    while any(magic.startswith(head) and magic != head for magic in magics) and head:
        more = _read(raw)
        if not more:
            break
        head += more
    return head


def _read(raw: io.BufferedReader) -> bytes:
    """Return the next bytes of a file as soon as there are some.

    A signal that came just before the wait for them is handled after a second. Python would handle
    it after the read, and a writer may be silent for hours.
    """
    awaited = select.poll()  # not `select.select`: it takes no number over 1,023
    awaited.register(raw, select.POLLIN)
    while not awaited.poll(_SECOND):
        pass
    return raw.read1(READ_BYTES)


def _from_start(pieces: Iterator[bytes], name: str, with_mark: bool) -> Iterator[bytes]:
    """Yield the pieces of a whole file. Raise `DataError` for one in UTF-16 or UTF-32."""
    start = b""
    while len(start) < len(_BOM) and _BOM.startswith(start) and (data := next(pieces, b"")):
        start += data
    if encoding := _wide_encoding(start):
        raise DataError(f"{name}: is {encoding}; convert it, as by iconv -f {encoding} -t UTF-8")
    yield start if with_mark else start.removeprefix(_BOM)
    yield from pieces


def _wide_encoding(start: bytes) -> str | None:
    """Return the encoding of text that is UTF-16 or UTF-32, by its mark or by its zeros.

    In other text, zeros are in no order, and not next to each end of a line.
    """
    for mark, name in WIDE_MARKS.items():
        if start.startswith(mark):
            return name
    high, low = start[::2].count(0), start[1::2].count(0)
    few = len(start) < _FEWEST_BYTES or max(high, low) * _UNITS_PER_ZERO < len(start) // 2
    if few or high == low:
        return None
    if high and low:
        wide = 2 * (high + low) > len(start)
        return ("UTF-32LE" if low > high else "UTF-32BE") if wide else None
    ends = start.count(b"\n"), start.count(b"\n\0" if low else b"\0\n")
    return ("UTF-16LE" if low else "UTF-16BE") if ends[0] == ends[1] else None


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
    `with_mark`. Raise `DataError` if a first line is in UTF-16 or UTF-32.
    """
    number = first_line
    tail: list[bytes] = []  # the parts of a line whose end has not been read yet
    size = 0
    for data in pieces if first_line > 1 else _from_start(pieces, name, with_mark):
        head, newline, rest = data.partition(b"\n")
        if not newline:
            tail, size = _extended(tail, size, data, max_line_bytes)
            continue
        tail, size = _extended(tail, size, head, max_line_bytes)
        lines: list[bytes | None] = [None if size > max_line_bytes else b"".join(tail)]
        ended = rest.split(b"\n")
        last = ended.pop()
        if len(rest) <= max_line_bytes:
            lines += ended
        else:
            lines += [None if len(line) > max_line_bytes else line for line in ended]
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


def keep_input() -> None:
    """Make standard input a file, so that it can be reread: a nameless copy unless it is one."""
    with opened("-") as raw:
        if _is_at_start():
            return
        with named_write_errors("temporary files"), tempfile.TemporaryFile() as kept:
            while data := _read(raw):  # a terminal may end only once
                kept.write(data)
            kept.flush()
            os.dup2(kept.fileno(), 0)
    rewind_input()


def _is_at_start() -> bool:
    """Return whether standard input is a file of which nothing has been read."""
    is_file = sys.stdin is not None and stat.S_ISREG(os.fstat(0).st_mode)
    return is_file and not os.lseek(0, 0, os.SEEK_CUR)


def rewind_input() -> None:
    """Read standard input from its start again, after `keep_input`."""
    os.lseek(0, 0, os.SEEK_SET)


def stamp_of(path: str | Path) -> tuple[int, int] | None:
    """Return size and time of a regular file, None for anything else; `-` is standard input.

    Not its content: the file may be a key.
    """
    try:
        status = os.stat(0 if path == "-" else path)
    except (OSError, ValueError):
        return None
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


class ReadTwice:
    """The inputs as they were before the first of two passes.

    Raise `UsageError` for a pipe, which cannot be read twice; standard input may be one.
    """

    def __init__(self, paths: Iterable[str]) -> None:
        self._stamps: dict[str, Any] = {}
        for path in paths:
            if path != "-" and Path(path).is_fifo():
                raise UsageError("a pipe cannot be read twice: use standard input or a file")
            if path != "-" or _is_at_start():  # else a copy of it is read
                self._stamps[path] = stamp_of(path)

    def check(self) -> None:
        """Raise `DataError` for a file that has changed since: the first pass saw other records."""
        for path, stamp in self._stamps.items():
            if stamp is not None and stamp_of(path) != stamp:
                raise DataError(f"{source_name(path)}: the file changed while it was read twice")


def awaits_terminal(paths: Iterable[str]) -> bool:
    """Return whether `paths` are read from a terminal."""
    return "-" in paths and sys.stdin is not None and sys.stdin.isatty()


def source_name(path: str) -> str:
    """Return the name of an input for messages, with characters that cannot be printed escaped."""
    if path == "-":
        return "stdin"
    name = os.path.basename(path)
    return name if name.isprintable() else ascii(name)[1:-1]


def packing_of(head: bytes) -> str:
    """Return how a file is compressed, by its first bytes; "" if it is not."""
    if head.startswith(_GZIP_MAGIC):
        return GZIP
    return ZSTD if head.startswith(_ZSTD_MAGICS) else ""


def unpacked_as(packing: str, packed: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the content of compressed data; raise one of `FAULTS` for broken data."""
    if packing == GZIP:
        return _unpacked(packed, partial(zlib.decompressobj, wbits=31))
    return _unpacked(packed, zstandard.ZstdDecompressor().decompressobj) if packing else packed


def _unpacked(packed: Iterable[bytes], new_frame: Callable[[], Any]) -> Iterator[bytes]:
    """Yield the content of consecutive frames as soon as it is available.

    Raise `EOFError` for a truncated last frame, which the stream readers of the libraries ignore or
    notice late, and the errors of the library for broken data. A frame is a decompressor of it.
    """
    frame: Any = None
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


def fault_of(error: Exception) -> str:
    """Return the fault of compressed data. The library rejects windows over 128 MB."""
    if "too much memory" in str(error):
        return "the compressed data takes too much memory: pack it again without --long or --ultra"
    return "the compressed data is broken or cut short"


def _cut(data: bytes) -> Iterator[bytes]:
    for start in range(0, len(data), READ_BYTES):
        yield data[start : start + READ_BYTES]
