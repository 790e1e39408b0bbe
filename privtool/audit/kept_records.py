"""Records that an audit compares safe ones with, by id, such as gold records.

Gold records are raw ones in which all private phrases are marked, by people in the text itself:
`call [[Anna Kowalski|PERSON]] now`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec import UNSET

from privtool.audit.counts import unit_of
from privtool.audit.values import Values, is_direct, value_of
from privtool.core.errors import DataError
from privtool.core.record import (
    Entity,
    Id,
    Record,
    check_spans,
    decode,
    encode,
    entities_of,
    field_of,
    id_of,
    text_of,
)
from privtool.core.spans import replace_ranges
from privtool.core.versions import original_id, other_type
from privtool.text.labels import is_known_label

MARKED = "marked"  # the field of a gold record that holds its text with marks
# Marks may have "[[" inside, or else next to them.
_MARKS = [
    re.compile(rf"\[\[({inner}+?)\|([A-Za-z_]+)\]\]", re.S) for inner in (".", r"(?:(?!\[\[).)")
]


class KeptRecords:
    """A base class: records of a `kind`, as encoded lines, which take less memory. Picklable."""

    kind: ClassVar[str]

    def __init__(self, fields: Sequence[str]) -> None:
        """`fields` are those of the unit."""
        self._fields = tuple(fields)
        self._lines: dict[Id, tuple[bytes, str | None]] = {}

    def __len__(self) -> int:
        return len(self._lines)

    def __iter__(self) -> Iterator[Record]:
        return (decode(line) for line, _ in self._lines.values())

    def keep(self, record: Record, part: Record) -> str:
        """Keep part of a record; return its unit. Raise `DataError` for masks, a bad id or unit."""
        record_id = id_of(record)
        if record.masks is not UNSET or record.fills is not UNSET:
            raise DataError(f"{self.kind} records have no 'masks' or 'fills'")
        if record_id in self._lines:
            raise DataError(f"another {self.kind} record has the same id")
        unit = unit_of(record, self._fields)
        self._lines[record_id] = encode(part), unit if self._fields else None
        return unit

    def of(self, record: Record) -> tuple[Record, str]:
        """Return that of a record or version, and its unit; raise `DataError` if there is none."""
        record_id = original_id(id_of(record), self._lines)
        if record_id is None:
            raise DataError(f"no {self.kind} record has this id")
        line, unit = self._lines[record_id]
        kept = decode(line)
        return kept, unit_of(kept, ()) if unit is None else unit

    def missing(self, ids: Iterable[Id]) -> int:
        """Return the number of records of which neither the id nor that of a version is given."""
        return len(self._lines.keys() - {original_id(each, self._lines) for each in ids})

    def retyped(self, ids: Iterable[Id]) -> int:
        """Return how many ids are numbers here and texts there, or the other way round."""
        return sum(each not in self._lines and other_type(each) in self._lines for each in ids)


class Gold(KeptRecords):
    """Raw records with entities, and the private values of all of them."""

    kind = "gold"

    def __init__(self, fields: Sequence[str]) -> None:
        super().__init__(fields)
        self.values = Values()  # the private values of all records
        self.marks = 0  # the number of entities
        self.by_tagger = 0  # how many of them a tagger made, which gives them a score
        self.direct = Values()  # the values of direct identifiers

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
            if value := value_of(text[entity.start : entity.end]):
                self.values.add(value)
                if is_direct(entity.label):
                    self.direct.add(value)


def with_marks(text: str, entities: Sequence[Entity]) -> str:
    return replace_ranges(
        text, ((e.start, e.end, f"[[{text[e.start : e.end]}|{e.label}]]") for e in entities)
    )


def marked_entities(text: str, marked: object) -> tuple[Entity, ...]:
    """Return the marked entities. Raise `DataError` unless `marked` is `text` with known labels."""
    if not isinstance(marked, str):
        raise DataError(f"field '{MARKED}' is not text")
    marks = next((each for each in _MARKS if each.sub(r"\1", marked) == text), None)
    if marks is None:
        raise DataError(f"field '{MARKED}' does not match the text without its marks")
    entities, removed = [], 0
    for match in marks.finditer(marked):
        phrase, label = match.groups()
        if not is_known_label(label):
            raise DataError(f"field '{MARKED}' has an unknown label")
        start = match.start() - removed
        entities.append(Entity(start, start + len(phrase), label))
        removed += len(match.group()) - len(phrase)
    return tuple(entities)
