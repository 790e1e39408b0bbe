"""Splicing surrogates from words of the corpus itself (Flechl 2022, section 3.3)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
import numpy as np
from msgspec import UNSET

from privtool.audio.dsp.crossfade import FADE, SEARCH, AudioPiece
from privtool.audio.dsp.speech import gain_to
from privtool.audio.editing.regions import TimedPiece
from privtool.audio.intervals import Interval, are_valid
from privtool.audio.io.clips import (
    SLACK,
    Clip,
    channel_of,
    offset_of,
    resample,
    segment_bounds,
    to_mono,
)
from privtool.audio.io.decode import AudioInfo, read_frames
from privtool.audio.word_index import (
    LONGEST_WORD,
    ExcludedRegion,
    IndexedWord,
    UsableWords,
    WordIndex,
    WordRun,
)
from privtool.core.blocks import Counts, Outcome
from privtool.core.errors import DataError
from privtool.core.record import Entity, Record, WordTime, entities_of, id_of, text_of, words_of
from privtool.core.spans import Span
from privtool.stages.private_times import PrivateTimes
from privtool.stages.private_words import has_other_words, is_doubtful, locate, word_times
from privtool.stages.tts import TurnSynthesizer
from privtool.stages.turns import EditableTurn, TurnEditor, phrase_spans, phrases_of
from privtool.text.english.spoken_words import first_reading, spoken_words
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
    path = os.path.realpath(path_of(record))  # links name the same recording
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
    for run in _runs(words, private, margin, usable.least):
        placed = [
            IndexedWord(key_of(word.word), offset + word.start, offset + word.end) for word in run
        ]
        yield WordRun(path, _speaker(record), placed, channel, str(id_of(record)))


def _runs(
    words: Sequence[WordTime], private: Sequence[tuple[float, float]], margin: float, least: float
) -> Iterator[list[WordTime]]:
    """Return the runs of words that may be used."""
    runs: list[list[WordTime]] = [[]]
    previous_end = 0.0
    for word in words:
        near = any(
            start - margin < word.end and word.start < end + margin for start, end in private
        )
        between = any(previous_end <= end and start <= word.start for start, end in private)
        usable = not near and _SHORTEST <= word.end - word.start <= LONGEST_WORD
        usable = usable and not is_doubtful(word, least)
        if between or not usable:
            runs.append([])
        if usable:
            runs[-1].append(word)
        previous_end = word.end
    return filter(None, runs)


def _private_times(
    record: Record, words: Sequence[WordTime], least: float
) -> list[tuple[float, float]]:
    """Return the times of entities: their own, or those of the words that they overlap.

    Typed markers count as entities, as they may hide any words. Return all times if an entity has
    none or its times are doubtful, or if the text lacks the words.
    """
    entities = record.entities or ()
    if record.text is UNSET or not has_words(record.text):
        return _EVERYTHING
    typed = unlabeled_lookalikes(record.text, entities)
    if not entities and not typed:
        return _EVERYTHING if has_other_words(record) else []
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
    for entity in spans:
        overlapping = [words[k] for k in words_in(located, entity)]
        doubtful = any(is_doubtful(word, least) for word in overlapping)
        if doubtful or not overlapping or None in located:
            return _EVERYTHING
        known += [(word.start, word.end) for word in overlapping]
    return known


_MOST_WORDS = 200  # of a phrase: longer ones, such as "1/1/1/...", are not worth the search
_LONGEST_RUN = 32  # words
_CONTEXT = 0.05  # seconds of the source around a run, for fades and the search for the best joint


@dataclass(frozen=True)
class SpliceStage:
    """Assembles the audio of surrogates in the text of records from an indexed corpus.

    A record without entities gets a copy of its audio. The result for a record depends on the
    index, its audio and id, and the seed alone.

    With `only_speaker` the turn's own speaker is required (SD), else preferred (SP). What is not
    found is spoken by the `synthesizer`; without one, it is dropped with `drop_part`, else the turn
    is. What is in the `private` times of the input is not taken, even if the corpus holds it for
    public.
    """

    turns: TurnEditor
    index: WordIndex
    only_speaker: bool = False
    drop_part: bool = False
    synthesizer: TurnSynthesizer | None = None
    private: PrivateTimes | None = None

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with new audio, without dropped turns.

        Add to `counts`: `turns` with surrogates, of which `spliced` completely, `completed` with
        speech synthesis or by dropping parts, and `dropped`; `words own` and `words other`, by
        speaker; `phrases missing` and `sources broken`.
        """
        return self.turns.process(records, self._splice, counts)

    def _splice(self, record: Record, clip: Clip, counts: Counts) -> Record | None:
        counts["turns"] += 1
        turn = self.turns.open(record, clip, counts)
        if turn.regions is None:
            if self.synthesizer is not None:
                counts["completed"] += 1
                return self.synthesizer.whole_turn(turn, counts)
            counts["dropped"] += 1
            return None
        phrases = phrases_of(record, turn.regions)
        pieces = [self._find(turn, phrase, n, counts) for n, phrase in enumerate(phrases)]
        missing = [number for number, own in enumerate(pieces) if own is None]
        counts["phrases missing"] += len(missing)
        if missing and self.synthesizer is None and not self.drop_part:
            counts["dropped"] += 1
            return None
        counts["spliced"] += not missing
        if self.synthesizer is not None:
            counts["completed"] += bool(missing)
            for number in missing:
                pieces[number] = [self.synthesizer.speak(phrases[number], turn, number, counts)]
        elif missing:
            turn = _without_missing(turn, pieces)
            remains = bool(spoken_words(text_of(turn.record)))
            counts["completed" if remains else "dropped"] += 1
            if not remains:
                return None
        return self.turns.assemble(turn, [own or [] for own in pieces])

    def _find(
        self, turn: EditableTurn, phrase: str, number: int, counts: Counts
    ) -> list[TimedPiece] | None:
        """Return the pieces of a phrase of a turn, or None if a word is not found."""
        words = [key_of(phrase[word.start : word.end]) for word in spoken_words(phrase)]
        runs = self._cover(turn, words, number)
        if runs is None:
            spoken = [part for word in words for part in first_reading(word)]
            runs = None if spoken == words else self._cover(turn, spoken, number)
        if not runs or any(self._is_private(run) for run in runs):
            return None
        try:
            pieces = [_piece(run, turn) for run in runs]
        except DataError:  # the record is not at fault: treat the source as not found
            counts["sources broken"] += 1
            return None
        speaker = _speaker(turn.record)
        for run in runs:
            own = speaker is not None and run.speaker == speaker
            counts["words own" if own else "words other"] += len(run.words)
        return pieces

    def _is_private(self, run: WordRun) -> bool:
        """Return whether a run, or what its joints may use, is private by a record of the input."""
        start, end = run.words[0].start - _JOINT, run.words[-1].end + _JOINT
        return self.private is not None and self.private.has(run.path, run.channel, start, end)

    def _cover(self, turn: EditableTurn, words: Sequence[str], number: int) -> list[WordRun] | None:
        """Return runs that make up the words, with as many as possible by the turn's speaker."""
        speaker = _speaker(turn.record)
        random = self.turns.draw(turn.record, 5, number)
        speakers = [] if speaker is None else [speaker]
        finders = [
            partial(self.index.find, speaker=each, number=random)
            for each in (speakers if self.only_speaker else [*speakers, None])
        ]
        return cover(list(words), finders) if words else None


