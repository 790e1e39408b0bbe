"""Replacement of every private phrase by another one of its kind (Flechl 2022, section 3.1)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.intervals import are_valid
from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.errors import DataError
from privtool.core.record import (
    Entity,
    Record,
    check_spans,
    entities_of,
    id_of,
    is_channel,
    text_of,
    with_kept,
)
from privtool.core.spans import replace_ranges
from privtool.core.versions import version_id
from privtool.stages.languages import IN_LANGUAGE, RecordLanguage
from privtool.stages.originals import Originals, lines_of_map, originals_of
from privtool.stages.private_words import (
    count_doubtful,
    has_other_words,
    is_doubtful,
    locate,
    word_times,
)
from privtool.stages.surrogate_phrases import (
    ScopePhrases,
    count_raw_names,
    index_of,
    is_aligned,
    with_mentions,
    with_typed_markers,
)
from privtool.stages.surrogate_scope import scope_of
from privtool.stages.tagged_words import KEPT_ENTITIES
from privtool.text.labels import bare_label, canonical_label, is_known_label
from privtool.text.languages import languages
from privtool.text.offsets import covers, words_in
from privtool.text.policies import Action, Policy
from privtool.text.surrogates.context import VERSION_MARK
from privtool.text.surrogates.generator import PrivatePhrase, Surrogate, SurrogateGenerator
from privtool.text.words import has_words

# All other fields may contain the private text, or no longer fit the new one.
WRITTEN = ("id", "text", "speaker", "audio_filepath", "offset", "duration", "channel", "words",
           "entities")  # fmt: skip
_MOST_INDEXES = 512  # in memory, some thousand bytes for each name
_LABEL = re.compile("[A-Z][A-Z_]{1,29}")  # others may hold text
_LONGEST = 1e9  # seconds: no recording is longer


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
        versions: list[Record] = []
        for number in range(self._settings.samples):
            version = msgspec.structs.replace(record, id=version_id(id_of(record), number))
            new = self._replace(version, f"{scope}{VERSION_MARK}{number}", private, counts)
            versions.append(msgspec.structs.replace(new, sample=number))
        return versions

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
        speaker, path = record.speaker, record.audio_filepath
        if speaker is not UNSET:
            speaker = self._generator.pseudonym("speaker", speaker)
        # An aligned turn must be found. Other turns in its file keep its name, too: aligned ones
        # may overlap what is private in them.
        if path is not UNSET and not is_aligned(record):
            kept = os.path.normpath(path) in self._scopes.files
            path = path if kept else self._generator.pseudonym("file", path)
        new = Record(
            id=record.id,
            text=new_text,
            speaker=speaker,
            audio_filepath=path,
            offset=record.offset,
            duration=record.duration,
            channel=record.channel if is_channel(record.channel) else UNSET,
            words=record.words,
            entities=spans,
            language=record.language,
            drop_turn=record.drop_turn or UNSET,
        )
        if record.words is not UNSET or record.audio_filepath is not UNSET:
            new = _with_audio(new, record, counts, self._settings.least_confidence)
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

    def _scope(self, record: Record) -> str | None:
        """Return the scope, None without its fields. Raise `DataError` for what cannot be used."""
        text = text_of(record)
        check_spans(entities_of(record), len(text), "entities")
        scope = scope_of(record, self._settings.scope_fields)
        for number, word in enumerate(record.words or ()):
            if not word.start <= word.end:
                raise DataError(f"words[{number}] ends before it starts")
        return scope


def _splice(
    text: str, entities: Sequence[Entity], surrogates: Sequence[Surrogate]
) -> tuple[str, tuple[Entity, ...]]:
    """Return the text with surrogates in place of entities, and their spans in it."""
    ranges: list[tuple[int, int, str]] = []
    spans: list[Entity] = []
    shift = 0
    for entity, surrogate in zip(entities, surrogates, strict=True):
        start = entity.start + shift
        # An unknown label may contain anything: write the one it is treated as.
        known = is_known_label(entity.label)
        label = bare_label(entity.label) if known else canonical_label(entity.label).value
        spans.append(Entity(start, start + len(surrogate.text), label))
        ranges.append((entity.start, entity.end, surrogate.text))
        shift += len(surrogate.text) - (entity.end - entity.start)
    return replace_ranges(text, ranges), tuple(spans)


def _with_audio(new: Record, record: Record, counts: Counts, least: float) -> Record:
    """Return the record with the audio interval of each entity and without the words inside them.

    Mark it to be dropped where intervals are uncertain, or the text has no words. Times are trusted
    from the confidence `least`; 0 trusts all.
    """
    text = text_of(record)
    words = record.words or ()
    entities = entities_of(record)
    if not entities and has_words(text) and not has_other_words(record):
        return new
    located = locate(text, words)
    word_indices = [  # none where words do not cover all of an entity
        words_in(located, entity) if covers(located, text, entity.start, entity.end) else []
        for entity in entities
    ]
    doubtful = any(is_doubtful(words[k], least) for indices in word_indices for k in indices)
    if doubtful:
        count_doubtful(words, counts)
    if (
        doubtful
        or not has_words(text)
        or None in located  # a spoken word is missing in the text
        or not are_valid(word_times(record), _LONGEST, 0.0)
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
