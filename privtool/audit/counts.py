"""Counts of figures: hits and attempts, by figure, group and role.

A figure is a share (hits of attempts) or a mean (a sum over a number). All audits count in this
form, so that records, processes and shards add up. `attack` is the figure itself, `baseline` the
same by a guesser that does not see the text, and `control` the same attack on records that the
attacked data or model never had. Units, such as a speaker or a dialogue, are what is resampled and
counted as independent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import UNSET

from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, field_of, id_of

Role = Literal["attack", "baseline", "control"]
Counts = Counter[str]
SCALE = 1000
"""Counts are whole numbers: add a fraction (expected hits, bits) times this to both parts."""


class Key(NamedTuple):
    """Which figure is counted: its name, the group (a label, a band of rarity), the role."""

    figure: str
    group: str = ""
    role: Role = "attack"


def add(counts: Counts, key: Key, hits: int, of: int) -> None:
    """Add hits and attempts of a figure."""
    name_of_hits, name_of_all = names_of(key)
    counts[name_of_hits] += hits
    counts[name_of_all] += of


def keys_of(counts: Counts) -> list[Key]:
    """Return the figures that were counted, in order of first appearance."""
    names = dict.fromkeys(name.rpartition("|")[0] for name in counts)
    return [Key(*name.split("|")) for name in names]  # type: ignore[arg-type]


def names_of(key: Key) -> tuple[str, str]:
    """Return the names of the counts of a figure: its hits, its attempts."""
    name = "|".join(key)
    return f"{name}|hits", f"{name}|of"


RECORD = "record"
FEW = 20  # units: with fewer, intervals say little


def parse_unit(text: str) -> tuple[str, ...]:
    """Return the fields of `--unit`; none for `record`. Raise `UsageError` for an empty name."""
    if text == RECORD:
        return ()
    fields = tuple(part.strip() for part in text.split(","))
    if not all(fields) or len(set(fields)) < len(fields):
        raise UsageError(f"{option('unit')}: fields, separated by commas, or '{RECORD}'")
    return fields


def unit_of(record: Record, fields: Sequence[str]) -> str:
    """Return a record's unit: values of fields, or its id. Raise `DataError` for bad values."""
    if not fields:
        return f"{type(id_of(record)).__name__}:{id_of(record)}"
    values = [field_of(record, name) for name in fields]
    for name, value in zip(fields, values, strict=True):
        if value is UNSET or value is None or value == "":
            raise DataError(f"field '{name}' is missing: {option('unit')} needs it")
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise DataError(f"field '{name}' is neither text nor a whole number")
    return "\x1f".join(f"{type(value).__name__}:{value}" for value in values)


def warnings(unit: str, records: Counter[str]) -> list[str]:
    """Return what to say if units, of which the records are given, are too few for intervals."""
    if unit == RECORD or len(records) >= FEW:
        return []
    return [
        f"{option('unit')} {unit} has {len(records):,} values in {records.total():,} "
        f"records: intervals need at least {FEW}"
    ]
