"""Whole recordings of redacted parts: of the same length, and silent where there is no part."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import soundfile

from privtool.audio.io.clips import channel_of, segment_bounds
from privtool.audio.io.decode import Samples, read_frames, read_info
from privtool.audio.io.writer import AudioFolder, container_of, time_of_writing
from privtool.core.record import Record, decode_all, encode
from privtool.core.writing import temporary_database, temporary_folder, writing
from privtool.stages.private_times import file_key

_SCHEMA = """
CREATE TABLE parts (
    file TEXT NOT NULL, path TEXT NOT NULL, start INTEGER NOT NULL, frames INTEGER NOT NULL,
    channel INTEGER, clip TEXT NOT NULL, removed TEXT NOT NULL, record BLOB NOT NULL
);
"""
_PATIENCE = 600.0  # seconds to wait for another process that writes
MANIFEST = "manifest.jsonl"
_SECONDS = 10  # of a chunk
_COPIED_BYTES = 1 << 20


class CallPart(NamedTuple):
    """A redacted clip, the frames of its recording that it is in place of, and its record.

    `removed` are the first frame that was replaced and the one after, for each interval.
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
                parts = [
                    CallPart(start, frames, channel, clip, json.loads(removed), decode_all(record))
                    for start, frames, channel, clip, removed, record in rows
                ]
                yield path, parts


def write_calls(calls: CallParts, folder: Path) -> int:
    """Write each recording, and a manifest of their records; return the number of recordings.

    A file is named by a hash of its content. Records are in the order of the names and of time.
    """
    count = 0
    with temporary_folder() as transcripts:
        # The order of the names is that of no call, and is known at the end.
        for count, (path, parts) in enumerate(calls.recordings(), 1):  # noqa: B007
            name = _write_call(path, parts, folder)
            lines = (
                encode(msgspec.structs.replace(part.record, audio_filepath=name)) + b"\n"
                for part in parts
            )
            with open(transcripts / name, "ab") as file:
                file.writelines(lines)
        with writing(str(folder / MANIFEST)) as write:
            for each in sorted(transcripts.iterdir()):
                write(each.read_bytes())
    return count


def _write_call(path: str, parts: Sequence[CallPart], folder: Path) -> str:
    """Write a recording in chunks and return its name."""
    info = read_info(path)
    start = read_frames(path, lambda _: (0, 1))
    kind = container_of(start)
    with tempfile.TemporaryFile() as file:
        with soundfile.SoundFile(
            file, "w", info.rate, info.channels, kind.subtype, format=kind.format, closefd=False
        ) as sound:
            size = _SECONDS * info.rate
            for first in range(0, info.frames, size):
                frames = min(size, info.frames - first)
                silence = np.zeros((frames, start.samples.shape[1]), start.samples.dtype)
                here = [p for p in parts if p.start < first + frames and first < p.start + p.frames]
                sound.write(_chunk(silence, first, here))
        file.seek(0)
        place = time_of_writing(file.read(_COPIED_BYTES))
        if place is not None:
            file.seek(place.start)
            file.write(bytes(place.stop - place.start))
        file.seek(0)
        digest = hashlib.blake2b(digest_size=12)
        while data := file.read(_COPIED_BYTES):
            digest.update(data)
        name = digest.hexdigest() + kind.ending
        file.seek(0)
        with writing(os.path.join(folder, name)) as write:
            while data := file.read(_COPIED_BYTES):
                write(data)
    return name


def _chunk(new: Samples, first: int, parts: Sequence[CallPart]) -> Samples:
    """Return a chunk from a frame on: the clips of its parts, else the silence of `new`.

    Where parts overlap, a sample that any of them has replaced is that of the last one that did.
    What was replaced is known: noise may equal the original by chance, so that samples cannot show
    it, and which of two clips a sample is of would say something of the original.
    """
    covered = np.zeros(new.shape, bool)
    for part in parts:
        start, end = max(first, part.start), min(first + len(new), part.start + part.frames)
        clip = _read(part.clip, start - part.start, end - start)
        channels = slice(None) if part.channel is None else slice(part.channel, part.channel + 1)
        place = slice(start - first, end - first), channels
        replaced = np.zeros((len(clip), 1), bool)
        for begin, stop in part.removed:
            replaced[max(0, part.start + begin - start) : max(0, part.start + stop - start)] = True
        new[place] = np.where(replaced | ~covered[place], clip, new[place])
        covered[place] = True
    return new


def _read(path: str, first: int, frames: int) -> Samples:
    return read_frames(path, lambda _: (first, frames)).samples
