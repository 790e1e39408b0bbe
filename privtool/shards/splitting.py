"""Cutting inputs into ranges at the ends of lines, and packing those into shards of a size.

A compressed file can only be read from its start, so it is one range. Lines of others are counted
on the way: errors name lines by their number in the file, and a record without an id gets it as its
id.

A plan knows input files by their size, time and a fingerprint of both ends.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.core.errors import DataError, UsageError, option, reason_of
from privtool.core.unpacking import packing_of

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


_READ_BYTES = 1 << 20


class Range(NamedTuple):
    """A part of an input, by the number of the input; see `reading.FileRange`."""

    input: int
    start: int
    end: int
    first_line: int


def ranges_of(number: int, source: Input, most: int) -> Iterator[Range]:
    """Yield the ranges of an input, of `most` bytes or little more where it can be cut.

    Raise `UsageError` for a file that cannot be read.
    """
    whole = Range(number, 0, source.size, 1)
    if source.size <= most or source.packing:
        yield whole
        return
    try:
        with open(source.path, "rb") as file:
            cuts = list(_cuts_of(file, most))
    except OSError as error:
        raise UsageError(f"{source.path}: {reason_of(error, 'cannot be read')}") from None
    start, line = 0, 1
    for end, lines in cuts:
        if end < source.size:
            yield whole._replace(start=start, end=end, first_line=line)
            start, line = end, line + lines
    yield whole._replace(start=start, first_line=line)


def _cuts_of(file: io.BufferedReader, most: int) -> Iterator[tuple[int, int]]:
    """Yield where to cut a file, with the number of lines since the cut before."""
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


def packed(ranges: Iterable[Range], most: int) -> Iterator[tuple[Range, ...]]:
    """Yield shards: consecutive ranges of `most` bytes together, or one range that is larger."""
    shard: list[Range] = []
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
