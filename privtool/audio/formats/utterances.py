"""A record with the facts on its audio that other tools' formats need."""

from __future__ import annotations

from typing import NamedTuple

from privtool.audio.io.clips import segment_bounds
from privtool.audio.io.decode import read_info
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record


class Utterance(NamedTuple):
    """A record, its audio file (an absolute path) and its segment of the file in seconds.

    `frames` and `rate` are those of the file.
    """

    record: Record
    path: str
    frames: int
    rate: int
    start: float
    duration: float

    @property
    def place(self) -> str:
        """Its name in messages."""
        return f"record {str(self.record.id)[:60]!a}"


def utterance_of(record: Record, root: AudioRoot) -> Utterance:
    """Locate a record's audio by the header of its file.

    Raise `DataError` if it is missing or does not fit the record, or has several channels: the
    formats state a channel, and a record does not.
    """
    path = root.path_of(record)
    info = read_info(path)
    if info.channels != 1:
        raise DataError(
            f"the audio file has {info.channels} channels and only one can be exported: mix it "
            "down first, e.g. with `sox IN OUT remix -`"
        )
    start, frames = segment_bounds(record, info)
    return Utterance(record, path, info.frames, info.rate, start / info.rate, frames / info.rate)
