"""Replacing the private audio of turns: shared by `tts` and `splice`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec import UNSET, UnsetType

from privtool.audio.dsp.room_tone import ROOM, replace_intervals
from privtool.audio.dsp.speech import MonoSamples
from privtool.audio.editing.matching import AcousticContext, acoustic_context
from privtool.audio.editing.regions import (
    AssembledTurn,
    Region,
    ScrubbedAudio,
    TimedPiece,
    assemble,
    extend_to_quiet,
    private_regions,
    scrub,
)
from privtool.audio.intervals import Interval, are_valid, pauses, with_truncated_words
from privtool.audio.io.clips import SLACK, Clip, count_conversions, read_audio, to_mono
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import AudioFolder
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.record import (
    Entity,
    Record,
    WordTime,
    check_spans,
    entities_of,
    id_of,
    text_of,
    with_kept,
)
from privtool.core.rng import draw
from privtool.stages.private_times import PrivateTimes
from privtool.stages.private_words import has_other_words, word_times
from privtool.text.english.spoken_words import first_reading, spoken_words
from privtool.text.markers import unlabeled_lookalikes
from privtool.text.words import has_words

_CUT_OFF = 0.01  # seconds after the end of a turn: more of a word is not the rounding of its end
WRITTEN = ("id", "text", "speaker", "audio_filepath", "duration", "words", "entities")
WordTimes = tuple[WordTime, ...] | UnsetType


def retimed(
    old: Sequence[WordTime], assembled: AssembledTurn, phrases: Sequence[str]
) -> tuple[WordTime, ...]:
    """Return the words that were kept and those of the surrogates, with their new times."""
    words: list[WordTime] = []
    for word in old:
        times = assembled.new_times(word.start, word.end)
        if times is not None:
            words.append(msgspec.structs.replace(word, start=times[0], end=times[1]))
    for number, phrase in enumerate(phrases):
        pieces = assembled.piece_times[number]
        if pieces:
            whole = Interval(pieces[0].start, pieces[-1].end)
            words += phrase_words(phrase, whole, assembled.word_times[number])
    rounded = (
        msgspec.structs.replace(word, start=round(word.start, 4), end=round(word.end, 4))
        for word in words
    )
    return tuple(sorted(rounded, key=lambda word: word.start))


def phrase_words(phrase: str, whole: Interval, times: Sequence[Interval] | None) -> list[WordTime]:
    """Return the words of a phrase from their times, or from those of their spoken words.

    `forty two` are the spoken words of `42`. If `times` are unknown, or of other words, the words
    share the time of the phrase in proportion to their letters.
    """
    words = [phrase[word.start : word.end] for word in spoken_words(phrase)]
    known = list(times or ())
    if len(known) != len(words):
        known = _of_written(words, known) or _by_letters(words, whole)
    return [WordTime(word, *time) for word, time in zip(words, known, strict=True)]


def _of_written(words: Sequence[str], spoken: Sequence[Interval]) -> list[Interval] | None:
    """Return the times of written words; None if they have other spoken words."""
    counts = [len(first_reading(word)) for word in words]
    if sum(counts) != len(spoken) or not all(counts):
        return None
    ends = accumulate(counts)
    return [
        Interval(spoken[end - count].start, spoken[end - 1].end)
        for count, end in zip(counts, ends, strict=True)
    ]


def _by_letters(words: Sequence[str], whole: Interval) -> list[Interval]:
    start, letters = whole.start, sum(map(len, words))
    times: list[Interval] = []
    for word in words:
        end = start + (whole.end - start) * len(word) / letters
        times.append(Interval(start, end))
        start, letters = end, letters - len(word)
    return times


class EditableTurn(NamedTuple):
    """A record, its audio with room tone in its private regions, and its acoustic context.

    `regions` is None if they are not certain: then all of the audio is room tone.
    """

    record: Record
    audio: ScrubbedAudio
    regions: list[Region] | None
    context: AcousticContext


class TurnEditor(NamedTuple):
    """Opens the turns of records and writes edited ones; `margin` is in seconds.

    Each turn is written to a file of its own, as the rest of its recording may be private. Its
    record has the fields `WRITTEN` and `keep`. `times` are the private times of all records. Of a
    turn that those of others overlap no audio is used.
    """

    root: AudioRoot
    folder: AudioFolder
    margin: float
    seed: int
    keep: Sequence[str] = ()
    times: PrivateTimes | None = None

    def process(
        self,
        records: Sequence[Record],
        edit: Callable[[Record, Clip, Counts], Record | None],
        counts: Counts,
    ) -> Iterator[Outcome]:
        """Yield what `edit` makes of turns with something private, and copies of all others.

        A `DataError` of `edit`, such as one of a voice, is the reason for a reject.
        """

        def edited(record: Record, recording: tuple[Audio, Clip]) -> Outcome:
            audio, clip = recording
            hidden = self._hidden(record, clip)
            if _is_public(record) and hidden is not None:
                if hidden:
                    times, seed = word_times(record), self.draw(record, 0)
                    removed = extend_to_quiet(hidden, times, clip.samples, clip.rate)
                    quiet = pauses(times, removed, clip.seconds)
                    audio = replace_intervals(audio, removed, ROOM, quiet, seed)
                copied = self._write_audio(record, audio, record.words, ())
                counts["audio_milliseconds"] += round(1000 * clip.seconds)
                return [copied]
            try:
                new = edit(record, clip, counts)
            except DataError as error:
                return error.message
            return [] if new is None else [new]

        return process_each(records, self._read, edited)

    def _read(self, record: Record) -> tuple[Audio, Clip]:
        """Return the audio as its file holds it, and as mono floats.

        Raise `DataError` unless text, entities and audio are present and consistent.

        Entities without times, in a turn without `drop_turn`, are not from `surrogate`: their text
        is still the private original, which must not be passed on.
        """
        text, entities = text_of(record), entities_of(record)
        check_spans(entities, len(text), "entities")
        timed = all(e.audio_start is not UNSET and e.audio_end is not UNSET for e in entities)
        if not timed and record.drop_turn is not True:
            raise DataError(
                "an entity lacks 'audio_start' or 'audio_end'; run `privtool surrogate` first"
            )
        if unlabeled_lookalikes(text, entities):
            raise DataError("a marker in the text is not an entity; run `privtool surrogate` first")
        audio = read_audio(self.root, record)
        return audio, to_mono(audio)

    def open(self, record: Record, clip: Clip, counts: Counts) -> EditableTurn:
        """Return a turn for editing; add `audio_milliseconds` and conversions to `counts`."""
        count_conversions(record, clip, counts)
        hidden = self._hidden(record, clip)
        counts["overlapped"] += hidden is None
        regions = None if hidden is None else turn_regions(record, clip.seconds, self.margin)
        private = [Region(0.0, clip.seconds, ())] if regions is None else regions
        words = () if regions is None else record.words or ()
        public = [w for w in words if not any(r.start < w.end and w.start < r.end for r in private)]
        removed = [*private, *(Region(*time, ()) for time in hidden or ())]
        audio = scrub(clip.samples, clip.rate, removed, words, self.draw(record, 0))
        context = acoustic_context(audio.samples, audio.rate, public, clip.samples)
        return EditableTurn(record, audio, regions, context)

    def _hidden(self, record: Record, clip: Clip) -> list[Interval] | None:
        """Return the margins, in or near a turn, of what others hide; None if they hide more.

        More is also most of a word, and any margin in a turn whose words have wrong times.
        """
        if self.times is None:
            return []
        others, near = self.times.in_clip(record, self.root.path_of(record), clip.seconds)
        words, edge = word_times(record), self.margin + _CUT_OFF
        if not are_valid(words, clip.seconds, SLACK):
            return None if others else []
        inside = any(end > edge and start < clip.seconds - edge for start, end in others)
        if inside or with_truncated_words(words, set(), others).other_words:
            return None
        return [*others, *(near if words else ())]  # sounds of unknown words are kept

    def assemble(self, turn: EditableTurn, pieces: Sequence[Sequence[TimedPiece]]) -> Record:
        """Write the turn with pieces in its regions, which must be known."""
        regions = turn.regions or []
        assembled = assemble(turn.audio.samples, turn.audio.rate, regions, pieces)
        words = turn.record.words
        if words is not UNSET:
            words = retimed(words, assembled, phrases_of(turn.record, regions))
        return self.write(turn, assembled.samples, words)

    def write(self, turn: EditableTurn, samples: MonoSamples, words: WordTimes) -> Record:
        """Write the turn's new audio; return its record with the new word times."""
        pcm = (np.clip(samples, -1.0, 1.0) * 32767).round().astype(np.int16)[:, None]
        audio = Audio(pcm, turn.audio.rate, "FLAC", "PCM_16")
        entities = tuple(
            msgspec.structs.replace(entity, audio_start=UNSET, audio_end=UNSET)
            for entity in entities_of(turn.record)
        )
        return self._write_audio(turn.record, audio, words, entities)

    def _write_audio(
        self, record: Record, audio: Audio, words: WordTimes, entities: tuple[Entity, ...]
    ) -> Record:
        """Return the record with new audio, without fields that depend on the old audio."""
        new = Record(
            id=record.id,
            text=record.text,
            speaker=record.speaker,
            audio_filepath=self.folder.write(id_of(record), audio),
            duration=round(len(audio.samples) / audio.rate, 6),
            words=words,
            entities=entities,
        )
        return with_kept(new, record, self.keep)

    def draw(self, record: Record, *key: int) -> int:
        """Return a keyed random number for a record, from 0 to 2**63."""
        return draw(self.seed, id_of(record), *key) % (1 << 63)


