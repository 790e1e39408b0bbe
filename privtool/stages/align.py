"""Alignment: the times of the words of a record in its audio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from privtool.audio.alignment import EMPTY, FINE, NO_TEXT, Alignment, failed
from privtool.audio.clips import Clip, ClipReader, count_conversions
from privtool.audio.decoding import Samples
from privtool.audio.private_stretches import require_own_audio
from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime
from privtool.text.spoken_words import SpokenWord, spoken_words


class Aligner(Protocol):
    """Finds words in audio. What it says of a record must not depend on other records."""

    @property
    def rate(self) -> int:
        """The samples a second that it wants."""

    def align(self, samples: Samples, words: Sequence[SpokenWord]) -> Alignment:
        """The times of the words (at least one) in mono floats, or why there are none."""


class AlignStage:
    """Adds `words` and `align_status`; what cannot be aligned loses the words it may have had.

    With `strict` it is a bad line instead.
    """

    def __init__(self, aligner: Aligner, clips: ClipReader, strict: bool = False) -> None:
        self._aligner, self._clips, self._strict = aligner, clips, strict
        self._done: dict[int, _Done] = {}  # by id() of the record, from its check to its processing

    def check(self, record: Record) -> None:
        """Align the record: only here can it still be refused.

        Raises `DataError` for audio that cannot be read or is not of the text, and if `strict` for
        words that cannot be found in it.
        """
        require_own_audio(record)
        clip = self._clips.clip(record, self._aligner.rate)
        alignment = self._align(record, clip)
        if self._strict and alignment.status not in FINE:
            raise DataError(f"the record cannot be aligned: {alignment.status}")
        brief = clip._replace(samples=clip.samples[:0])
        self._done[id(record)] = _Done(brief, clip.seconds, alignment)

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with times; adds `aligned`, `unaligned`, `words` and `audio_milliseconds`."""
        new: list[Record] = []
        for record in records:
            clip, seconds, alignment = self._done.pop(id(record))
            count_conversions(clip, counts)
            counts["audio_milliseconds"] += round(1000 * seconds)
            fine = alignment.status in FINE
            counts["aligned" if fine else "unaligned"] += 1
            times = _word_times(str(record.text), alignment) if fine else UNSET
            new.append(msgspec.structs.replace(record, words=times, align_status=alignment.status))
        self._done.clear()
        return new

    def _align(self, record: Record, clip: Clip) -> Alignment:
        if record.text is UNSET:
            return failed(NO_TEXT)
        words = spoken_words(record.text)
        return self._aligner.align(clip.samples, words) if words else Alignment(EMPTY, [])


class _Done(NamedTuple):
    clip: Clip
    seconds: float
    alignment: Alignment


def _word_times(text: str, alignment: Alignment) -> tuple[WordTime, ...]:
    words = spoken_words(text) if alignment.times else []
    return tuple(
        WordTime(text[word.start : word.end], *(round(value, 3) for value in time))
        for word, time in zip(words, alignment.times, strict=True)
    )