def cover(
    words: list[str], finders: Sequence[Callable[[Sequence[str]], WordRun | None]]
) -> list[WordRun] | None:
    """Return the runs that make up words, longest first; None if one is not found, or of too many.

    Words that a finder does not find are searched with the next finders.
    """
    if not words:
        return []
    if len(words) > _MOST_WORDS:
        return None
    for number, finder in enumerate(finders):
        for length in range(min(len(words), _LONGEST_RUN), 0, -1):
            for start in range(len(words) - length + 1):
                run = finder(words[start : start + length])
                if run is not None:
                    before = cover(words[:start], finders[number:])
                    after = cover(words[start + length :], finders[number:])
                    if before is None or after is None:
                        return None
                    return [*before, run, *after]
    return None


def _speaker(record: Record) -> str | None:
    return None if record.speaker is UNSET else str(record.speaker)


def _piece(run: WordRun, turn: EditableTurn) -> TimedPiece:
    """Read the audio of a run with its context, at the rate and level of a turn."""
    start, end = run.words[0].start, run.words[-1].end

    def bounds(info: AudioInfo) -> tuple[int, int]:
        first = max(0, round((start - _CONTEXT) * info.rate))
        last = min(info.frames, round((end + _CONTEXT) * info.rate))
        return first, max(1, last - first)

    clip = resample(to_mono(read_frames(run.path, bounds, run.channel)), turn.audio.rate)
    low = round(min(start, _CONTEXT) * turn.audio.rate)
    high = min(len(clip.samples), low + round((end - start) * turn.audio.rate))
    gain = gain_to(clip.samples[low:high], turn.audio.rate, turn.context.level)
    samples = np.clip(clip.samples * np.float32(gain), -1.0, 1.0).astype(np.float32)
    shift = low / turn.audio.rate - start
    words = tuple(Interval(word.start + shift, word.end + shift) for word in run.words)
    return TimedPiece(AudioPiece(samples, low, high, fixed_end=False), words)


def _without_missing(turn: EditableTurn, pieces: Sequence[list[TimedPiece] | None]) -> EditableTurn:
    """Remove the phrases of regions without pieces from text and entities; keep the regions."""
    regions = turn.regions or []
    text = text_of(turn.record)
    entities: list[Entity] = list(entities_of(turn.record))
    spans = phrase_spans(turn.record, regions)
    missing = [each for each in zip(regions, spans, pieces, strict=True) if each[2] is None]
    lost = {number for region, *_ in missing for number in region.entities}
    for _, (start, end), _ in reversed(missing):
        while not text[start - 1 : start].strip() and end < len(text) and text[end].isspace():
            end += 1
        text = text[:start] + text[end:]
        entities = [
            msgspec.structs.replace(e, start=e.start - (end - start), end=e.end - (end - start))
            if e.start >= end
            else e
            for e in entities
        ]
    kept = tuple(e for number, e in enumerate(entities) if number not in lost)
    numbers = {old: new for new, old in enumerate(n for n in range(len(entities)) if n not in lost)}
    record = msgspec.structs.replace(turn.record, text=text.rstrip(), entities=kept)
    renumbered = [
        region._replace(entities=tuple(numbers[n] for n in region.entities if n in numbers))
        for region in regions
    ]
    return turn._replace(record=record, regions=renumbered)
