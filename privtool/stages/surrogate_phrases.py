"""The private phrases of a record: its entities, markers in the text, and further mentions."""

from __future__ import annotations

import os
import re
import sys
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from msgspec import UNSET

from privtool.core.blocks import Counts, Format, parse_lines
from privtool.core.errors import UsageError, option
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, check_spans, entities_of, text_of
from privtool.core.spans import refuse_cut
from privtool.stages.surrogate_scope import scope_of
from privtool.text.labels import Label, canonical_label
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import normalized
from privtool.text.surrogates.cues import cues_around, order_cues, place_around
from privtool.text.surrogates.generator import PrivatePhrase, private_words
from privtool.text.surrogates.mentions import MentionIndex
from privtool.text.surrogates.spelled import spelled_word
from privtool.text.values.code import read_dictation

_MOST_PHRASES = 10_000_000  # in memory, some hundred bytes each
_NEAR = 48  # characters between two phrases that may belong together
_SHORTEST_NAME = 3  # letters of a private word to look for inside the name of a speaker
_FEWEST_DIGITS = 4  # of a private number to look for there
_WORD = re.compile(r"[^\W\d_]+")


def with_typed_markers(text: str, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
    """Add marker lookalikes in the text as entities, which are in order: their content is unknown.

    An entity inside a marker becomes the whole marker; one that extends beyond it stays.
    """
    markers = lookalikes(text)
    if not markers:
        return entities  # nearly always
    starts, ends = [each.start for each in entities], [each.end for each in entities]
    added, replaced = list[Entity](), set[int]()
    for marker in markers:
        overlapping = range(bisect_right(ends, marker.start), bisect_left(starts, marker.end))
        inside = entities[overlapping.start : overlapping.stop]
        if all(marker.start <= each.start and each.end <= marker.end for each in inside):
            label = inside[0].label if inside else marker.label
            added.append(Entity(marker.start, marker.end, label))
            replaced.update(overlapping)
    others = (each for number, each in enumerate(entities) if number not in replaced)
    return tuple(sorted((*others, *added), key=lambda each: each.start))


class ScopePhrases:
    """The private phrases of each scope, for indexes, and the files that aligned turns are in."""

    def __init__(self) -> None:
        self.files: set[str] = set()  # normal paths
        self.size = 0  # different phrases of all scopes
        self._phrases: dict[str, set[PrivatePhrase]] = {}

    def add(self, scope: str, phrases: Iterable[PrivatePhrase]) -> None:
        """Add phrases of a scope."""
        known = self._phrases.setdefault(scope, set())
        self.size -= len(known)
        known.update(phrases)
        self.size += len(known)

    def index(self, scope: str) -> MentionIndex | None:
        """Build the index of a scope; None for a scope without phrases."""
        phrases = self._phrases.get(scope)
        return None if phrases is None else _index(sorted(phrases))


def _index(phrases: Iterable[PrivatePhrase]) -> MentionIndex:
    index = MentionIndex()
    for phrase, label, _, cues, _ in phrases:
        index.add(phrase, label, cues)
    return index


def read_scopes(
    blocks: Iterable[Block], line_format: Format, fields: tuple[str, ...]
) -> ScopePhrases:
    """Return the private phrases of each scope; bad lines are left out.

    Raise `UsageError` if they are too many for the memory, and what `refuse_cut` raises.
    """
    scopes = ScopePhrases()
    counts: Counts = Counter()
    for block in blocks:
        parsed, _ = parse_lines(block, line_format, partial(_parsed, fields=fields), True, counts)
        for _, (record, scope, phrases) in parsed:
            if is_aligned(record) and record.audio_filepath is not UNSET:
                scopes.files.add(os.path.normpath(record.audio_filepath))
            if scope is not None and phrases:
                scopes.add(scope, phrases)
        if scopes.size > _MOST_PHRASES:
            raise UsageError(
                f"over {_MOST_PHRASES:,} private phrases to search for: split the input by scope, "
                f"or use {option('one_pass')}"
            )
    refuse_cut(counts)
    return scopes


def is_aligned(record: Record) -> bool:
    """Return whether a turn went through `align`."""
    return record.words is not UNSET or record.align_status is not UNSET


def _parsed(
    record: Record, fields: tuple[str, ...]
) -> tuple[Record, str | None, list[PrivatePhrase]]:
    """Return a record, its scope and its private phrases. Raise `DataError` for a bad record."""
    text, entities = text_of(record), entities_of(record)
    check_spans(entities, len(text), "entities")
    entities = with_typed_markers(text, entities)
    return record, scope_of(record, fields), _private_phrases(text, entities)


def _private_phrases(text: str, entities: Sequence[Entity]) -> list[PrivatePhrase]:
    """Return the private phrases of a record, in order, with the cues around them."""
    phrases: list[PrivatePhrase] = []
    last = 0
    for number, entity in enumerate(entities):
        phrase = text[entity.start : entity.end]
        if lookalike_label(phrase) is None:
            following = entities[number + 1].start if number + 1 < len(entities) else len(text)
            cues = cues_around(text, (entity.start, entity.end), entity.label, (last, following))
            phrases.append(PrivatePhrase(phrase, sys.intern(entity.label), cues=cues))
            if last and entity.start - last <= _NEAR:
                _add_cues_of_neighbors(text, entities[number - 1], entity, phrases)
        last = entity.end
    return phrases


def _add_cues_of_neighbors(
    text: str, first: Entity, last: Entity, phrases: list[PrivatePhrase]
) -> None:
    """Add to the last two phrases what one says of the other; they are next to each other."""
    kinds = canonical_label(first.label), canonical_label(last.label)
    spans = (first.start, first.end), (last.start, last.end)
    if len(phrases) < 2 or phrases[-2].phrase != text[first.start : first.end]:
        return  # a marker
    ordered = order_cues(text, *spans, kinds)
    around = place_around(text, *spans, kinds)
    for at, cue in zip((-2, -1), ordered or (around, None), strict=True):
        if cue is not None:
            phrases[at] = phrases[at]._replace(cues=tuple(sorted({*phrases[at].cues, cue})))


def index_of(text: str, entities: Sequence[Entity]) -> MentionIndex:
    """Return the index of a record alone, whose entities are in order."""
    return _index(_private_phrases(text, entities))


def with_mentions(
    text: str, entities: tuple[Entity, ...], index: MentionIndex
) -> tuple[tuple[Entity, ...], int]:
    """Add what the index finds outside entities as entities; return how many these are, too."""
    found = index.spans(text, [(each.start, each.end) for each in entities])
    new = (Entity(start, end, label) for start, end, label, *_ in found)
    return tuple(sorted((*entities, *new), key=lambda each: each.start)), len(found)


def count_raw_names(
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
    for phrase, label, *_ in private:
        number = read_dictation(phrase).chars
        if number.isdigit() and len(number) >= _FEWEST_DIGITS and number in digits:
            return True
        phrases |= {spelled_word(phrase) or normalized(phrase)}
        phrases |= {normalized(word) for word in uncommon_words(phrase)}
        if canonical_label(label) is Label.PERSON:
            persons |= {normalized(phrase), *private_words(phrase, label)}
    inside = any(phrase in key for phrase in phrases | persons if len(phrase) >= _SHORTEST_NAME)
    return inside or not persons.isdisjoint(_WORD.findall(key))
