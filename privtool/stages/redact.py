"""Redaction: removing private words from audio and text (Flechl 2022, section 4.2).

The default is the paper's baseline TOKEN; with `drop_turn` it is TURN, which drops whole turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.dsp.room_tone import ROOM, removed_frames, replace_intervals
from privtool.audio.editing.regions import extend_to_quiet
from privtool.audio.intervals import (
    Interval,
    merge_intervals,
    pauses,
    private_intervals,
    with_truncated_words,
)
from privtool.audio.io.clips import SLACK, Clip, count_audio, read_audio, to_mono
from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import AudioFolder
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.record import (
    Record,
    WordTime,
    check_spans,
    entities_of,
    id_of,
    text_of,
    with_kept,
)
from privtool.core.rng import draw
from privtool.core.spans import Span, merge_overlapping
from privtool.interfaces.speech import WordSpotter
from privtool.stages.hearing import count_heard
from privtool.stages.private_times import Overlapping, PrivateTimes
from privtool.stages.private_words import find_private_words, public_words
from privtool.stages.whole_calls import CallParts
from privtool.text.gaps import MASK, replace_spans
from privtool.text.labels import Label

METHOD = "redact"
WRITTEN = ("id", "text", "audio_filepath", "offset", "duration", "words", "masks")
SCRUBBED = ("channel", "entities", "fills", "align_status", "logprob", "tokens", "perplexity",
            "word_lists", "hyp", "hyp_words", "nbest")  # fmt: skip


class RedactSettings(NamedTuple):
    """How to redact: `kind` is the replacement in audio, `gap` in text; `margin` is in seconds.

    Times of words with at least `least_confidence` are trusted; 0 trusts all.
    """

    kind: str = ROOM
    margin: float = 0.06
    gap: str = MASK
    drop_turn: bool = False
    keep: tuple[str, ...] = ()
    least_confidence: float = 0.0


class RedactStage(NamedTuple):
    """Removes private words from audio and text; the output has the fields of `WRITTEN`.

    If the times of the private words are not certain, the whole turn is replaced. `times` are the
    private times of all records, of which some may overlap. Written records are added to `calls`,
    the parts of whole recordings.
    """

    settings: RedactSettings
    root: AudioRoot
    folder: AudioFolder
    spotters: Sequence[WordSpotter] = ()
    times: PrivateTimes | None = None
    calls: CallParts | None = None

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Write the redacted audio and give the redacted records.

        Add to `counts`: `private` words, `others` (public words removed with them), `intervals`,
        `whole_turns`, `doubtful` turns, those `without_confidence`, `dropped`, `overlapped` (by
        private words of other records), `heard_before` (private words that could be heard),
        `silenced` (turns removed as a whole, as some could still be heard), `recalled` (leaks that
        are left) and `audio_milliseconds`.
        """
        return process_each(records, self._read, partial(self._process, counts=counts))

    def _read(self, record: Record) -> tuple[Audio, Clip]:
        """Read the audio. Raise `DataError` unless text, entities and audio are consistent."""
        _check_raw(record)
        audio = read_audio(self.root, record)
        return audio, to_mono(audio)

    def _process(self, record: Record, recording: tuple[Audio, Clip], counts: Counts) -> Outcome:
        count_audio(record, recording[1], counts)
        overlapping = Overlapping([], [])
        if self.times is not None:
            path = self.root.path_of(record)
            overlapping = self.times.in_clip(record, path, recording[1].seconds)
        counts["overlapped"] += bool(overlapping.intervals)
        if self.settings.drop_turn and (
            overlapping.intervals or private_times(self.settings, record, recording[1].seconds)
        ):
            counts["dropped"] += 1
            return []
        try:
            return [self._redact(record, *recording, overlapping, counts)]
        except DataError as error:  # of a recognizer
            return error.message

    def _redact(
        self, record: Record, audio: Audio, clip: Clip, hidden: Overlapping, counts: Counts
    ) -> Record:
        """Redact a record and what is `hidden` by others; all of it if words are still heard."""
        text, seconds = text_of(record), len(audio.samples) / audio.rate
        removal = self._removal(record, clip, hidden, counts)
        new = self._without(removal, record, audio)
        heard = 0
        if self.spotters and removal.intervals:
            phrases = [text[span.start : span.end] for span in removal.private]
            counts["heard_before"] += count_heard(self.spotters, clip, removal.intervals, phrases)
            heard = count_heard(self.spotters, to_mono(new), removal.intervals, phrases)
            if heard and removal.intervals != [Interval(0.0, seconds)]:
                counts["silenced"] += 1
                removal = _whole_turn(text, seconds)
                new = self._without(removal, record, audio)
                heard = count_heard(self.spotters, to_mono(new), removal.intervals, phrases)
            counts["recalled"] += heard
        new_text, masks = replace_spans(text, removal.spans, self.settings.gap, METHOD)
        safe = Record(
            id=record.id,
            text=new_text,
            audio_filepath=self.folder.write(id_of(record), new),
            offset=0.0,
            duration=round(seconds, 6),
            words=removal.words if record.words is not UNSET else UNSET,
            masks=masks,
        )
        safe = with_kept(safe, record, self.settings.keep)
        if self.calls is not None:
            path = self.root.path_of(record)
            frames = removed_frames(audio, removal.intervals)
            self.calls.add(record, path, safe, self.folder, frames)
        if heard:  # the run fails in the end, and other workers may still be at work
            self.folder.remove(str(safe.audio_filepath))
        return safe

    def _removal(self, record: Record, clip: Clip, hidden: Overlapping, counts: Counts) -> _Removal:
        """Return what is to be removed: all of the turn if its word times cannot be trusted."""
        least, seconds, overlapped = self.settings.least_confidence, clip.seconds, hidden.intervals
        private = find_private_words(record, seconds, least, counts, overlapped=bool(overlapped))
        if private is None:
            counts["whole_turns"] += 1
            counts["intervals"] += 1
            return _whole_turn(text_of(record), seconds)
        times = private.times
        removed, others = private_intervals(times, private.runs, self.settings.margin, seconds)
        known = {index for run in private.runs for index in run}
        if overlapped:
            together = merge_intervals([*removed, *overlapped])
            removed, others = with_truncated_words(times, known, together)
        near = hidden.near if times else []  # sounds of unknown words are kept
        removed = extend_to_quiet([*removed, *near], times, clip.samples, clip.rate)
        lost = [Span(*private.bounds[index], Label.WORD.value) for index in others]
        spans = merge_overlapping([*private.spans, *lost])
        counts["others"] += len(others) + len(private.doubtful)
        counts["private"] += sum(map(len, private.runs)) - len(private.doubtful)
        counts["intervals"] += len(removed)
        words = public_words(record, private.runs, others)
        return _Removal(removed, spans, private.spans, words, times)

    def _without(self, removal: _Removal, record: Record, audio: Audio) -> Audio:
        """Return the audio without the intervals."""
        if not removal.intervals:
            return audio
        quiet = pauses(removal.times, removal.intervals, len(audio.samples) / audio.rate)
        seed = draw(0, id_of(record))
        return replace_intervals(audio, removal.intervals, self.settings.kind, quiet, seed)


