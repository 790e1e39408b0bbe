"""Which words of records may be taken for splicing: none that is private where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.clips import SLACK, stretch_of
from privtool.audio.decoding import Length
from privtool.audio.intervals import Interval, sound
from privtool.audio.joins import FADE, SEARCH
from privtool.audio.word_index import Spoken, Turn
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime, require
from privtool.text.word_places import word_places

_BESIDE = SEARCH + FADE / 2  # seconds of a source beside its word that a joint may take
_SHORTEST, _LONGEST = 0.03, 3.0  # seconds: what else is said to be a word is an error


class Files(NamedTuple):
    """Where the audio of records is and how long, and what of it may be used.

    What is nearer than `margin` (seconds) to a private word is private as well.
    """

    path_of: Callable[[Record], str]
    length_of: Callable[[str], Length]
    margin: float = 0.06
    allow_private: bool = False


def key_of(word: str) -> str:
    """What a word of `align`, with its enclitics and signs, is looked for by."""
    return word.lower().replace("\u2019", "'")


def sources(record: Record, files: Files) -> Iterator[Turn]:
    """The runs of words of a record that may be used; a private word between two ends a run.

    Words whose joints would come nearer than the margin to a private one are left out, as
    aligners err by that much. A record without `entities` tells nothing of what is private: none
    of its words may be used, unless `allow_private`. Raises `DataError` for a record without
    words, whose audio is not there or whose words are not inside it: what is beyond it may be
    private in another record.
    """
    words: Sequence[WordTime] = require(record, "words")
    if record.drop_turn is True or (record.entities is UNSET and not files.allow_private):
        return
    path = files.path_of(record)
    length = files.length_of(path)
    seconds = stretch_of(record, length)[1] / length.rate
    if not sound([Interval(word.start, word.end) for word in words], seconds, SLACK):
        raise DataError("the times of 'words' are not those of the audio")
    offset = 0.0 if record.offset is UNSET else record.offset
    speaker = None if record.speaker is UNSET else str(record.speaker)
    private = [] if files.allow_private else _private(record, words)
    margin = files.margin + _BESIDE
    run: list[Spoken] = []
    before = None
    for word in words:
        near = any(
            start - margin < word.end and word.start < end + margin for start, end in private
        )
        between = before is not None and any(
            before <= end and start <= word.start for start, end in private
        )
        usable = not near and _SHORTEST <= word.end - word.start <= _LONGEST
        if (between or not usable) and run:
            yield Turn(path, speaker, run)
            run = []
        if usable:
            run.append(Spoken(key_of(word.word), offset + word.start, offset + word.end))
        before = word.end
    if run:
        yield Turn(path, speaker, run)


def _private(record: Record, words: Sequence[WordTime]) -> list[tuple[float, float]]:
    """The times of the private words: as entities have them, or of the words that they touch.

    All of the record where an entity has neither.
    """
    entities: Sequence[Entity] = () if record.entities is UNSET else record.entities
    if not entities:
        return []
    everything = [(float("-inf"), float("inf"))]
    known = [
        (entity.audio_start, entity.audio_end)
        for entity in entities
        if entity.audio_start is not UNSET and entity.audio_end is not UNSET
    ]
    if len(known) == len(entities):
        return known
    if record.text is UNSET:
        return everything
    places = word_places(record.text, [word.word for word in words])
    found: list[tuple[float, float]] = []
    for entity in entities:
        touched = [
            (word.start, word.end)
            for word, place in zip(words, places, strict=True)
            if place is not None and place[0] < entity.end and place[1] > entity.start
        ]
        if not touched or any(place is None for place in places):
            return everything
        found += touched
    return found
