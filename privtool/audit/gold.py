"""Gold records: raw texts in which all private phrases are marked, by id.

People mark them in the text itself: `call [[Anna Kowalski|PERSON]] now`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.audit.units import UnitsOfValues, unit_of
from privtool.audit.values import is_direct, value_of
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, field_of, id_of, text_of
from privtool.core.record import Entity, Id, Record, check_spans, decode, encode
from privtool.core.spans import replace_ranges
from privtool.core.versions import original_id, other_type
from privtool.text.labels import is_known_label

MARKED = "marked"
"""The field of a gold record that holds its text with marks."""
_MARK = re.compile(r"\[\[(.+?)\|([A-Za-z_]+)\]\]", re.DOTALL)


class GoldRecord(NamedTuple):
    """A raw record with its entities, and its unit."""

    record: Record
    unit: str


class Gold:
    """Gold records by id, and the private values of all of them with their rarity.

    Records are held as encoded lines, which take less memory. Picklable.
    """

    def __init__(self, fields: Sequence[str]) -> None:
        self._fields = tuple(fields)
        self._lines: dict[Id, tuple[bytes, str | None]] = {}
        self.values = UnitsOfValues[tuple[str, ...]]()
        """The private values of all records, with the units that they occur in."""
        self.marks = 0
        """The number of entities."""
        self.by_tagger = 0
        """How many of them a tagger made, which gives them a score."""
        self.direct: set[tuple[str, ...]] = set()
        """The values of direct identifiers."""

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, record: Record) -> None:
        """Add a record.

        Its entities are those of the field `marked` if it has one. Raises `DataError` for a record
        without id, text, entities or unit, with entities that do not fit its text, with masks, or
        with the id of another one.
        """
        record_id, text = id_of(record), text_of(record)
        marked = field_of(record, MARKED)
        entities = entities_of(record) if marked is UNSET else marked_entities(text, marked)
        if record.masks is not UNSET or record.fills is not UNSET:
            raise DataError("a gold record is raw: it has no 'masks' or 'fills'")
        check_spans(entities, len(text), "entities")
        if record_id in self._lines:
            raise DataError("another gold record has the same id")
        unit = unit_of(record, self._fields)
        line = encode(Record(id=record_id, text=text, entities=entities))
        self._lines[record_id] = line, unit if self._fields else None
        self.marks += len(entities)
        self.by_tagger += sum(entity.score is not UNSET for entity in entities)
        for entity in entities:
            value = value_of(text[entity.start : entity.end])
            if not value:
                continue
            self.values.add(value, unit)
            if is_direct(entity.label):
                self.direct.add(value)

    def missing(self, ids: Iterable[Id]) -> int:
        """Return the number of records of which neither the id nor that of a version is given."""
        return len(self._lines.keys() - {original_id(each, self._lines) for each in ids})

    def retyped(self, ids: Iterable[Id]) -> int:
        """Return how many ids are numbers here and texts there, or the other way round."""
        return sum(each not in self._lines and other_type(each) in self._lines for each in ids)

    def of(self, record: Record) -> GoldRecord:
        """Return the gold record of a record or version. Raise `DataError` if there is none."""
        record_id = original_id(id_of(record), self._lines)
        if record_id is None:
            raise DataError("no gold record has this id")
        line, unit = self._lines[record_id]
        gold = decode(line)
        return GoldRecord(gold, unit_of(gold, ()) if unit is None else unit)


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
