"""Units: what is resampled and counted as independent, such as a speaker or a dialogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from privtool.audit.values import band_of
from privtool.core.errors import DataError, UsageError, option
from privtool.core.fields import field_of, id_of
from privtool.core.record import Record

RECORD = "record"
FEW = 20  # units: with fewer, intervals say little
_MOST_UNITS = 20  # of a word: above, its band is the same


def parse_unit(text: str) -> tuple[str, ...]:
    """Return the fields of `--unit`; none for `record`. Raise `UsageError` for an empty name."""
    if text == RECORD:
        return ()
    fields = tuple(part.strip() for part in text.split(","))
    if not all(fields) or len(set(fields)) < len(fields):
        raise UsageError(f"{option('unit')}: fields, separated by commas, or '{RECORD}'")
    return fields


def unit_of(record: Record, fields: Sequence[str]) -> str:
    """Return what identifies the unit of a record: the values of the fields, or its id.

    Raises `DataError` for a field that is missing or neither text nor a whole number.
    """
    if not fields:
        return f"{type(id_of(record)).__name__}:{id_of(record)}"
    values = [field_of(record, name) for name in fields]
    for name, value in zip(fields, values, strict=True):
        if value is UNSET or value is None or value == "":
            raise DataError(f"field '{name}' is missing: {option('unit')} needs it")
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise DataError(f"field '{name}' is neither text nor a whole number")
    return "\x1f".join(f"{type(value).__name__}:{value}" for value in values)


class Units:
    """The units of the records so far, and how many records each has."""

    def __init__(self) -> None:
        self.records: Counter[str] = Counter()

    def add(self, records: Mapping[str, int]) -> None:
        """Add the number of records of some units."""
        self.records.update(records)

    @property
    def summary(self) -> dict[str, int]:
        """The number of units, of records, and of records in the largest unit."""
        return {
            "units": len(self.records),
            "records": self.records.total(),
            "largest_unit": max(self.records.values(), default=0),
        }


class UnitsOfWords:
    """The units of each word, up to as many as its band of rarity depends on. Picklable."""

    def __init__(self) -> None:
        self._units: dict[str, set[str]] = {}

    def __getstate__(self) -> dict[str, object]:
        # Only numbers are read in other processes.
        return {"_units": {word: range(len(units)) for word, units in self._units.items()}}

    def add(self, word: str, unit: str) -> None:
        """Count an occurrence of a word in a unit."""
        units = self._units.setdefault(word, set())
        if len(units) < _MOST_UNITS:
            units.add(unit)

    def band(self, word: str) -> str:
        return band_of(len(self._units.get(word, ())))


def warning(unit: str, summary: Mapping[str, int]) -> str | None:
    """Return what to say of a unit with so few values that intervals mean little; else None."""
    if unit == RECORD or summary["units"] >= FEW:
        return None
    return (
        f"{option('unit')} {unit} has {summary['units']:,} values in {summary['records']:,} "
        f"records: intervals need at least {FEW}"
    )
