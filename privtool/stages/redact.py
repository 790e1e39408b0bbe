"""Redaction: removing private words from audio and text (Flechl 2022, section 4.2).

The default is the paper's baseline TOKEN; with `drop_turn` it is TURN, which drops whole turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.dsp.room_tone import ROOM, replace_intervals
from privtool.audio.editing.boundaries import extend_to_quiet
from privtool.audio.intervals import (
    Interval,
    are_valid,
    merge_intervals,
    pauses,
    private_intervals,
    with_truncated_words,
)
from privtool.audio.io.clips import SLACK, Clip, ClipReader, to_mono
from privtool.audio.io.decode import Audio
from privtool.audio.io.writer import AudioFolder
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, entities_or_empty, text_of, with_kept, words_or_empty
from privtool.core.record import Record, WordTime, check_spans
from privtool.core.rng import draw
from privtool.core.spans import Span, merge_overlapping
from privtool.interfaces.recognition import WordSpotter
from privtool.stages.call_parts import CallParts
from privtool.stages.hearing import count_heard
from privtool.stages.private_times import Overlapping, PrivateTimes
from privtool.text.gaps import MASK, replace_spans
from privtool.text.labels import Label, canonical_label
from privtool.text.markers import lookalikes
from privtool.text.offsets import Bounds, covers, locate_words, words_in
from privtool.text.words import has_words

METHOD = "redact"
WRITTEN = ("id", "text", "audio_filepath", "offset", "duration", "words", "masks")
SCRUBBED = ("channel", "entities", "fills", "align_status", "logprob", "tokens", "perplexity",
            "word_lists", "hyp", "hyp_words", "nbest")  # fmt: skip


class RedactSettings(NamedTuple):
    """How to redact.

    `kind` is the replacement in the audio, `gap` the one in the text. `margin` is in seconds.
    """

    kind: str = ROOM
    margin: float = 0.06
    gap: str = MASK
    drop_turn: bool = False
    keep: tuple[str, ...] = ()


class PrivateWords(NamedTuple):
    """Runs of private words (indices), their spans, and the bounds of all words in the text."""

    runs: list[range]
    spans: list[Span]
    bounds: list[Bounds]


class RedactStage:
    """Removes private words from audio and text; the output has the fields of `WRITTEN`.

    If the times of the private words are not certain, the whole turn is replaced.
    """

    def __init__(
        self,
        settings: RedactSettings,
        clips: ClipReader,
        folder: AudioFolder,
        spotters: Sequence[WordSpotter] = (),
        times: PrivateTimes | None = None,
        calls: CallParts | None = None,
    ) -> None:
        """`times` are the private times of all records, of which some may overlap.

        Written records are added to `calls`, the parts of whole recordings.
        """
        self._times, self._calls = times, calls
        self._settings, self._clips, self._folder = settings, clips, folder
        self._spotters = spotters

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Write the redacted audio and give the redacted records.

        Add to `counts`: `private` words, `others` (public words removed with them), `intervals`,
        `whole_turns`, `dropped`, `overlapped` (by private words of other records), `recalled`
        (leaks), `heard_before` (private words that could be heard) and `audio_milliseconds`.
        """
        return process_each(records, self._read, partial(self._process, counts=counts))

    def _read(self, record: Record) -> tuple[Audio, Clip]:
        """Read the audio. Raise `DataError` unless text, entities and audio are consistent."""
        text, entities = text_of(record), entities_of(record)
        if record.masks is not UNSET:
            raise DataError("the record has 'masks' already; redact the raw text")
        check_spans(entities, len(text), "entities")
        audio = self._clips.audio(record)
        return audio, to_mono(audio)

    def _process(self, record: Record, recording: tuple[Audio, Clip], counts: Counts) -> Outcome:
        counts["audio_milliseconds"] += round(1000 * recording[1].seconds)
        overlapping = self._overlapping(record, recording[1].seconds)
        counts["overlapped"] += overlapping.by_others
        if self._settings.drop_turn and (
            _private_spans(record)
            or overlapping.intervals
            or record.drop_turn is True
            or not has_words(text_of(record))
        ):
            counts["dropped"] += 1
            return []
        try:
            return [self._redact(record, *recording, overlapping.intervals, counts)]
        except DataError as error:  # of a recognizer
            return error.message

    def _overlapping(self, record: Record, seconds: float) -> Overlapping:
        if self._times is None:
            return Overlapping([], False)
        offset = 0.0 if record.offset is UNSET else record.offset
        return self._times.in_clip(record, self._clips.root.path_of(record), offset, seconds)

    def _redact(
        self, record: Record, audio: Audio, clip: Clip, hidden: list[Interval], counts: Counts
    ) -> Record:
        """Redact a record, and what is `hidden` as it is private in another one."""
        text, seconds = text_of(record), len(audio.samples) / audio.rate
        private = _private_words(record, seconds, overlapped=bool(hidden))
        times = _times(record)
        if private is None:
            counts["whole_turns"] += 1
            spans = [Span(0, len(text), Label.WORD.value)] if text else []
            private = PrivateWords([], spans, [])
            removed, times = [Interval(0.0, seconds)], []
            words: tuple[WordTime, ...] = ()
        else:
            removed, others = private_intervals(times, private.runs, self._settings.margin, seconds)
            known = {index for run in private.runs for index in run}
            if hidden:
                together = merge_intervals([*removed, *hidden])
                removed, others = with_truncated_words(times, known, together)
            removed = extend_to_quiet(removed, times, clip.samples, clip.rate)
            lost = [Span(*private.bounds[index], Label.WORD.value) for index in others]
            spans = merge_overlapping([*private.spans, *lost])
            words = _public_words(record, private.runs, others)
            counts["others"] += len(others)
        counts["private"] += sum(len(run) for run in private.runs)
        counts["intervals"] += len(removed)
        record_id = 0 if record.id is UNSET else record.id
        new = audio
        if removed:
            quiet = pauses(times, removed, seconds)
            seed = draw(0, record_id)
            new = replace_intervals(audio, removed, self._settings.kind, quiet, seed)
        if self._spotters and removed:
            phrases = [text[span.start : span.end] for span in private.spans]
            counts["heard_before"] += count_heard(self._spotters, clip, removed, phrases)
            counts["recalled"] += count_heard(self._spotters, to_mono(new), removed, phrases)
        new_text, masks = replace_spans(text, spans, self._settings.gap, METHOD)
        safe = Record(
            id=record.id,
            text=new_text,
            audio_filepath=self._folder.write(record_id, new),
            offset=0.0,
            duration=round(seconds, 6),
            words=words if record.words is not UNSET else UNSET,
            masks=masks,
        )
        safe = with_kept(safe, record, self._settings.keep)
        if self._calls is not None:
            self._calls.add(record, self._clips.root.path_of(record), safe, self._folder)
        return safe


