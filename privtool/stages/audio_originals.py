"""Original records of an audit of audio: what is private in each, and when it is said."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import channel_of, share_channel
from privtool.audit.units import unit_of
from privtool.core.errors import DataError, option
from privtool.core.fields import entities_of, entities_or_empty, id_of, text_of, words_or_empty
from privtool.core.record import Entity, Id, Record, check_spans, decode, encode
from privtool.core.versions import original_id
from privtool.text.labels import Label, canonical_label
from privtool.text.offsets import covers, locate_words, words_in
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


class Originals:
    """Original records by id, as encoded lines. Picklable.

    Private words of all records are kept by file as well, as turns of a file may overlap.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        """`fields` are those of the unit."""
        self._fields = tuple(fields)
        self._lines: dict[Id, tuple[bytes, str, str | None]] = {}
        self._by_file: dict[str, list[tuple[float, float, str, int | None]]] = {}
        self._longest: dict[str, float] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, record: Record, path: str) -> None:
        """Add a record, the audio of which is in the file `path`.

        Raises `DataError` for a record without id, text or entities, with entities that do not fit
        its text, with masks, or with the id of another one.
        """
        record_id, text = id_of(record), text_of(record)
        check_spans(entities_of(record), len(text), "entities")
        if record.masks is not UNSET:
            raise DataError("an original record has no 'masks'")
        if record_id in self._lines:
            raise DataError("another record has the same id")
        unit = unit_of(record, self._fields) if self._fields else None
        key, offset = _key(record_id), _offset(record)
        for word in _private_words(record):
            if word.time is not None:
                start, end = offset + word.time.start, offset + word.time.end
                insort(self._by_file.setdefault(path, []), (start, end, key, channel_of(record)))
                self._longest[path] = max(self._longest.get(path, 0.0), end - start)
        self._lines[record_id] = encode(_needed(record)), path, unit

    def missing(self, ids: Iterable[Id]) -> int:
        """Return the number of records of which neither the id nor that of a version is given."""
        return len(self._lines.keys() - {original_id(each, self._lines) for each in ids})

    def of(self, record: Record) -> Original:
        """Return the original of a record or version. Raise `DataError` if there is none."""
        record_id = original_id(id_of(record), self._lines)
        if record_id is None:
            raise DataError(f"no record of {option('before')} has this id")
        line, path, unit = self._lines[record_id]
        original = decode(line)
        private = _private_words(original)
        return Original(
            original,
            unit_of(original, ()) if unit is None else unit,
            private,
            _public_words(original, private),
            self._others(path, _key(record_id), original),
        )

    def _others(self, path: str, key: str, record: Record) -> list[Interval]:
        """Return the times of private words of other records in the segment of a record."""
        found = self._by_file.get(path, [])
        offset = _offset(record)
        end = float("inf") if record.duration is UNSET else offset + record.duration
        first = bisect_left(found, (offset - self._longest.get(path, 0.0), 0.0, "", None))
        channel = channel_of(record)
        others: list[Interval] = []
        for start, stop, owner, of in found[first : bisect_left(found, (end, 0.0, "", None))]:
            if owner != key and stop > offset and share_channel(channel, of):
                others.append(Interval(max(0.0, start - offset), min(end, stop) - offset))
        return others


def _needed(record: Record) -> Record:
    return Record(
        id=record.id,
        text=record.text,
        speaker=record.speaker,
        audio_filepath=record.audio_filepath,
        offset=record.offset,
        duration=record.duration,
        channel=record.channel,
        words=record.words,
        entities=record.entities,
        drop_turn=record.drop_turn,
    )


def _key(record_id: Id) -> str:
    return f"{type(record_id).__name__}:{record_id}"


def _offset(record: Record) -> float:
    return 0.0 if record.offset is UNSET else record.offset


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
    bounds = locate_words(text, [word.word for word in timed])
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
    bounds = locate_words(text_of(record), [word.word for word in timed])
    return [
        PrivateWord("", *place, Interval(word.start, word.end))
        for place, word in zip(bounds, timed, strict=True)
        if place is not None and place not in taken
    ]
