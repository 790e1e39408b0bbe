"""Replacement of every private phrase by another one of its kind (Flechl 2022, section 3.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.fields import (
    entities_of,
    id_of,
    is_channel,
    text_of,
    with_kept,
    words_or_empty,
)
from privtool.core.record import Entity, Record, check_spans
from privtool.core.versions import version_id
from privtool.stages.languages import IN_LANGUAGE, RecordLanguage
from privtool.stages.originals import Originals, lines_of_map, originals_of
from privtool.stages.surrogate_audio import count_raw_names, with_audio
from privtool.stages.surrogate_phrases import (
    ScopePhrases,
    index_of,
    is_aligned,
    with_mentions,
    with_typed_markers,
)
from privtool.stages.surrogate_scope import scope_of
from privtool.stages.tagged_words import KEPT_ENTITIES
from privtool.text.labels import bare_label, canonical_label, is_known_label
from privtool.text.languages import languages
from privtool.text.policies import Action, Policy
from privtool.text.surrogates.context import VERSION_MARK
from privtool.text.surrogates.generator import PrivatePhrase, Surrogate, SurrogateGenerator

# All other fields may contain the private text, or no longer fit the new one.
WRITTEN = ("id", "text", "speaker", "audio_filepath", "offset", "duration", "channel", "words",
           "entities")  # fmt: skip
_MOST_INDEXES = 512  # in memory, some thousand bytes for each name
_LABEL = re.compile("[A-Z][A-Z_]{1,29}")  # others may hold text


class SurrogateSettings(NamedTuple):
    """What the stage does besides drawing surrogates.

    The first of `scope_fields` that a record has is its scope; without any, all share one. `keep`
    names fields to pass on as they are. Times of words with at least `least_confidence` are
    trusted; 0 trusts all. Records are written in `samples` versions, each with surrogates of its
    own in a scope but the same dates; those without entities as often, or the others would become
    more frequent. With `reversible`, the stage keeps what it replaced. A `policy` says what becomes
    of each class. `language` says which language a record has.
    """

    scope_fields: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    least_confidence: float = 0.0
    samples: int = 1
    reversible: bool = False
    policy: Policy | None = None
    language: RecordLanguage = RecordLanguage()


class SurrogateStage:
    """Replaces entities by surrogates, and marker lookalikes in the text by real markers.

    The output has the new text and the spans of the surrogates as `entities`, each with the seconds
    of audio that it replaces; `words` keeps only the words outside entities. `drop_turn` is set,
    and no word kept, where an entity has audio but not all of its words have certain times.
    `speaker` and `audio_filepath` get pseudonyms; a file with an aligned turn stays, for `tts` and
    `splice`.
    """

    def __init__(
        self,
        settings: SurrogateSettings,
        generator: SurrogateGenerator,
        scopes: ScopePhrases | None = None,
    ) -> None:
        """Take the private phrases of each scope; without them, a record has only its own."""
        self._settings, self._generator = settings, generator
        self._scopes = ScopePhrases() if scopes is None else scopes
        self._index = lru_cache(maxsize=_MOST_INDEXES)(self._scopes.index)
        self._originals: list[Originals] = []

    def take_originals(self) -> bytes:
        """Return what was replaced since the last call, as lines of a map."""
        taken, self._originals = self._originals, []
        return lines_of_map(taken)

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the versions of each record with surrogates.

        Add to `counts`: `surrogates`, of these `markers` and `redrawn`, `collisions`, `unscoped`
        (records without a field of the scope), `dropped turns`, `raw files` (audio files under
        their own name), `revealing files` and `revealing speakers` (of those that keep their name,
        the ones with a private phrase), `mentions` (of private phrases that no entity covers), and
        `label X` and `unknown label X` for each label, and `language X` for records in others than
        English.
        """
        return process_each(records, self._scope, partial(self._process, counts=counts))

    def _process(self, record: Record, scope: str | None, counts: Counts) -> list[Record]:
        text = text_of(record)
        entities = with_typed_markers(text, entities_of(record))
        index = None if scope is None else self._index(scope)
        if index is None:
            index = index_of(text, entities)
        entities, mentions = with_mentions(text, entities, index)
        counts["mentions"] += mentions
        counts["unscoped"] += scope is None
        private = [
            index.private_phrase(text[each.start : each.end], each.label) for each in entities
        ]
        language: str | UnsetType = self._settings.language.of(record)
        if language in languages()[1:]:
            counts[f"{IN_LANGUAGE}{language}"] += 1
            private = [phrase._replace(language=language) for phrase in private]
        else:
            language = UNSET
        record = msgspec.structs.replace(record, entities=entities, language=language)
        if scope is None:  # a scope of its own
            scope = f"record:{type(record.id).__name__}:{record.id}"
        if self._settings.samples == 1:
            return [self._replace(record, scope, private, counts)]
        scopes = [f"{scope}{VERSION_MARK}{number}" for number in range(self._settings.samples)]
        return [
            msgspec.structs.replace(
                self._replace(_version(record, number), scope, private, counts), sample=number
            )
            for number, scope in enumerate(scopes)
        ]

    def _replace(
        self, record: Record, scope: str, private: Sequence[PrivatePhrase], counts: Counts
    ) -> Record:
        text, entities = text_of(record), entities_of(record)
        before = self._generator.collisions
        surrogates = self._generator.generate(scope, private) if private else []
        if self._settings.policy is not None:
            made = zip(private, surrogates, strict=True)
            surrogates = [self._by_policy(self._settings.policy, *each, counts) for each in made]
        new_text, spans = _splice(text, entities, surrogates)
        new = Record(
            id=record.id,
            text=new_text,
            speaker=self._pseudonym("speaker", record.speaker),
            audio_filepath=self._audio_name(record),
            offset=record.offset,
            duration=record.duration,
            channel=record.channel if is_channel(record.channel) else UNSET,
            words=record.words,
            entities=spans,
            language=record.language,
            drop_turn=record.drop_turn or UNSET,
        )
        if record.words is not UNSET or record.audio_filepath is not UNSET:
            new = with_audio(new, record, counts, self._settings.least_confidence)
        counts["collisions"] += self._generator.collisions - before
        counts["surrogates"] += len(surrogates)
        for surrogate, place in zip(surrogates, spans, strict=True):
            counts["markers"] += surrogate.marker
            counts["redrawn"] += surrogate.redrawn
            counts["label " + canonical_label(place.label)] += 1
        for entity in entities:
            if not is_known_label(entity.label):
                shown = entity.label if _LABEL.fullmatch(entity.label) else ""
                counts[f"unknown label {shown}"] += 1
        new = with_kept(new, record, self._settings.keep)
        count_raw_names(new, record, private, counts)
        if self._settings.reversible:
            self._originals.append(self._originals_of(new, record, scope, spans))
        return new

    def _by_policy(
        self, policy: Policy, phrase: PrivatePhrase, surrogate: Surrogate, counts: Counts
    ) -> Surrogate:
        """Return what a policy puts in the place of a phrase: its surrogate, or something else.

        Surrogates are drawn for all phrases, so that no one has a word of another phrase.
        """
        if policy.action(phrase.label) is Action.SURROGATE:
            return surrogate
        coarser = None if surrogate.marker else policy.coarser(phrase.label, phrase.phrase)
        if coarser is None:
            return Surrogate(policy.marker(phrase.label), marker=True)
        counts["generalized" if coarser != phrase.phrase else KEPT_ENTITIES] += 1
        return Surrogate(coarser)

    def _originals_of(
        self, new: Record, record: Record, scope: str, spans: Sequence[Entity]
    ) -> Originals:
        """Return what was replaced; `spans` are those of surrogates in the new text."""
        old, text = text_of(record), text_of(new)
        places = (
            (after.start, text[after.start : after.end], old[before.start : before.end])
            for before, after in zip(entities_of(record), spans, strict=True)
        )
        fields = {
            name: (now, was)
            for name in ("speaker", "audio_filepath")
            if (now := getattr(new, name)) != (was := getattr(record, name))
        }
        safe_scope = scope_of(new, self._settings.scope_fields)
        scopes = [scope] if safe_scope is None else [scope, safe_scope]
        return originals_of(id_of(new), text, places, scopes, fields)

    def _pseudonym(self, kind: str, value: str | int | UnsetType) -> str | UnsetType:
        return UNSET if value is UNSET else self._generator.pseudonym(kind, value)

    def _audio_name(self, record: Record) -> str | UnsetType:
        """Return the audio file of an aligned turn, which must be found; else its pseudonym.

        Another turn in that file keeps it, too: aligned ones may overlap what is private in it.
        """
        path = record.audio_filepath
        if path is UNSET:
            return path
        if is_aligned(record) or self._scopes.has_file(path):
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


def _version(record: Record, number: int) -> Record:
    return msgspec.structs.replace(record, id=version_id(id_of(record), number))


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
