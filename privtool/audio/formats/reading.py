"""How files of other tools are read: what all readers are given, and the check of every record.

Types of fields and times must be possible: other tools write any number, and JSON has none for NaN.
What is written then is a missing field, which means the start or the end of the file.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from msgspec import UNSET, UnsetType

from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, option
from privtool.core.fields import words_or_empty
from privtool.core.record import Record, WordTime, check_spans

NOT_UTF8 = f"not valid UTF-8: name its encoding with {option('encoding')}, such as cp1252"
LONGEST = 1e7  # seconds, 115 days: more is a mistake in units, or no number that audio has
TO_THE_END = -1.0  # instead of an end or a duration: that of the recording, as Kaldi writes it
_SLACK = 0.1  # seconds by which words may exceed their record: tools round
_NAMES = (str, int)
_TYPES = {"id": _NAMES, "text": (str,), "speaker": _NAMES, "audio_filepath": (str,)}
AUTO, NEVER = "auto", "never"
_ENDINGS = frozenset(
    (".aac", ".aif", ".aiff", ".au", ".flac", ".m4a", ".mp3", ".mp4", ".ogg", ".opus", ".wav")
)
Aside = Callable[[DataError], None]


def refuse(fault: DataError) -> None:
    """Raise the error of an item."""
    raise fault


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How to read files of a format; each format uses some of these.

    `output` is where records are written, `audio_pattern` the path of the audio of a recording,
    `folder` where audio is written that files hold themselves, `base` where relative paths start.
    `speakers` says which names in subtitles are those of speakers, `offsets` what those of entities
    count. What a reader drops or changes is added to `counts`, and `aside` gets the errors of items
    that cannot be read.
    """

    format: str = ""
    output: str = "-"
    audio_pattern: str | None = None
    tier: str | None = None
    utterances: bool = False
    transcript: Path | None = None
    folder: AudioFolder | None = None
    speakers: str = AUTO
    offsets: str | None = None
    base: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    aside: Aside = refuse

    def audio_of(self, recording: str) -> str:
        """Return the path of a recording's audio, `UNSET` without a pattern."""
        path: str = UNSET  # type: ignore[assignment]
        return path if self.audio_pattern is None else self.audio_pattern.replace("{}", recording)

    def write_audio(self, number: int, content: bytes, ending: str) -> str:
        """Write the audio of a record as it is; return its path for records.

        The name is a hash of the number of the record and the content: the record's id and the name
        of the original file may be private, and so may the ending of that name unless it is one of
        audio.
        """
        assert self.folder is not None  # as formats that hold audio need it
        safe = ending.lower() if ending.lower() in _ENDINGS else ""
        return self.folder.write_file(number, content, safe)


def is_time(seconds: float) -> bool:
    """Return whether a number is a time in a recording: from 0 to `LONGEST` seconds."""
    return 0 <= seconds <= LONGEST  # false for NaN


def check_imported(record: Record, place: str) -> None:
    """Raise `DataError` for times, entities or types that cannot be."""
    for fault in _faults(record):
        raise DataError(f"{place}: {fault}")
    if isinstance(record.entities, tuple) and isinstance(record.text, str):
        try:
            check_spans(record.entities, len(record.text), "entities")
        except DataError as error:
            raise DataError(f"{place}: {error.message}") from None


def _faults(record: Record) -> Iterator[str]:
    for name, types in _TYPES.items():
        value = getattr(record, name)
        if value is not UNSET and (not isinstance(value, types) or isinstance(value, bool)):
            yield f"field '{name}' is not a string"
    if not _is_time_or_unset(record.offset):
        yield "field 'offset' is not a number of seconds"
    if not _is_time_or_unset(record.duration):
        yield "field 'duration' is not a number of seconds"
    for number, word in enumerate(words_or_empty(record)):
        for fault in _faults_of_word(word, record.duration):
            yield f"words[{number}] {fault}"


def _faults_of_word(word: WordTime, duration: float | UnsetType) -> Iterator[str]:
    if not isinstance(word.word, str):
        yield "is not a word"
    if not is_time(word.start + _SLACK) or not is_time(word.end):
        yield "has a time that is not a number of seconds"
    if word.end < word.start:
        yield "ends before it starts"
    if word.score is not UNSET and not math.isfinite(word.score):
        yield "has a score that is not a number"
    if duration is not UNSET and word.end > duration + _SLACK:
        yield "ends after its record"


def _is_time_or_unset(seconds: float | UnsetType) -> bool:
    return seconds is UNSET or is_time(seconds)
