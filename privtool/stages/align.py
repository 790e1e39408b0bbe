"""Alignment of the words of records with their audio."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from privtool.audio.editing.regions import require_own_audio
from privtool.audio.formats.cues import may_begin_with_label
from privtool.audio.intervals import TRUSTED, is_trusted
from privtool.audio.io.clips import count_conversions, read_clip
from privtool.audio.io.roots import AudioRoot
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime, text_of
from privtool.interfaces.speech import EMPTY, NO_TEXT, SUCCESS, Aligner, Alignment
from privtool.stages.private_words import private_spans
from privtool.text.english.spoken_words import SpokenWord, spoken_words
from privtool.text.offsets import words_in


class AlignStage(NamedTuple):
    """Adds `words` and `align_status`, or removes `words` from a record that cannot be aligned.

    With `strict` such a record is a bad line. With `everything` all words get a confidence, else
    those near private ones do, if a record has `entities`.

    `refusal` returns why a record is a bad line, as for one in another language.
    """

    aligner: Aligner
    root: AudioRoot
    strict: bool = False
    everything: bool = False
    refusal: Callable[[Record], str | None] = lambda _: None

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with times.

        Add `aligned`, `unaligned`, those of them that may begin with the name of their speaker
        (`labeled`), `words` (private ones where these are known), those with `doubtful` times,
        conversions and `audio_milliseconds` to `counts`.
        """
        align = partial(self._aligned, counts=counts)
        return process_each(records, align, lambda _, aligned: [aligned])

    def _aligned(self, record: Record, counts: Counts) -> Record:
        """Raise `DataError` if the audio is not that of the text, or cannot be read or aligned."""
        require_own_audio(record)
        if reason := self.refusal(record):
            raise DataError(reason)
        clip = read_clip(self.root, record, self.aligner.rate)
        words = [] if record.text is UNSET else spoken_words(record.text)
        private: list[int] | None = None  # not known, or all words are judged
        if record.entities is not UNSET and not self.everything:
            bounds, spans = [(word.start, word.end) for word in words], private_spans(record)
            private = sorted({index for span in spans for index in words_in(bounds, span)})
        if words:
            alignment = self.aligner.align(clip.samples, words, private)
        else:
            alignment = Alignment(NO_TEXT if record.text is UNSET else EMPTY)
        succeeded = alignment.status in SUCCESS
        if self.strict and not succeeded:
            raise DataError(f"the record cannot be aligned: {alignment.status}")
        count_conversions(record, clip, counts)
        counts["aligned" if succeeded else "unaligned"] += 1
        if not succeeded and record.text is not UNSET:
            counts["labeled"] += may_begin_with_label(record.text)
        times = alignment.times
        judged = times if private is None else [times[index] for index in private if times]
        counts["doubtful"] += sum(not is_trusted(t.confidence, TRUSTED) for t in judged)
        counts["words"] += len(judged)
        timed = _word_times(text_of(record), words, alignment) if succeeded else UNSET
        return msgspec.structs.replace(record, words=timed, align_status=alignment.status)


def _word_times(
    text: str, words: Sequence[SpokenWord], alignment: Alignment
) -> tuple[WordTime, ...]:
    return tuple(
        WordTime(
            text[word.start : word.end],
            round(time.start, 3),
            round(time.end, 3),
            round(time.score, 3),
            UNSET if time.confidence is None else round(time.confidence, 3),
        )
        for word, time in zip(words, alignment.times, strict=True)
    )
