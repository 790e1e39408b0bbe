"""Replacement of every private phrase by another one of its kind (Flechl 2022, section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.intervals import Interval, are_valid
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, text_of, with_kept, words_or_empty
from privtool.core.record import Entity, Record, check_spans
from privtool.stages.surrogate_scope import scope_of
from privtool.text.labels import Label, bare_label, canonical_label, is_known_label
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.offsets import Bounds, covers, locate_words, words_in
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.generator import PrivatePhrase, Surrogate, SurrogateGenerator
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.names.spelled import spelled_word
from privtool.text.surrogates.prf import normalized
from privtool.text.surrogates.private_words import private_words
from privtool.text.words import has_words

# All other fields may contain the private text, or no longer fit the new one.
WRITTEN = ("id", "text", "speaker", "audio_filepath", "offset", "duration", "words", "entities")
_SHORTEST_NAME = 3  # letters of a private word to look for inside the name of a speaker
_FEWEST_DIGITS = 4  # of a private number to look for there
_WORD = re.compile(r"[^\W\d_]+")
_LABEL = re.compile("[A-Z][A-Z_]{1,29}")  # others may hold text
_LONGEST = 1e9  # seconds: no recording is longer


class SurrogateSettings(NamedTuple):
    """What the stage does besides drawing surrogates.

    The first of `scope_fields` that a record has is its scope; without any, all share one. `keep`
    names fields to pass on as they are. `ids` are kept, or keyed.
    """

    scope_fields: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    ids: Literal["keep", "keyed"] = "keep"


class SurrogateStage:
    """Replaces entities by surrogates, and marker lookalikes in the text by real markers.

    The output has the new text and the spans of the surrogates as `entities`, each with the seconds
    of audio that it replaces; `words` keeps only the words outside entities. `drop_turn` is set,
    and no word kept, where an entity has audio but not all of its words have times. `speaker` and
    `audio_filepath` get pseudonyms; the file of an aligned turn stays, for `tts` and `splice`.
    """

    def __init__(
        self,
        settings: SurrogateSettings,
        generator: SurrogateGenerator,
        scopes: Mapping[str, MentionIndex] | None = None,
    ) -> None:
        """Take the private phrases of each scope; without them, a record has only its own."""
        self._settings, self._generator = settings, generator
        self._scopes = scopes or {}

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the records with surrogates.

        Add to `counts`: `surrogates`, of these `markers` and `redrawn`, `collisions`, `unscoped`
        (records without a field of the scope), `dropped turns`, `raw files` (audio files under
        their own name), `revealing files` and `revealing speakers` (of those that keep their name,
        the ones with a private phrase), `mentions` (of private phrases that no entity covers), and
        `label X` and `unknown label X` for each label.
        """
        return process_each(records, self._scope, partial(self._process, counts=counts))

    def _process(self, record: Record, scope: str | None, counts: Counts) -> list[Record]:
        before = self._generator.collisions
        new = self._replace(record, scope, counts)
        counts["collisions"] += self._generator.collisions - before
        return [new]

    def _replace(self, record: Record, scope: str | None, counts: Counts) -> Record:
        text = text_of(record)
        entities = _with_typed_markers(text, entities_of(record))
        index = None if scope is None else self._scopes.get(scope)
        index = index or _index_of(text, entities)
        entities, mentions = _with_mentions(text, entities, index)
        counts["mentions"] += mentions
        roles = index.roles_in
        record = msgspec.structs.replace(record, entities=entities)
        counts["unscoped"] += scope is None
        private = [
            PrivatePhrase(
                phrase := text[each.start : each.end], each.label, roles(phrase, each.label)
            )
            for each in entities
        ]
        if scope is None:  # a scope of its own
            scope = f"record:{type(record.id).__name__}:{record.id}"
        surrogates = self._generator.generate(scope, private) if private else []
        new_text, spans = _splice(text, entities, surrogates)
        new = Record(
            id=record.id if self._settings.ids == "keep" else self._pseudonym("id", record.id),
            text=new_text,
            speaker=self._pseudonym("speaker", record.speaker),
            audio_filepath=self._audio_name(record),
            offset=record.offset,
            duration=record.duration,
            words=record.words,
            entities=spans,
            drop_turn=record.drop_turn or UNSET,
        )
        if record.words is not UNSET or record.audio_filepath is not UNSET:
            new = _with_audio(new, record, counts)
        counts["surrogates"] += len(surrogates)
        for surrogate, place in zip(surrogates, spans, strict=True):
            counts["markers"] += surrogate.marker
            counts["redrawn"] += surrogate.redrawn
            counts[f"label {canonical_label(place.label).value}"] += 1
        for entity in entities:
            if not is_known_label(entity.label):
                shown = entity.label if _LABEL.fullmatch(entity.label) else ""
                counts[f"unknown label {shown}"] += 1
        new = with_kept(new, record, self._settings.keep)
        _count_raw_names(new, record, private, counts)
        return new

    def _pseudonym(self, kind: str, value: str | int | UnsetType) -> str | UnsetType:
        return UNSET if value is UNSET else self._generator.pseudonym(kind, value)

    def _audio_name(self, record: Record) -> str | UnsetType:
        """Return the audio file of an aligned turn, which must be found; else its pseudonym."""
        aligned = record.words is not UNSET or record.align_status is not UNSET
        path = record.audio_filepath
        if aligned or path is UNSET:
            return path
        return self._generator.pseudonym("file", path)

    def _scope(self, record: Record) -> str | None:
        """Return the scope of the record, None if it lacks the fields.

        Raise `DataError` unless text and entities are present and fit, and for a bad scope or word.
        """
        text = text_of(record)
        check_spans(entities_of(record), len(text), "entities")
        scope = scope_of(record, self._settings.scope_fields)
        for number, word in enumerate(words_or_empty(record)):
            if not word.start <= word.end:
                raise DataError(f"words[{number}] ends before it starts")
        return scope


