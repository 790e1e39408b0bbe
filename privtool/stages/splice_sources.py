"""Which words of records may be taken for splicing: none that is private where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.dsp.crossfade import FADE, SEARCH
from privtool.audio.intervals import Interval, are_valid
from privtool.audio.io.clips import SLACK, segment_bounds
from privtool.audio.io.decode import AudioInfo
from privtool.audio.word_index import LONGEST_WORD, ExcludedRegion, IndexedWord, WordRun
from privtool.core.errors import DataError
from privtool.core.fields import entities_or_empty, id_of, words_of
from privtool.core.record import Entity, Record, WordTime
from privtool.core.spans import Span
from privtool.text.markers import lookalikes
from privtool.text.offsets import locate_words
from privtool.text.words import has_words

_BESIDE = SEARCH + FADE / 2  # seconds of a source beside its word that a joint may take
_SHORTEST = 0.03  # seconds: what else is said to be a word is an error
_EVERYTHING = [(float("-inf"), float("inf"))]


class SourceCorpus(NamedTuple):
    """Where the audio of records is and how long, and what of it may be used.

    What is nearer than `margin` (seconds) to a private word is private as well.
    """

    path_of: Callable[[Record], str]
    read_info: Callable[[str], AudioInfo]
    margin: float = 0.06
    allow_private: bool = False


def key_of(word: str) -> str:
    """What a word of `align`, with its enclitics and signs, is looked for by."""
    return word.lower().replace("\u2019", "'")


def usable_runs(record: Record, files: SourceCorpus) -> Iterator[WordRun | ExcludedRegion]:
    """The runs of words of a record that may be used, and what is private of its recording.

    A private word between two ends a run. Words whose joints would come nearer than the margin to
    a private one are left out, as aligners err by that much; what is hidden may be near to words of
    other records. A record without `entities` tells nothing of what is private: all of it is,
    unless `allow_private`, and so is all of one that could not be aligned. Raises `DataError` for a
    record without words, whose audio is not there or whose words are not inside it: what is beyond
    it may be private in another record.
    """
    failed = record.words is UNSET and record.align_status is not UNSET
    words: Sequence[WordTime] = () if failed else words_of(record)
    path = files.path_of(record)
    length = files.read_info(path)
    seconds = segment_bounds(record, length)[1] / length.rate
    if not are_valid([Interval(word.start, word.end) for word in words], seconds, SLACK):
        raise DataError("the times of 'words' are not those of the audio")
    offset = 0.0 if record.offset is UNSET else record.offset
    margin = files.margin + _BESIDE
    private = _private(record, words)
    if failed or record.drop_turn is True or record.entities is UNSET:
        private = _EVERYTHING
    if files.allow_private:
        if record.drop_turn is True:
            return
        private = []
    for start, end in private:
        hidden = max(0.0, start), min(seconds, end)
        yield ExcludedRegion(path, offset + hidden[0] - margin, offset + hidden[1] + margin)
    yield from _runs(record, words, path, offset, private, margin)


def _runs(
    record: Record,
    words: Sequence[WordTime],
    path: str,
    offset: float,
    private: Sequence[tuple[float, float]],
    margin: float,
) -> Iterator[WordRun]:
    """The runs of words that may be used."""
    speaker = None if record.speaker is UNSET else str(record.speaker)
    name = str(id_of(record))
    run: list[IndexedWord] = []
    before = None
    for word in words:
        near = any(
            start - margin < word.end and word.start < end + margin for start, end in private
        )
        between = before is not None and any(
            before <= end and start <= word.start for start, end in private
        )
        usable = not near and _SHORTEST <= word.end - word.start <= LONGEST_WORD
        if (between or not usable) and run:
            yield WordRun(path, speaker, run, name)
            run = []
        if usable:
            run.append(IndexedWord(key_of(word.word), offset + word.start, offset + word.end))
        before = word.end
    if run:
        yield WordRun(path, speaker, run, name)


def _private(record: Record, words: Sequence[WordTime]) -> list[tuple[float, float]]:
    """The times of the private words: as entities have them, or of the words that they touch.

    So are those of markers that were typed: nobody knows what is said there. All of the record
    where an entity has neither, or where the text says nothing.
    """
    entities = entities_or_empty(record)
    if record.text is UNSET or not has_words(record.text):
        return _EVERYTHING
    typed = [
        marker
        for marker in lookalikes(record.text)
        if not any(each.start <= marker.start and marker.end <= each.end for each in entities)
    ]
    if not entities and not typed:
        return []
    known = [
        (entity.audio_start, entity.audio_end)
        for entity in entities
        if entity.audio_start is not UNSET and entity.audio_end is not UNSET
    ]
    spans: list[Entity | Span] = [*typed]
    if len(known) < len(entities):
        known, spans = [], [*entities, *typed]
    if not spans:
        return known
    located = locate_words(record.text, [word.word for word in words])
    found = known
    for entity in spans:
        touched = [
            (word.start, word.end)
            for word, bounds in zip(words, located, strict=True)
            if bounds is not None and bounds[0] < entity.end and bounds[1] > entity.start
        ]
        if not touched or None in located:
            return _EVERYTHING
        found += touched
    return found
