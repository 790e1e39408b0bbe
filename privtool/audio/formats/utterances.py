"""A record with the facts on its audio that other tools' formats need, and the audio itself."""

from __future__ import annotations

import re
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.formats.reading import is_time
from privtool.audio.io.clips import channel_of, segment_bounds
from privtool.audio.io.decode import read_frames, read_info
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import encode
from privtool.core.errors import DataError, option
from privtool.core.record import Record

_NUMBERED = re.compile(r"-\d{5,}$")  # the ids of imported turns


class Utterance(NamedTuple):
    """A record, its audio file (an absolute path) and its segment of the file in seconds.

    `frames`, `rate` and `channels` are those of the file.
    """

    record: Record
    path: str
    frames: int
    rate: int
    start: float
    duration: float
    channels: int = 1

    @property
    def channel(self) -> int:
        """The channel of the file that the record is about, from 0."""
        return channel_of(self.record) or 0

    @property
    def place(self) -> str:
        """Its name in messages."""
        return f"record {str(self.record.id)[:60]!a}"


def new_name(path: str, taken: set[str]) -> str:
    """Name a recording after its file, with a number if the name is `taken`; add it to these."""
    stem = "_".join(Path(path).stem.split()) or "recording"
    numbered = (f"{stem}-{number}" for number in count(2))
    name = next(each for each in chain([stem], numbered) if each not in taken)
    taken.add(name)
    return name


def text_alone(record: Record) -> Utterance:
    return Utterance(record, "", 0, 1, 0.0, 0.0)


def of_turn(record: Record, root: AudioRoot) -> Utterance:
    """Return what `utterance_of` does; without audio, as a part of the recording that its id names.

    A turn may be about all channels of its file.

    Raise `DataError` for a record with neither audio nor times.
    """
    if record.audio_filepath is not UNSET:
        return _located(record, root)
    for name in ("offset", "duration"):
        if getattr(record, name) is UNSET:
            raise DataError(f"field '{name}' is missing: {option('keep')} {name} keeps it")
    offset, duration = float(record.offset or 0), float(record.duration or 0)
    if not (is_time(offset) and is_time(duration)):
        raise DataError("field 'offset' or 'duration' is not a number of seconds")
    recording = _NUMBERED.sub("", str(record.id)) if _NUMBERED.search(str(record.id)) else "records"
    return Utterance(record, recording, 0, 1, offset, duration)


def utterance_of(record: Record, root: AudioRoot) -> Utterance:
    """Locate a record's audio by the header of its file.

    Raise `DataError` if it is missing or does not fit the record, or if the file has several
    channels and the record names none: the formats state one.
    """
    found = _located(record, root)
    if found.channels != 1 and record.channel is UNSET:
        raise DataError(
            f"the audio file has {found.channels} channels and only one can be exported: give the "
            "record a 'channel', or mix the file down, e.g. with `sox IN OUT remix -`"
        )
    return found


def _located(record: Record, root: AudioRoot) -> Utterance:
    path = root.path_of(record)
    info = read_info(path)
    start, frames = segment_bounds(record, info)
    seconds = start / info.rate, frames / info.rate
    return Utterance(record, path, info.frames, info.rate, *seconds, info.channels)


def clip_of(utterance: Utterance) -> tuple[bytes, str]:
    """Return a file with the samples of a record, and its extension."""
    first = round(utterance.start * utterance.rate)
    frames = round(utterance.duration * utterance.rate)
    audio = read_frames(utterance.path, lambda _: (first, frames), channel_of(utterance.record))
    return encode(audio)
