"""The redacted parts of recordings, which `redact --whole` puts together again."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.audio.io.clips import channel_of, segment_bounds
from privtool.audio.io.decode import read_info
from privtool.audio.io.writer import AudioFolder
from privtool.core.database import temporary_database
from privtool.core.record import Record, decode_all, encode
from privtool.stages.private_times import file_key

_SCHEMA = """
CREATE TABLE parts (
    file TEXT NOT NULL, path TEXT NOT NULL, start INTEGER NOT NULL, frames INTEGER NOT NULL,
    channel INTEGER, clip TEXT NOT NULL, removed TEXT NOT NULL, record BLOB NOT NULL
);
"""
_PATIENCE = 600.0  # seconds to wait for another process that writes


class CallPart(NamedTuple):
    """A redacted clip, the frames of its recording that it is in place of, and its record.

    `removed` has the first frame of the clip that was replaced, and the one after the last, for
    each interval.
    """

    start: int
    frames: int
    channel: int | None
    clip: str
    removed: list[tuple[int, int]]
    record: Record


class CallParts(NamedTuple):
    """A database of redacted clips by recording, that several processes write."""

    path: Path

    @classmethod
    def create(cls, path: Path) -> CallParts:
        """Create an empty database."""
        with temporary_database(path) as connection:
            connection.executescript(_SCHEMA)
        return cls(path)

    def add(
        self,
        record: Record,
        path: str,
        safe: Record,
        folder: AudioFolder,
        removed: Sequence[tuple[int, int]],
    ) -> None:
        """Add the redacted form of a record, whose audio is in `folder` and has `removed` frames.

        The record of the part has the place in the recording that the original has.
        """
        start, frames = segment_bounds(record, read_info(path))
        clip = os.path.join(folder.folder, os.path.basename(str(safe.audio_filepath)))
        placed = msgspec.structs.replace(safe, offset=record.offset, channel=record.channel)
        place = file_key(path), path, start, frames, channel_of(record)
        row = (*place, clip, json.dumps(removed), encode(placed))
        with temporary_database(self.path, _PATIENCE) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("INSERT INTO parts VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def recordings(self) -> Iterator[tuple[str, list[CallPart]]]:
        """Yield the path of each recording and its parts, by time and channel."""
        with temporary_database(self.path) as connection:
            connection.execute("CREATE INDEX IF NOT EXISTS by_file ON parts (file)")
            files = "SELECT file, min(path) FROM parts GROUP BY file"
            for file, path in connection.execute(files).fetchall():
                rows = connection.execute(
                    "SELECT start, frames, channel, clip, removed, record FROM parts "
                    "WHERE file = ? ORDER BY start, channel, frames, clip",
                    (file,),
                )
                yield (
                    path,
                    [
                        CallPart(
                            start, frames, channel, clip, json.loads(removed), decode_all(record)
                        )
                        for start, frames, channel, clip, removed, record in rows
                    ],
                )
