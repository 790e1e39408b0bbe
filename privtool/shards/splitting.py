"""Cutting inputs into ranges at the ends of lines, and packing those into shards of a size.

Plain files and zstd files of several frames are cut. A gzip file, or a zstd file of one frame, can
only be read from its start, so it is one range. Lines are counted on the way: errors name lines by
their number in the file, and a record without an id gets it as its id.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

import zstandard

from privtool.core.errors import UsageError, reason_of
from privtool.core.reading import FileRange
from privtool.core.unpacking import ZSTD
from privtool.shards.frames import frames_of, lines_in
from privtool.shards.inputs import Input

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
