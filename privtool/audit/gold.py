"""Gold records: raw texts in which all private phrases are marked, by id.

People mark them in the text itself: `call [[Anna Kowalski|PERSON]] now`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UNSET

from privtool.audit.kept_records import KeptRecords
from privtool.audit.values import is_direct, value_of
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, field_of, text_of
from privtool.core.record import Entity, Record, check_spans
from privtool.core.spans import replace_ranges
from privtool.text.labels import is_known_label

MARKED = "marked"
"""The field of a gold record that holds its text with marks."""
_MARK = re.compile(r"\[\[(.+?)\|([A-Za-z_]+)\]\]", re.DOTALL)


class Gold(KeptRecords):
    """Raw records with entities, and the private values of all of them."""

    kind = "gold"

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(fields)
        self.values: set[tuple[str, ...]] = set()
        """The private values of all records."""
        self.marks = 0
        """The number of entities."""
        self.by_tagger = 0
        """How many of them a tagger made, which gives them a score."""
        self.direct: set[tuple[str, ...]] = set()
        """The values of direct identifiers."""

    def add(self, record: Record) -> None:
        """Add a record.

        Its entities are those of the field `marked` if it has one. Raises `DataError` for a record
        without id, text, entities or unit, with entities that do not fit its text, with masks, or
        with the id of another one.
        """
        text = text_of(record)
        marked = field_of(record, MARKED)
        entities = entities_of(record) if marked is UNSET else marked_entities(text, marked)
        check_spans(entities, len(text), "entities")
        self.keep(record, Record(id=record.id, text=text, entities=entities))
        self.marks += len(entities)
        self.by_tagger += sum(entity.score is not UNSET for entity in entities)
        for entity in entities:
            value = value_of(text[entity.start : entity.end])
            if not value:
                continue
            self.values.add(value)
            if is_direct(entity.label):
                self.direct.add(value)


def with_marks(text: str, entities: Sequence[Entity]) -> str:
    return replace_ranges(
        text, ((e.start, e.end, f"[[{text[e.start : e.end]}|{e.label}]]") for e in entities)
    )


def marked_entities(text: str, marked: object) -> tuple[Entity, ...]:
    """Return the entities that are marked in a text.

    Raises `DataError` if there is more than marks in it that the text has not, or a label that
    privtool does not know.
    """
    if not isinstance(marked, str):
        raise DataError(f"field '{MARKED}' is not text")
    entities, removed = [], 0
    for match in _MARK.finditer(marked):
        phrase, label = match.groups()
        if not is_known_label(label):
            raise DataError(f"field '{MARKED}' has an unknown label")
        start = match.start() - removed
        entities.append(Entity(start, start + len(phrase), label))
        removed += len(match.group()) - len(phrase)
    if _MARK.sub(r"\1", marked) != text:
        raise DataError(f"field '{MARKED}' does not match the text without its marks")
    return tuple(entities)