def _times(record: Record) -> list[Interval]:
    return [Interval(word.start, word.end) for word in words_or_empty(record)]


def _private_spans(record: Record) -> list[Span]:
    """Return the entities, and anything that looks like a marker: it may hide any words."""
    entities = entities_or_empty(record)
    spans = [Span(e.start, e.end, canonical_label(e.label).value) for e in entities]
    return merge_overlapping([*spans, *lookalikes(text_of(record))])


def private_times(settings: RedactSettings, record: Record, seconds: float) -> list[Interval]:
    """Return what of a clip is private by its own record, in seconds of the clip.

    Raise `DataError` for a record that cannot be redacted.
    """
    text, entities = text_of(record), entities_of(record)
    if record.masks is not UNSET:
        raise DataError("the record has 'masks' already")
    check_spans(entities, len(text), "entities")
    private = _private_words(record, seconds)
    if private is None:
        return [Interval(0.0, seconds)]
    return private_intervals(_times(record), private.runs, settings.margin, seconds).intervals


def _private_words(record: Record, seconds: float, overlapped: bool = False) -> PrivateWords | None:
    """Return the private words, or None if they are not certain and the turn must be replaced.

    Words of a turn that is `overlapped` by private ones of another must be certain, too.
    """
    text = text_of(record)
    private = _private_spans(record)
    if not has_words(text) or record.drop_turn is True:
        return None
    if not private and not overlapped:
        return PrivateWords([], [], [])
    words = words_or_empty(record)
    located = locate_words(text, [word.word for word in words])
    bounds = [place for place in located if place is not None]
    if len(bounds) < len(words) or not covers(bounds, text, 0, len(text)):
        return None  # text and timed words differ
    if not are_valid(_times(record), seconds, SLACK):
        return None
    runs: list[range] = []
    spans: list[Span] = []
    for entity in private:
        overlapping = words_in(bounds, entity)
        if not overlapping or any(words[n].end <= words[n].start for n in overlapping):
            return None
        run = range(overlapping[0], overlapping[-1] + 1)
        runs.append(run)
        start = min(entity.start, bounds[run[0]][0])
        end = max(entity.end, bounds[run[-1]][1])
        spans.append(Span(start, end, entity.label))
    return PrivateWords(runs, merge_overlapping(spans), bounds)


def _public_words(
    record: Record, runs: Sequence[range], others: Sequence[int]
) -> tuple[WordTime, ...]:
    """Return the words that are kept, without scores: these depend on their private neighbors."""
    removed = {index for run in runs for index in run} | set(others)
    return tuple(
        WordTime(word.word, word.start, word.end)
        for index, word in enumerate(words_or_empty(record))
        if index not in removed
    )