class _Removal(NamedTuple):
    """What of a turn is removed: seconds, and spans of which `private` are not only neighbors.

    `words` stay, `times` are those of all words.
    """

    intervals: list[Interval]
    spans: Sequence[Span]
    private: Sequence[Span]
    words: tuple[WordTime, ...] = ()
    times: Sequence[Interval] = ()


def _whole_turn(text: str, seconds: float) -> _Removal:
    spans = [Span(0, len(text), Label.WORD.value)] if text else []
    return _Removal([Interval(0.0, seconds)], spans, spans)


def _check_raw(record: Record) -> None:
    """Raise `DataError` for one with masks, without text, or with entities that do not fit it."""
    if record.masks is not UNSET:
        raise DataError("the record has 'masks' already; redact the raw text")
    check_spans(entities_of(record), len(text_of(record)), "entities")


def private_times(settings: RedactSettings, record: Record, seconds: float) -> list[Interval]:
    """Return what of a clip is private by its own record, in seconds of the clip.

    What is cut off of its first and last word, and their margins, are in the clips before and after
    it. Raise `DataError` for a record that cannot be redacted.
    """
    _check_raw(record)
    private = find_private_words(record, seconds, settings.least_confidence, Counter())
    if private is None:
        return [Interval(0.0, seconds)]
    times, runs, margin = private.times, private.runs, settings.margin
    return private_intervals(times, runs, margin, seconds, margin + SLACK).intervals
