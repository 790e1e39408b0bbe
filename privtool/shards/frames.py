"""The frames of a zstd file, found without decompressing them."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from typing import NamedTuple

import zstandard

from privtool.core.reading import pieces_of
from privtool.core.unpacking import ZSTD, unpacked_as

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
