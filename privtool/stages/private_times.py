"""Private times by file: what is private in one record must be silent in all that overlap it.

They are read from all records before any is written.
"""

from __future__ import annotations

import hashlib
import math
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from privtool.audio.editing.regions import MAX_SHIFT
from privtool.audio.intervals import Interval, merge_intervals
from privtool.audio.io.clips import channel_of, offset_of, segment_bounds
from privtool.audio.io.decode import AudioInfo, read_info
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Counts, Format, NewId, decode_lines
from privtool.core.errors import DataError
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions, input_twice
from privtool.core.record import Record, encode, is_channel
from privtool.core.spans import ReadEntities, refuse_cut
from privtool.core.writing import temporary_database

_ROUNDING = 1e-6  # seconds
_SCHEMA = """
CREATE TABLE private (
    file TEXT NOT NULL, channel INTEGER, start REAL NOT NULL, finish REAL NOT NULL,
    owner BLOB NOT NULL
);
"""
_FIND = """
SELECT start, finish, owner FROM private
WHERE file = ? AND start < ? AND finish > ? AND ifnull(channel = ?, 1)
"""
_KNOWN_LENGTHS = 1024  # recordings


class PrivateTime(NamedTuple):
    """Seconds of a channel of a file (None for all) that are private, and whose record says so."""

    file: str
    channel: int | None
    start: float
    end: float
    owner: bytes


class Overlapping(NamedTuple):
    """What other records say is private in a clip and `near` it, in seconds of the clip.

    Without what its own record says, too: turns that are there twice, such as those with several
    samples of surrogates, do not hide each other. Sounds next to what is `near` may be in the clip.
    """

    intervals: list[Interval]
    near: list[Interval]


def times_of(
    record: Record,
    path_of: Callable[[Record], str],
    read_info: Callable[[str], AudioInfo],
    of_clip: Callable[[Record, float], list[Interval]],
) -> Iterator[PrivateTime]:
    """Yield the private times of a record, also of one that is a bad line.

    `of_clip` gets a record and the seconds of its clip and returns those in it, or raises
    `DataError` if it cannot know what is private: then all of the clip is. Nothing is known of a
    record whose audio is not named.
    """
    try:
        path = path_of(record)
    except DataError:
        return
    owner, file = owner_of(record), file_key(path)
    channel = record.channel if is_channel(record.channel) else None
    try:
        info = read_info(path)
        first, frames = segment_bounds(record, info)
        offset, seconds = first / info.rate, frames / info.rate
        intervals = of_clip(record, seconds)
    except DataError:
        offset, seconds = _stated(record)
        intervals = [Interval(0.0, seconds)]
    for start, end in intervals:
        yield PrivateTime(file, channel, offset + start, offset + end, owner)


class PrivateTimes:
    """Finds private times; create it with `collect_times`. Picklable."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __getstate__(self) -> dict[str, object]:
        return {"_path": self._path}

    def has(self, path: str, channel: int | None, start: float, end: float) -> bool:
        """Return whether something between two times of a file is private, on a channel."""
        where = file_key(path), end, start, channel
        return self._connection.execute(_FIND, where).fetchone() is not None

    def in_clip(self, record: Record, path: str, seconds: float) -> Overlapping:
        """Return what others say is private in the clip of a record, on its channel."""
        offset, owner = offset_of(record), owner_of(record)
        last, first = offset + seconds + MAX_SHIFT, offset - MAX_SHIFT
        where = file_key(path), last, first, channel_of(record)
        times: tuple[list[Interval], list[Interval]] = [], []  # by others, by its own record
        near: list[Interval] = []
        for first, last, by in self._connection.execute(_FIND, where):
            start, end = first - offset, last - offset
            if start < seconds and end > 0:
                times[by == owner].append(Interval(max(0.0, start), min(seconds, end)))
            else:
                near.append(Interval(start, end))
        own = merge_intervals(times[True])
        others = (time for time in times[False] if not _is_covered(time, own))
        return Overlapping(merge_intervals(others), near)

    @cached_property
    def _connection(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self._path.as_uri()}?mode=ro", uri=True)


def collect_times(path: Path, times: Iterable[PrivateTime]) -> PrivateTimes:
    """Write private times into a new database. Raise `PrivtoolError` if that fails."""
    with temporary_database(path) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(_SCHEMA)
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO private VALUES (?, ?, ?, ?, ?)", times)
        connection.execute("COMMIT")
        connection.execute("CREATE INDEX by_file ON private (file, start)")
    return PrivateTimes(path)


def owner_of(record: Record) -> bytes:
    """Return a hash of a record, which distinguishes its private times from those of others."""
    known = msgspec.structs.replace(record, extra=UNSET)
    return hashlib.blake2b(encode(known), digest_size=8).digest()


def file_key(path: str) -> str:
    """Return what identifies a file, by whatever path it is named."""
    try:
        found = os.stat(path)
    except OSError:
        return os.path.realpath(path)
    return f"{found.st_dev}:{found.st_ino}"


def _is_covered(time: Interval, intervals: list[Interval]) -> bool:
    """Return whether a time is inside one of disjoint intervals, but for rounding."""
    return any(
        start - _ROUNDING <= time.start and time.end <= end + _ROUNDING for start, end in intervals
    )


def _stated(record: Record) -> tuple[float, float]:
    """Return offset and duration as a bad record states them; all of the file if it does not."""
    offset = offset_of(record)
    if record.duration is UNSET or not (0 <= offset < math.inf and 0 < record.duration < math.inf):
        return 0.0, math.inf
    return offset, record.duration


def _everything(_: Record, seconds: float) -> list[Interval]:
    return [Interval(0.0, seconds)]


def read_times(
    stream: StreamOptions,
    root: AudioRoot,
    of_clip: Callable[[Record, float], list[Interval]],
    new_id: NewId | None,
    entities: ReadEntities | None = None,
) -> Iterator[PrivateTime]:
    """Yield the private times of all records; `of_clip` is that of `times_of`.

    Bad lines that do not name their audio are left to the stage. Raise as `refuse_cut` does.
    """
    counts: Counts = Counter()
    known_info = lru_cache(maxsize=_KNOWN_LENGTHS)(read_info)
    line_format = Format(stream.input_format, new_id=new_id)
    for block in input_twice(stream, LINES_PER_BLOCK):
        for _, record in decode_lines(block, line_format, keep_going=True)[0]:
            try:  # not while decoding: other records may overlap a bad line
                whole = record if entities is None else entities(record, counts)
            except DataError:
                yield from times_of(record, root.path_of, known_info, _everything)
            else:
                yield from times_of(whole, root.path_of, known_info, of_clip)
    refuse_cut(counts)