def _with_typed_markers(text: str, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Add marker lookalikes in the text as entities: their content is unknown.

    An entity inside a marker becomes the whole marker; one that extends beyond it stays.
    """
    for marker in lookalikes(text):
        overlapping = [
            each for each in entities if each.start < marker.end and marker.start < each.end
        ]
        if all(marker.start <= each.start and each.end <= marker.end for each in overlapping):
            label = overlapping[0].label if overlapping else marker.label
            others = (each for each in entities if each not in overlapping)
            entities = (*others, Entity(marker.start, marker.end, label))
    return tuple(sorted(entities, key=lambda each: each.start))


def phrases_of(record: Record, fields: tuple[str, ...]) -> tuple[str | None, list[PrivatePhrase]]:
    """Return the scope and the private phrases of a record. Raise `DataError` for a bad record."""
    text, entities = text_of(record), entities_of(record)
    check_spans(entities, len(text), "entities")
    entities = _with_typed_markers(text, entities)
    return scope_of(record, fields), _private_phrases(text, entities)


def _private_phrases(text: str, entities: Iterable[Entity]) -> list[PrivatePhrase]:
    phrases = (PrivatePhrase(text[each.start : each.end], each.label) for each in entities)
    return [phrase for phrase in phrases if lookalike_label(phrase.phrase) is None]


def _index_of(text: str, entities: Iterable[Entity]) -> MentionIndex:
    index = MentionIndex()
    for phrase, label, _ in _private_phrases(text, entities):
        index.add(phrase, label)
    return index


def _with_mentions(
    text: str, entities: tuple[Entity, ...], index: MentionIndex
) -> tuple[tuple[Entity, ...], int]:
    """Add what the index finds outside entities as entities; return how many these are, too."""
    found = index.spans(text, [(each.start, each.end) for each in entities])
    if not found:
        return entities, 0
    new = (Entity(start, end, label) for start, end, label, _ in found)
    return tuple(sorted((*entities, *new), key=lambda each: each.start)), len(found)


def _splice(
    text: str, entities: Sequence[Entity], surrogates: Sequence[Surrogate]
) -> tuple[str, tuple[Entity, ...]]:
    """Return the text with surrogates in place of entities, and their spans in it."""
    pieces: list[str] = []
    spans: list[Entity] = []
    done = start = 0
    for entity, surrogate in zip(entities, surrogates, strict=True):
        gap = text[done : entity.start]
        start += len(gap)
        # An unknown label may contain anything: write the one it is treated as.
        known = is_known_label(entity.label)
        label = bare_label(entity.label) if known else canonical_label(entity.label).value
        spans.append(Entity(start, start + len(surrogate.text), label))
        pieces += (gap, surrogate.text)
        start += len(surrogate.text)
        done = entity.end
    pieces.append(text[done:])
    return "".join(pieces), tuple(spans)


def _with_audio(new: Record, record: Record, counts: Counts) -> Record:
    """Return the record with the audio interval of each entity and without the words inside them.

    Mark it to be dropped where intervals are uncertain, or the text has no words.
    """
    text = text_of(record)
    words = words_or_empty(record)
    entities = entities_of(record)
    if not entities and has_words(text):
        return new
    located = locate_words(text, [word.word for word in words])
    word_indices = [_words_of(entity, text, located) for entity in entities]
    times = [Interval(word.start, word.end) for word in words]
    if (
        not has_words(text)
        or None in located  # a spoken word is missing in the text
        or not are_valid(times, _LONGEST, 0.0)
        or any(
            not indices or not all(words[k].start < words[k].end for k in indices)
            for indices in word_indices
        )
    ):
        counts["dropped turns"] += 1
        kept = () if record.words is not UNSET else UNSET
        return msgspec.structs.replace(new, words=kept, drop_turn=True)
    timed = tuple(
        msgspec.structs.replace(
            place,
            audio_start=min(words[k].start for k in indices),
            audio_end=max(words[k].end for k in indices),
        )
        for place, indices in zip(new.entities or (), word_indices, strict=True)
    )
    inside = {number for indices in word_indices for number in indices}
    public = tuple(word for number, word in enumerate(words) if number not in inside)
    return msgspec.structs.replace(new, entities=timed, words=public)


def _words_of(entity: Entity, text: str, located: Sequence[Bounds | None]) -> list[int]:
    """Return the indices of an entity's words, none if they do not cover all of it."""
    return words_in(located, entity) if covers(located, text, entity.start, entity.end) else []


def _count_raw_names(
    new: Record, record: Record, private: Sequence[PrivatePhrase], counts: Counts
) -> None:
    """Count files and speakers that keep their name, and those that a private phrase is in."""
    if new.audio_filepath is not UNSET and new.audio_filepath == record.audio_filepath:
        counts["raw files"] += 1
        counts["revealing files"] += bool(private) and _reveals(record.audio_filepath, private)
    if new.speaker is not UNSET and new.speaker == record.speaker:
        counts["revealing speakers"] += bool(private) and _reveals(record.speaker, private)


def _reveals(name: object, private: Sequence[PrivatePhrase]) -> bool:
    """Return whether a speaker or file is named after a private phrase or an uncommon word of one.

    Names of persons below three letters count as whole words.
    """
    if not isinstance(name, str):
        return False
    key = normalized(name)
    phrases = {normalized(each.phrase) for each in private}
    persons: set[str] = set()
    digits = "".join(filter(str.isdigit, name))
    for phrase, label, _ in private:
        number = read_dictation(phrase).chars
        if number.isdigit() and len(number) >= _FEWEST_DIGITS and number in digits:
            return True
        phrases |= {spelled_word(phrase) or normalized(phrase)}
        phrases |= {normalized(word) for word in uncommon_words(phrase)}
        if canonical_label(label) is Label.PERSON:
            persons |= {normalized(phrase), *private_words(phrase, label)}
    inside = any(phrase in key for phrase in phrases | persons if len(phrase) >= _SHORTEST_NAME)
    return inside or not persons.isdisjoint(_WORD.findall(key))
