"""Original records of an audit of audio: what is private in each, and when it is said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import channel_of, offset_of, share_channel
from privtool.audio.io.roots import AudioRoot
from privtool.audit.kept_records import KeptRecords
from privtool.core.fields import entities_of, entities_or_empty, id_of, text_of, words_or_empty
from privtool.core.record import Entity, Id, Record, check_spans
from privtool.stages.private_words import locate
from privtool.text.labels import Label, canonical_label
from privtool.text.offsets import covers, words_in
from privtool.text.words import has_words, overlapping_words, words


class PrivateWord(NamedTuple):
    """A private word at `text[start:end]`, and its time in seconds of the turn if it is known."""

    label: str
    start: int
    end: int
    time: Interval | None


class Original(NamedTuple):
    """An original record and its unit.

    `public` are the timed words outside entities, with their bounds in the text. `others` are the
    times, in seconds of this turn, at which other records of the same file and channel have private
    words.
    """

    record: Record
    unit: str
    private: list[PrivateWord]
    public: list[PrivateWord]
    others: list[Interval]


class Originals(KeptRecords):
    """Original records, and their private words by file, as turns of a file may overlap."""

    kind = "original"

    def __init__(self, fields: Sequence[str], root: AudioRoot) -> None:
        """`root` has their audio."""
        super().__init__(fields)
        self._root = root
        self._by_file: dict[str, list[_TimedWord]] = defaultdict(list)

    def add(self, record: Record) -> None:
        """Add a record.

        Raises `DataError` for a record without id, text or entities, with entities that do not fit
        its text, with masks, or with the id of another one.
        """
        check_spans(entities_of(record), len(text_of(record)), "entities")
        self.keep(record, msgspec.structs.replace(record, extra=UNSET))
        timed = self._by_file[self._root.path_of(record)]
        offset, channel = offset_of(record), channel_of(record)
        for word in _private_words(record):
            if word.time is not None:
                time = Interval(offset + word.time.start, offset + word.time.end)
                timed.append(_TimedWord(time, id_of(record), channel))

    def original(self, record: Record) -> Original:
        """Return the original of a record or version. Raise `DataError` if there is none."""
        kept, unit = self.of(record)
        private = _private_words(kept)
        return Original(kept, unit, private, _public_words(kept, private), self._others(kept))

    def _others(self, record: Record) -> list[Interval]:
        """Return the times of private words of other records in the segment of a record."""
        offset, channel = offset_of(record), channel_of(record)
        end = float("inf") if record.duration is UNSET else offset + record.duration
        return [
            Interval(max(0.0, time.start - offset), min(end, time.end) - offset)
            for time, owner, of in self._by_file[self._root.path_of(record)]
            if time.start < end and time.end > offset
            if owner != id_of(record) and share_channel(channel, of)
        ]


class _TimedWord(NamedTuple):
    """A private word: its time in its file, the id of its record, and the channel."""

    time: Interval
    owner: Id
    channel: int | None


def _private_words(record: Record) -> list[PrivateWord]:
    """Return the words of entities in order; all words, without times, if any may be private.

    A text without words does not say what is in the audio, which counts as one private word.
    """
    text, timed = text_of(record), words_or_empty(record)
    if not has_words(text):
        return [PrivateWord(Label.WORD.value, 0, len(text), None)]
    spoken, entities = words(text), entities_or_empty(record)
    if record.drop_turn is True:
        timed, entities = (), (Entity(0, len(text), Label.WORD.value),)
    bounds = locate(text, timed)
    found: list[PrivateWord] = []
    for entity in entities:
        label = canonical_label(entity.label).value
        known = [
            (place, Interval(timed[number].start, timed[number].end))
            for number in words_in(bounds, entity)
            if (place := bounds[number]) and 0 <= timed[number].start < timed[number].end
        ]
        found += [PrivateWord(label, *place, time) for place, time in known]
        (numbers,) = overlapping_words(spoken, [(entity.start, entity.end)])
        for number in numbers:
            start, end = spoken[number].start, spoken[number].end
            inside = max(start, entity.start), min(end, entity.end)
            if not covers([place for place, _ in known], text, *inside):
                found.append(PrivateWord(label, start, end, None))
    return list(dict.fromkeys(found))


def _public_words(record: Record, private: Sequence[PrivateWord]) -> list[PrivateWord]:
    taken = {(word.start, word.end) for word in private}
    timed = words_or_empty(record)
    bounds = locate(text_of(record), timed)
    return [
        PrivateWord("", *place, Interval(word.start, word.end))
        for place, word in zip(bounds, timed, strict=True)
        if place is not None and place not in taken
    ]
