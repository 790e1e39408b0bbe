"""Fields of records by their names: those that privtool knows, and any other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import FIELDS, Extra, Record


def field_of(record: Record, name: str) -> object:
    """The value of a field; `UNSET` where the record has none of that name."""
    if name in FIELDS:
        return getattr(record, name)
    return UNSET if record.extra is UNSET else record.extra.get(name, UNSET)


def group_of(record: Record, name: str) -> str | None:
    """What a field puts a record together with: one text for each value, None for no value.

    Raises `DataError` for a field that is neither text nor a whole number.
    """
    value = field_of(record, name)
    if value is UNSET or value is None or value == "":
        return None
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise DataError(f"field '{name}' is neither text nor a whole number")
    return f"{name}:{type(value).__name__}:{value}"


def with_kept(new: Record, record: Record, names: Sequence[str]) -> Record:
    """A new record with some fields as they are in the one that it was made of."""
    if not names:
        return new
    changes: dict[str, object] = {}
    extra = Extra()
    for name in names:
        value = field_of(record, name)
        if name in FIELDS:
            changes[name] = value
        elif value is not UNSET:
            extra[name] = value
    return msgspec.structs.replace(new, extra=extra or UNSET, **changes)
