"""Redaction: private words go from the audio and from the text (Flechl 2022, section 4.2).

By default they alone go (the baseline TOKEN of the paper), or else the turns that have any (TURN).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from msgspec import UNSET

from privtool.audio.dsp.room_tone import ROOM, replace_intervals
from privtool.audio.editing.boundaries import extend_to_quiet
from privtool.audio.intervals import Interval, are_valid, pauses, private_intervals
from privtool.audio.io.clips import SLACK, ClipReader, to_mono
from privtool.audio.io.decode import Audio, Samples
from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, entities_or_empty, text_of, with_kept, words_or_empty
from privtool.core.record import Record, WordTime, check_spans
from privtool.core.rng import draw
from privtool.core.spans import Span, merge_overlapping
from privtool.text.blanks import MASK, blanked
from privtool.text.labels import Label, canonical
from privtool.text.markers import lookalikes
from privtool.text.offsets import Bounds, covers, locate_words
from privtool.text.words import has_words

METHOD = "redact"
WRITTEN = ("id", "text", "audio_filepath", "offset", "duration", "words", "masks")
SCRUBBED = ("entities", "fills", "align_status", "logprob", "tokens", "perplexity", "word_lists",
            "hyp", "hyp_words", "nbest")  # fmt: skip


class Store(Protocol):
    """Where audio is written to; returns what `audio_filepath` calls it."""

    def write(self, record_id: str | int, audio: Audio) -> str: ...


class Listener(Protocol):
    """Recognizes again what redaction left, for the leak test."""

    def count_leaks(
        self, samples: Samples, rate: int, gone: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """How many of the private words can be heard in the intervals that are gone."""


class RedactSettings(NamedTuple):
    """What the intervals become, their margin (seconds), what the blanks are, what to keep."""

    kind: str = ROOM
    margin: float = 0.06
    blank: str = MASK
    drop_turn: bool = False
    keep: tuple[str, ...] = ()


class Private(NamedTuple):
    """What of a record is private: runs of its words, their spans, the bounds of all words."""

    runs: list[range]
    spans: list[Span]
    bounds: list[Bounds]


class RedactStage:
    """Replaces what is private in audio and text; the output has the fields of `WRITTEN`.

    Where the times of the private words are not known for sure the whole turn is replaced.
    """

    def __init__(
        self,
        settings: RedactSettings,
        clips: ClipReader,
        store: Store,
        listener: Listener | None = None,
    ) -> None:
        self._settings, self._clips, self._store = settings, clips, store
        self._listener = listener

    def check(self, record: Record) -> None:
        """Raise `DataError` unless text, entities and audio are there and fit together."""
        text, entities = text_of(record), entities_of(record)
        if record.masks is not UNSET:
            raise DataError("the record has 'masks' already; redact the raw text")
        check_spans(entities, len(text), "entities")
        to_mono(self._clips.audio(record))

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The redacted records, their audio written.

        Adds `private` (words), `others` (that go with them), `intervals`, `whole_turns`, `dropped`,
        `recalled` and `audio_milliseconds` to `counts`.
        """
        new: list[Record] = []
        for record in records:
            audio = self._clips.audio(record)
            counts["audio_milliseconds"] += round(1000 * len(audio.samples) / audio.rate)
            if self._settings.drop_turn and (
                _marked(record) or record.drop_turn is True or not has_words(text_of(record))
            ):
                counts["dropped"] += 1
                continue
            new.append(self._redacted(record, audio, counts))
        return new

    def _redacted(self, record: Record, audio: Audio, counts: Counts) -> Record:
        seconds = len(audio.samples) / audio.rate
        private = _private(record, seconds)
        times = _times(record)
        if private is None:
            counts["whole_turns"] += 1
            private = Private([], _whole(text_of(record)), [])
            gone, times = [Interval(0.0, seconds)], []
            spans = private.spans
            words: tuple[WordTime, ...] = ()
        else:
            gone, others = private_intervals(times, private.runs, self._settings.margin, seconds)
            heard = to_mono(audio)
            gone = extend_to_quiet(gone, times, heard.samples, heard.rate)
            lost = [Span(*private.bounds[index], Label.WORD.value) for index in others]
            spans = merge_overlapping([*private.spans, *lost])
            words = _left(record, private.runs, others)
            counts["others"] += len(others)
        counts["private"] += sum(len(run) for run in private.runs)
        counts["intervals"] += len(gone)
        quiet = pauses(times, gone, seconds)
        seed = draw(0, record.id if record.id is not UNSET else 0)
        new = replace_intervals(audio, gone, self._settings.kind, quiet, seed) if gone else audio
        if self._listener is not None and gone:
            clip = to_mono(new)
            said = [text_of(record)[span.start : span.end] for span in private.spans]
            counts["recalled"] += self._listener.count_leaks(clip.samples, clip.rate, gone, said)
        text, masks = blanked(text_of(record), spans, self._settings.blank, METHOD)
        safe = Record(
            id=record.id,
            text=text,
            audio_filepath=self._store.write(_id(record), new),
            offset=0.0,
            duration=round(seconds, 6),
            words=words if record.words is not UNSET else UNSET,
            masks=masks,
        )
        return with_kept(safe, record, self._settings.keep)


def _id(record: Record) -> str | int:
    return 0 if record.id is UNSET else record.id


def _times(record: Record) -> list[Interval]:
    words = words_or_empty(record)
    return [Interval(word.start, word.end) for word in words]


def _marked(record: Record) -> list[Span]:
    """The entities, and what looks like a marker: nobody knows what is said there."""
    entities = entities_or_empty(record)
    spans = [Span(e.start, e.end, canonical(e.label).value) for e in entities]
    return merge_overlapping([*spans, *lookalikes(text_of(record))])


def _private(record: Record, seconds: float) -> Private | None:
    """What is private, or None where that is not known for sure and all has to go."""
    text = text_of(record)
    marked = _marked(record)
    if not has_words(text) or record.drop_turn is True:
        return None
    if not marked:
        return Private([], [], [])
    words = words_or_empty(record)
    located = locate_words(text, [word.word for word in words])
    found = [bounds for bounds in located if bounds is not None]
    if len(found) < len(words) or not covers(found, text, 0, len(text)):
        return None  # something is said that the text lacks, or the other way around
    if not are_valid(_times(record), seconds, SLACK):
        return None
    runs: list[range] = []
    spans: list[Span] = []
    for entity in marked:
        touched = [
            index
            for index, (start, end) in enumerate(found)
            if start < entity.end and entity.start < end
        ]
        if not touched or any(words[index].end <= words[index].start for index in touched):
            return None
        run = range(touched[0], touched[-1] + 1)
        runs.append(run)
        start = min(entity.start, found[run[0]][0])
        end = max(entity.end, found[run[-1]][1])
        spans.append(Span(start, end, entity.label))
    return Private(runs, merge_overlapping(spans), found)


def _whole(text: str) -> list[Span]:
    return [Span(0, len(text), Label.WORD.value)] if text else []


def _left(record: Record, runs: Sequence[range], others: Sequence[int]) -> tuple[WordTime, ...]:
    """The words that stay, without scores: a neighbor's may tell of what was there."""
    private = {index for run in runs for index in run} | set(others)
    words = words_or_empty(record)
    return tuple(
        WordTime(word.word, word.start, word.end)
        for index, word in enumerate(words)
        if index not in private
    )
