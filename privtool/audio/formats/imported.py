"""The check of every imported record: types of fields, and times that a recording can have."""

from __future__ import annotations

import math
from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from privtool.core.errors import DataError
from privtool.core.fields import words_or_empty
from privtool.core.record import Record, WordTime, check_spans

LONGEST = 1e7  # seconds, 115 days: more is a mistake in units, or no number that audio has
TO_THE_END = -1.0  # instead of an end or a duration: that of the recording, as Kaldi writes it
_SLACK = 0.1  # seconds by which words may exceed their record: tools round
_NAMES = (str, int)
_TYPES = {"id": _NAMES, "text": (str,), "speaker": _NAMES, "audio_filepath": (str,)}


def is_time(seconds: float) -> bool:
    """Return whether a number is a time in a recording: from 0 to `LONGEST` seconds."""
    return 0 <= seconds <= LONGEST  # false for NaN


def check_imported(record: Record, place: str) -> Record:
    """Return the record. Raise `DataError` for times, entities or types that cannot be.

    Other tools write any number, and JSON has none for NaN: what is written then is a missing
    field, which means the start or the end of the file.
    """
    for fault in _faults(record):
        raise DataError(f"{place}: {fault}")
    if isinstance(record.entities, tuple) and isinstance(record.text, str):
        try:
            check_spans(record.entities, len(record.text), "entities")
        except DataError as error:
            raise DataError(f"{place}: {error.message}") from None
    return record


def _faults(record: Record) -> Iterator[str]:
    for name, types in _TYPES.items():
        value = getattr(record, name)
        if value is not UNSET and (not isinstance(value, types) or isinstance(value, bool)):
            yield f"field '{name}' is not a string"
    if not _is_time_or_unset(record.offset):
        yield "field 'offset' is not a number of seconds"
    if not _is_time_or_unset(record.duration):
        yield "field 'duration' is not a number of seconds"
    if record.duration == 0:
        yield "field 'duration' is not above 0"
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
