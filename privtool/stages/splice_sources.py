"""The words of records that may be used for splicing: none that is private in its recording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import UNSET

from privtool.audio.dsp.crossfade import FADE, SEARCH
from privtool.audio.intervals import are_valid
from privtool.audio.io.clips import SLACK, channel_of, offset_of, segment_bounds
from privtool.audio.io.decode import AudioInfo
from privtool.audio.word_index import (
    LONGEST_WORD,
    ExcludedRegion,
    IndexedWord,
    UsableWords,
    WordRun,
)
from privtool.core.errors import DataError
from privtool.core.fields import entities_or_empty, id_of, words_of
from privtool.core.record import Entity, Record, WordTime
from privtool.core.spans import Span
from privtool.stages.private_words import is_doubtful, locate, word_times
from privtool.text.markers import unlabeled_lookalikes
from privtool.text.offsets import words_in
from privtool.text.words import has_words

_JOINT = SEARCH + FADE / 2  # seconds of the source next to a word that a joint may use
_SHORTEST = 0.03  # seconds: shorter words are alignment errors
_EVERYTHING = [(float("-inf"), float("inf"))]


def key_of(word: str) -> str:
    """Return the index key of a word as `align` writes it, with enclitics and signs."""
    return word.lower().replace("\u2019", "'")


def usable_runs(
    record: Record,
    path_of: Callable[[Record], str],
    read_info: Callable[[str], AudioInfo],
    usable: UsableWords,
) -> Iterator[WordRun | ExcludedRegion]:
    """Yield the private regions of a record, then its runs of words that may be used.

    A private word ends a run. Words whose joints would reach into the margin of a private word are
    left out, as aligners err by that much; excluded regions do the same for other records. Without
    `entities` or an alignment a record is private as a whole, unless private words are usable.

    Raise `DataError` for a record without words, without audio, or with words outside its audio,
    which may be private in another record.
    """
    failed = record.words is UNSET and record.align_status is not UNSET
    words: Sequence[WordTime] = () if failed else words_of(record)
    path = path_of(record)
    info = read_info(path)
    seconds = segment_bounds(record, info)[1] / info.rate
    if not are_valid(word_times(record), seconds, SLACK):
        raise DataError("the times of 'words' do not fit the audio")
    offset = offset_of(record)
    channel = channel_of(record)
    margin = usable.margin + _JOINT
    private = _private_times(record, words, usable.least)
    if failed or record.drop_turn is True or record.entities is UNSET:
        private = _EVERYTHING
    if usable.private:
        if record.drop_turn is True:
            return
        private = []
    for start, end in private:
        start, end = max(0.0, start), min(seconds, end)
        yield ExcludedRegion(path, offset + start - margin, offset + end + margin, channel)
    speaker = None if record.speaker is UNSET else str(record.speaker)
    for run in _runs(words, private, margin, usable.least):
        placed = [
            IndexedWord(key_of(word.word), offset + word.start, offset + word.end) for word in run
        ]
        yield WordRun(path, speaker, placed, channel, str(id_of(record)))


def _runs(
    words: Sequence[WordTime], private: Sequence[tuple[float, float]], margin: float, least: float
) -> Iterator[list[WordTime]]:
    """Yield the runs of words that may be used."""
    run: list[WordTime] = []
    previous_end = None
    for word in words:
        near = any(
            start - margin < word.end and word.start < end + margin for start, end in private
        )
        between = previous_end is not None and any(
            previous_end <= end and start <= word.start for start, end in private
        )
        usable = not near and _SHORTEST <= word.end - word.start <= LONGEST_WORD
        usable = usable and not is_doubtful(word, least)
        if (between or not usable) and run:
            yield run
            run = []
        if usable:
            run.append(word)
        previous_end = word.end
    if run:
        yield run


def _private_times(
    record: Record, words: Sequence[WordTime], least: float
) -> list[tuple[float, float]]:
    """Return the times of entities: their own, or those of the words that they overlap.

    Typed markers count as entities, as they may hide any words. Return all times if an entity has
    none or its times are doubtful, or if the text has no words.
    """
    entities = entities_or_empty(record)
    if record.text is UNSET or not has_words(record.text):
        return _EVERYTHING
    typed = unlabeled_lookalikes(record.text, entities)
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
    located = locate(record.text, words)
    times = known
    for entity in spans:
        overlapping = [words[k] for k in words_in(located, entity)]
        if not overlapping or None in located:
            return _EVERYTHING
        if any(is_doubtful(word, least) for word in overlapping):
            return _EVERYTHING
        times += [(word.start, word.end) for word in overlapping]
    return times
