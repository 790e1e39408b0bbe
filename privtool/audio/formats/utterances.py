"""A record with what formats of other tools want to know of its audio."""

from __future__ import annotations

from typing import NamedTuple

from privtool.audio.io.clips import segment_bounds
from privtool.audio.io.decode import read_info
from privtool.audio.io.roots import AudioRoot
from privtool.core.errors import DataError
from privtool.core.record import Record


class Utterance(NamedTuple):
    """A record, its audio file (absolute) and its stretch of that, in seconds.

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
        """How messages call it."""
        return f"record {str(self.record.id)[:60]!a}"


def utterance_of(record: Record, root: AudioRoot) -> Utterance:
    """A record's audio by the header of its file.

    Raises `DataError` for audio that is not there or does not fit the record, and for several
    channels: the formats would have to say which of them a record is of, and it does not.
    """
    path = root.path_of(record)
    length = read_info(path)
    if length.channels != 1:
        raise DataError(
            f"the audio file has {length.channels} channels and only one can be exported: mix it "
            "down first, as by `sox IN OUT remix -`"
        )
    start, frames = segment_bounds(record, length)
    seconds = start / length.rate, frames / length.rate
    return Utterance(record, path, length.frames, length.rate, *seconds)
