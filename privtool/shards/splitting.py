"""Cutting inputs into ranges at the ends of lines, and packing those into shards of a size.

Plain files and zstd files of several frames are cut. A gzip file, or a zstd file of one frame, can
only be read from its start, so it is one range. Lines are counted on the way: errors name lines by
their number in the file, and a record without an id gets it as its id.

A plan knows input files by their size, time and a fingerprint of both ends.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
import struct
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
import zstandard

from privtool.core.errors import DataError, UsageError, option, reason_of
from privtool.core.reading import FileRange, pieces_of
from privtool.core.unpacking import ZSTD, packing_of, unpacked_as

_END_BYTES = 1 << 16  # at either end of a file
_SIZE = re.compile(r"([1-9][0-9]{0,11})([KMGT]?)")


def parse_size(text: str, name: str) -> int:
    """Return the bytes of a size such as 500, 16K or 64M; `name` is that of the option.

    Raise `UsageError` for anything else.
    """
    found = _SIZE.fullmatch(text.upper())
    if found is None:
        raise UsageError(f"{option(name)} must be a number of bytes such as 500K, 64M or 1G")
    return int(found[1]) << 10 * " KMGT".index(found[2] or " ")


class Input(msgspec.Struct, frozen=True):
    """An input file as it was when the work was planned."""

    path: str
    size: int
    modified: int  # nanoseconds
    digest: str
    packing: str


def read_input(path: str) -> Input:
    """Return a file as it is now; raise `UsageError` for one that cannot be read in parts."""
    if path == "-":
        raise UsageError("standard input cannot be split: name files")
    try:
        with open(path, "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise UsageError(f"{path}: only regular files can be split")
            head = file.read(_END_BYTES)
            file.seek(max(status.st_size - _END_BYTES, 0))
            digest = hashlib.sha256(head + file.read(_END_BYTES)).hexdigest()
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    return Input(path, status.st_size, status.st_mtime_ns, digest, packing_of(head))


def check_unchanged(planned: Input) -> None:
    """Raise `DataError` unless a file is what it was when the work was planned."""
    if read_input(planned.path) != planned:
        raise DataError(
            f"{os.path.basename(planned.path)}: the file has changed since the work was planned; "
            f"start again with another {option('out_dir')}"
        )


def stamp_of(path: str | Path) -> tuple[int, int] | None:
    """Return size and time of a regular file, None for anything else.

    Not its content: the file may be a key.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


_SKIPPABLE = range(0x184D2A50, 0x184D2A60)
_LARGEST_HEADER = 18
_BLOCK_HEADER, _CHECKSUM, _SKIPPABLE_HEADER = 3, 4, 8
_RUN = 1  # the type of a block that repeats one byte


class Frame(NamedTuple):
    """The place of a frame in a file."""

    start: int
    end: int


def frames_of(file: io.BufferedReader) -> Iterator[Frame]:
    """Yield the frames of a zstd file in order; raise `ZstdError` or `EOFError` for a broken one.

    Skippable frames and zeros between frames belong to the frame after them.
    """
    start = position = 0
    while head := _read_at(file, position, _LARGEST_HEADER):
        if head[0] == 0:
            position += 1
        elif len(head) >= _SKIPPABLE_HEADER and struct.unpack("<I", head[:4])[0] in _SKIPPABLE:
            position += _SKIPPABLE_HEADER + int(struct.unpack("<I", head[4:8])[0])
        else:
            position = _end_of_frame(file, position, head)
            yield Frame(start, position)
            start = position


def _end_of_frame(file: io.BufferedReader, position: int, head: bytes) -> int:
    parameters = zstandard.get_frame_parameters(head)
    position += zstandard.frame_header_size(head)
    last = False
    while not last:
        block = _read_at(file, position, _BLOCK_HEADER)
        if len(block) < _BLOCK_HEADER:
            raise EOFError
        bits = int.from_bytes(block, "little")
        last = bool(bits & 1)
        position += _BLOCK_HEADER + (1 if bits >> 1 & 3 == _RUN else bits >> 3)
    return position + (_CHECKSUM if parameters.has_checksum else 0)


def _read_at(file: io.BufferedReader, position: int, size: int) -> bytes:
    file.seek(position)
    return file.read(size)


def lines_in(file: io.BufferedReader, frame: Frame) -> tuple[int, bool]:
    """Return how many line ends the content of a frame has, and whether it ends with one.

    Raise `ZstdError` or `EOFError` for a broken frame.
    """
    file.seek(frame.start)
    lines, last = 0, b""
    for data in unpacked_as(ZSTD, pieces_of(file, frame.end - frame.start)):
        lines += data.count(b"\n")
        last = data[-1:]
    return lines, last == b"\n"


_READ_BYTES = 1 << 20


def ranges_of(source: Input, most: int) -> Iterator[FileRange]:
    """Yield the ranges of an input, of `most` bytes or little more where it can be cut.

    Raise `UsageError` for a file that cannot be read.
    """
    whole = FileRange(source.path, 0, source.size, 1, source.packing)
    if source.size <= most or source.packing not in ("", ZSTD):
        yield whole
        return
    try:
        with open(source.path, "rb") as file:
            cuts = list((_cuts_of_frames if source.packing else _cuts_of_lines)(file, most))
    except (zstandard.ZstdError, EOFError):
        cuts = []  # the worker that reads it reports what is broken
    except OSError as error:
        raise UsageError(f"{source.path}: {reason_of(error, 'cannot be read')}") from None
    start, line = 0, 1
    for end, lines in cuts:
        if end < source.size:
            yield whole._replace(start=start, end=end, first_line=line)
            start, line = end, line + lines
    yield whole._replace(start=start, first_line=line)


def _cuts_of_lines(file: io.BufferedReader, most: int) -> Iterator[tuple[int, int]]:
    """Yield where to cut a plain file, with the number of lines since the cut before."""
    start = position = lines = 0
    while data := file.read(_READ_BYTES):
        done = 0  # bytes of the data before a cut
        while position + len(data) - start > most:
            at = data.find(b"\n", max(start + most - position - 1, done))
            if at < 0:
                break
            lines += data.count(b"\n", done, at + 1)
            done = at + 1
            yield position + done, lines
            start, lines = position + done, 0
        lines += data.count(b"\n", done)
        position += len(data)


def _cuts_of_frames(file: io.BufferedReader, most: int) -> Iterator[tuple[int, int]]:
    """Yield where to cut a zstd file, after frames whose content ends with a line."""
    frames = list(frames_of(file))
    start = lines = 0
    for frame in frames if len(frames) > 1 else ():  # one frame cannot be cut: why unpack it
        more, ended = lines_in(file, frame)
        lines += more
        if ended and frame.end - start >= most:
            yield frame.end, lines
            start, lines = frame.end, 0


def packed(ranges: Iterable[FileRange], most: int) -> Iterator[tuple[FileRange, ...]]:
    """Yield shards: consecutive ranges of `most` bytes together, or one range that is larger."""
    shard: list[FileRange] = []
    size = 0
    for each in ranges:
        length = each.end - each.start
        if shard and size + length > most:
            yield tuple(shard)
            shard, size = [], 0
        shard.append(each)
        size += length
    if shard:
        yield tuple(shard)
