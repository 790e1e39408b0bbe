"""Records that an audit compares safe ones with, by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from msgspec import UNSET

from privtool.audit.units import unit_of
from privtool.core.errors import DataError
from privtool.core.fields import id_of
from privtool.core.record import Id, Record, decode, encode
from privtool.core.versions import original_id, other_type


class KeptRecord(NamedTuple):
    """A record and its unit."""

    record: Record
    unit: str


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
        """Keep a part of a record; return its unit.

        Raise `DataError` for one without id or unit, with masks, or with the id of another one.
        """
        record_id = id_of(record)
        if record.masks is not UNSET or record.fills is not UNSET:
            raise DataError(f"{self.kind} records have no 'masks' or 'fills'")
        if record_id in self._lines:
            raise DataError(f"another {self.kind} record has the same id")
        unit = unit_of(record, self._fields)
        self._lines[record_id] = encode(part), unit if self._fields else None
        return unit

    def of(self, record: Record) -> KeptRecord:
        """Return the one of a record or version. Raise `DataError` if there is none."""
        record_id = original_id(id_of(record), self._lines)
        if record_id is None:
            raise DataError(f"no {self.kind} record has this id")
        line, unit = self._lines[record_id]
        kept = decode(line)
        return KeptRecord(kept, unit_of(kept, ()) if unit is None else unit)

    def missing(self, ids: Iterable[Id]) -> int:
        """Return the number of records of which neither the id nor that of a version is given."""
        return len(self._lines.keys() - {original_id(each, self._lines) for each in ids})

    def retyped(self, ids: Iterable[Id]) -> int:
        """Return how many ids are numbers here and texts there, or the other way round."""
        return sum(each not in self._lines and other_type(each) in self._lines for each in ids)