def turn_regions(
    record: Record, seconds: float, margin: float, beyond: float = 0.0
) -> list[Region] | None:
    """Return the private regions of a turn, as `private_regions` does; None if uncertain."""
    if not record.entities or record.drop_turn is True or not has_words(text_of(record)):
        return None
    if not are_valid(word_times(record), seconds, SLACK):
        return None
    return private_regions(entities_of(record), record.words or (), seconds, margin, beyond)


def private_times(margin: float, record: Record, seconds: float) -> list[Interval]:
    """Return what of a turn with surrogates is private, in its seconds: all if it is not certain.

    Margins, and what is cut off of its words, are in the turns before and after it. Raise
    `DataError` for a record without text or entities.
    """
    text = text_of(record)
    check_spans(entities_of(record), len(text), "entities")
    if _is_public(record):
        return []
    regions = turn_regions(record, seconds, margin, margin + SLACK)
    if regions is None:
        return [Interval(0.0, seconds)]
    return [Interval(region.start, region.end) for region in regions]


def _is_public(record: Record) -> bool:
    """Return whether nothing in a turn is private, so that its audio may be passed on."""
    if record.entities or record.drop_turn is True:
        return False
    return has_words(text_of(record)) and not has_other_words(record)


def phrase_spans(record: Record, regions: Sequence[Region]) -> list[tuple[int, int]]:
    """Return the span of each region's text, which is empty for a region without entities.

    It has the surrogates, extended to white space ("Maria's"), but neither over public words, whose
    audio is kept, nor over other surrogates ("my wife—Maria/Ana").
    """
    text, entities = text_of(record), entities_of(record)
    public = {word.word.casefold() for word in record.words or ()}
    spoken = (w for w in spoken_words(text) if text[w.start : w.end].casefold() in public)
    others = [(e.start, e.end) for e in entities] + [(w.start, w.end) for w in spoken]
    spans: list[tuple[int, int]] = []
    done = 0
    for region in regions:
        own = [entities[number] for number in region.entities]
        if not own:
            spans.append((0, 0))
            continue
        start, end = min(each.start for each in own), max(each.end for each in own)
        left = max((stop for _, stop in others if done < stop <= start), default=done)
        right = min((first for first, _ in others if first >= end), default=len(text))
        while start > left and not text[start - 1].isspace():
            start -= 1
        while end < right and not text[end].isspace():
            end += 1
        spans.append((start, end))
        done = end
    return spans


def phrases_of(record: Record, regions: Sequence[Region]) -> list[str]:
    """Return the text that is spoken in each region."""
    text = text_of(record)
    return [text[start:end] for start, end in phrase_spans(record, regions)]
