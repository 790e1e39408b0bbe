"""Surrogates: every private phrase becomes another of its kind (Flechl 2022, section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec
from msgspec import UNSET

from privtool.audio.intervals import Interval, are_valid
from privtool.core.blocks import Counts
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, group_of, text_of, with_kept, words_or_empty
from privtool.core.record import Entity, Record, WordTime, check_spans
from privtool.text.labels import Label, bare_label, canonical_label, is_known_label
from privtool.text.markers import lookalikes
from privtool.text.offsets import Bounds, covers, locate_words
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.generator import PrivatePhrase, Surrogate
from privtool.text.surrogates.names.spelled import spelled_word
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.private_words import private_words
from privtool.text.words import has_words

# What comes out: everything else may hold the private text, or no longer fits the new one.
WRITTEN = ("id", "text", "speaker", "audio_filepath", "offset", "duration", "words", "entities")
_SHORTEST_NAME = 3  # letters of a private word that is looked for inside the name of a speaker
_FEWEST_DIGITS = 4  # of a private number that is looked for there
_WORD = re.compile(r"[^\W\d_]+")
_LONGEST = 1e9  # seconds: no recording is longer


class Maker(Protocol):
    """Makes surrogates. Those of a record must not depend on other records."""

    collisions: int

    def generate(self, scope: str, private: Sequence[PrivatePhrase]) -> list[Surrogate]:
        """The surrogates for the private phrases of one record, in order."""


class SurrogateSettings(NamedTuple):
    """The field that a scope is the value of (None: all records are one), and what else to keep."""

    scope_field: str | None = None
    keep: tuple[str, ...] = ()


class SurrogateStage:
    """Replaces entities by surrogates, and marker lookalikes in the text by real markers.

    The output has a new text and the places of the surrogates as `entities`, each with the seconds
    of audio that it replaces; `words` keeps only the words that touch no entity. Where an entity
    has audio but not all of its words have times, `drop_turn` is set and no word is kept.
    """

    def __init__(self, settings: SurrogateSettings, maker: Maker) -> None:
        self._settings, self._maker = settings, maker

    def check(self, record: Record) -> None:
        """Raise `DataError` unless text and entities are there and the entities fit the text."""
        text = text_of(record)
        check_spans(entities_of(record), len(text), "entities")
        self._scope(record)
        words = words_or_empty(record)
        for number, word in enumerate(words):
            if not word.start <= word.end:
                raise DataError(f"words[{number}] ends before it starts")

    def process(self, records: list[Record], counts: Counts) -> list[Record]:
        """The records with surrogates.

        Adds to `counts`: `surrogates`, of these `markers` and `redrawn`, `collisions`, `unscoped`
        (records without the field of the scope), `dropped turns`, `nameless` (speakers whose name
        was private), `telling files` (audio files with such a name), `left` (records with a private
        name outside their entities), and `label X` for each label.
        """
        before = self._maker.collisions
        new = [self._replaced(record, counts) for record in records]
        counts["collisions"] += self._maker.collisions - before
        return new

    def _replaced(self, record: Record, counts: Counts) -> Record:
        text = text_of(record)
        entities = _with_typed_markers(text, entities_of(record))
        record = msgspec.structs.replace(record, entities=entities)
        scope = self._scope(record)
        counts["unscoped"] += scope is None
        private = [
            PrivatePhrase(text[entity.start : entity.end], entity.label) for entity in entities
        ]
        alone = f"record:{type(record.id).__name__}:{record.id}"
        surrogates = (
            self._maker.generate(alone if scope is None else scope, private) if private else []
        )
        new_text, places = _spliced(text, entities, surrogates)
        speaker = record.speaker
        if private and _tells(speaker, private):
            speaker = UNSET
            counts["nameless"] += 1
        counts["telling files"] += bool(private) and _tells(record.audio_filepath, private)
        new = Record(
            id=record.id,
            text=new_text,
            speaker=speaker,
            audio_filepath=record.audio_filepath,
            offset=record.offset,
            duration=record.duration,
            words=record.words,
            entities=places,
            drop_turn=record.drop_turn or UNSET,
        )
        if record.words is not UNSET or record.audio_filepath is not UNSET:
            new = _with_audio(new, record, counts)
        counts["left"] += _is_left(new_text, places, private)
        counts["surrogates"] += len(surrogates)
        for surrogate, place in zip(surrogates, places, strict=True):
            counts["markers"] += surrogate.marker
            counts["redrawn"] += surrogate.redrawn
            counts[f"label {canonical_label(place.label).value}"] += 1
        return with_kept(new, record, self._settings.keep)

    def _scope(self, record: Record) -> str | None:
        """What the draws of the record depend on; None for a record without the field of it.

        Raises what `group_of` raises.
        """
        name = self._settings.scope_field
        return "" if name is None else group_of(record, name)


def _with_typed_markers(text: str, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """The entities, and what looks like a marker in the text: nobody knows what was said there.

    An entity inside a marker becomes the whole marker; one that reaches out of it stays as it is.
    """
    for marker in lookalikes(text):
        near = [each for each in entities if each.start < marker.end and marker.start < each.end]
        if all(marker.start <= each.start and each.end <= marker.end for each in near):
            whole = Entity(marker.start, marker.end, near[0].label if near else marker.label)
            entities = (*(each for each in entities if each not in near), whole)
    return tuple(sorted(entities, key=lambda each: each.start))


def _spliced(
    text: str, entities: Sequence[Entity], surrogates: Sequence[Surrogate]
) -> tuple[str, tuple[Entity, ...]]:
    """The text with surrogates at the places of entities, and where they are in it."""
    pieces: list[str] = []
    places: list[Entity] = []
    done = at = 0
    for entity, surrogate in zip(entities, surrogates, strict=True):
        gap = text[done : entity.start]
        at += len(gap)
        # A label that is not ours may hold anything: it becomes the one that it is treated as.
        label = (
            bare_label(entity.label)
            if is_known_label(entity.label)
            else canonical_label(entity.label).value
        )
        places.append(Entity(at, at + len(surrogate.text), label))
        pieces += (gap, surrogate.text)
        at += len(surrogate.text)
        done = entity.end
    pieces.append(text[done:])
    return "".join(pieces), tuple(places)


def _with_audio(new: Record, record: Record, counts: Counts) -> Record:
    """The record with the audio interval of each entity and without the words inside them.

    To be dropped where that is not known for sure, and where the text says nothing at all.
    """
    text = text_of(record)
    words = words_or_empty(record)
    entities = entities_of(record)
    if not entities and has_words(text):
        return new
    located = locate_words(text, [word.word for word in words])
    touched = [_touched(entity, text, located) for entity in entities]
    times = [Interval(word.start, word.end) for word in words]
    if (
        not has_words(text)
        or None in located  # something is said that the text does not have
        or not are_valid(times, _LONGEST, 0.0)
        or any(not numbers or not all(_lasts(words[k]) for k in numbers) for numbers in touched)
    ):
        counts["dropped turns"] += 1
        kept = () if record.words is not UNSET else UNSET
        return msgspec.structs.replace(new, words=kept, drop_turn=True)
    timed = tuple(
        msgspec.structs.replace(
            place,
            audio_start=min(words[k].start for k in numbers),
            audio_end=max(words[k].end for k in numbers),
        )
        for place, numbers in zip(new.entities or (), touched, strict=True)
    )
    inside = {number for numbers in touched for number in numbers}
    public = tuple(word for number, word in enumerate(words) if number not in inside)
    return msgspec.structs.replace(new, entities=timed, words=public)


def _lasts(word: WordTime) -> bool:
    return word.start < word.end


def _touched(entity: Entity, text: str, located: Sequence[Bounds | None]) -> list[int]:
    """The numbers of the words that an entity touches; none if they do not cover all of it."""
    if not covers(located, text, entity.start, entity.end):
        return []
    return [
        number
        for number, bounds in enumerate(located)
        if bounds is not None and bounds[0] < entity.end and bounds[1] > entity.start
    ]


def _is_left(text: str, places: Sequence[Entity], private: Sequence[PrivatePhrase]) -> bool:
    """Whether an uncommon word of a private name stands outside the entities, too."""
    names: set[str] = set()
    for phrase, label in private:
        if canonical_label(label) is Label.PERSON:
            names |= uncommon_words(phrase)
    if not names or not any(name in text.lower() for name in names):
        return False
    pieces, done = [], 0
    for place in places:
        pieces.append(text[done : place.start])
        done = place.end
    return not names.isdisjoint(uncommon_words(" ".join([*pieces, text[done:]])))


def _tells(name: object, private: Sequence[PrivatePhrase]) -> bool:
    """Whether a speaker or a file is named after a private phrase, or an uncommon word of one.

    Short names of persons count where they are a whole word.
    """
    if not isinstance(name, str):
        return False
    key = normalized(name)
    phrases = {normalized(phrase) for phrase, _ in private}
    persons: set[str] = set()
    digits = "".join(filter(str.isdigit, name))
    for phrase, label in private:
        said = read_dictation(phrase).chars
        if said.isdigit() and len(said) >= _FEWEST_DIGITS and said in digits:
            return True
        phrases |= {spelled_word(phrase) or normalized(phrase)}
        phrases |= {normalized(word) for word in uncommon_words(phrase)}
        if canonical_label(label) is Label.PERSON:
            persons |= {normalized(phrase), *private_words(phrase, label)}
    found = any(phrase in key for phrase in phrases | persons if len(phrase) >= _SHORTEST_NAME)
    return found or not persons.isdisjoint(_WORD.findall(key))
