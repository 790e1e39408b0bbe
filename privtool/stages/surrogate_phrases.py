"""The private phrases of a record: its entities, markers in the text, and further mentions."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from privtool.core.blocks import Format, parse_lines
from privtool.core.errors import UsageError, option
from privtool.core.fields import entities_of, text_of
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, check_spans
from privtool.stages.surrogate_scope import scope_of
from privtool.text.markers import lookalike_label, lookalikes
from privtool.text.surrogates.generator import PrivatePhrase
from privtool.text.surrogates.mentions import MentionIndex

_MOST_VALUES = 5_000_000  # private phrases in memory, a few hundred bytes each


def with_typed_markers(text: str, entities: tuple[Entity, ...]) -> tuple[Entity, ...]:
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


def read_scopes(
    blocks: Iterable[Block], line_format: Format, fields: tuple[str, ...]
) -> dict[str, MentionIndex]:
    """Return the private phrases of each scope; bad lines are left out.

    Raise `UsageError` if they are too many for the memory.
    """
    scopes: dict[str, MentionIndex] = {}
    values = 0
    for block in blocks:
        parsed, _ = parse_lines(block, line_format, partial(phrases_of, fields=fields), True)
        for _, (scope, phrases) in parsed:
            if scope is None or not phrases:
                continue
            index = scopes.setdefault(scope, MentionIndex())
            values -= len(index)
            for phrase, label, _ in phrases:
                index.add(phrase, label)
            values += len(index)
        if values > _MOST_VALUES:
            raise UsageError(
                f"over {_MOST_VALUES:,} private phrases to look for: split the input by scope, "
                f"or use {option('one_pass')}"
            )
    return scopes


def phrases_of(record: Record, fields: tuple[str, ...]) -> tuple[str | None, list[PrivatePhrase]]:
    """Return the scope and the private phrases of a record. Raise `DataError` for a bad record."""
    text, entities = text_of(record), entities_of(record)
    check_spans(entities, len(text), "entities")
    entities = with_typed_markers(text, entities)
    return scope_of(record, fields), _private_phrases(text, entities)


def _private_phrases(text: str, entities: Iterable[Entity]) -> list[PrivatePhrase]:
    phrases = (PrivatePhrase(text[each.start : each.end], each.label) for each in entities)
    return [phrase for phrase in phrases if lookalike_label(phrase.phrase) is None]


def index_of(text: str, entities: Iterable[Entity]) -> MentionIndex:
    index = MentionIndex()
    for phrase, label, _ in _private_phrases(text, entities):
        index.add(phrase, label)
    return index


def with_mentions(
    text: str, entities: tuple[Entity, ...], index: MentionIndex
) -> tuple[tuple[Entity, ...], int]:
    """Add what the index finds outside entities as entities; return how many these are, too."""
    found = index.spans(text, [(each.start, each.end) for each in entities])
    if not found:
        return entities, 0
    new = (Entity(start, end, label) for start, end, label, _ in found)
    return tuple(sorted((*entities, *new), key=lambda each: each.start)), len(found)
