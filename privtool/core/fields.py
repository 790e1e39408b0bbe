"""Fields of records by their names: those that privtool knows, and any other."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from privtool.core.errors import DataError
from privtool.core.record import FIELDS, Entity, Mask, Record, UnknownFields, WordTime, missing

_GROUPING = (str, int)  # not `str | int`, which is made anew for each record


def id_of(record: Record) -> str | int:
    """Return the id. Raise `DataError` if the record has none."""
    if record.id is UNSET:
        raise missing("id")
    return record.id


def text_of(record: Record) -> str:
    """Return the text. Raise `DataError` if the record has none."""
    if record.text is UNSET:
        raise missing("text")
    return record.text


def entities_of(record: Record) -> tuple[Entity, ...]:
    """Return the entities. Raise `DataError` if the record has no such field."""
    if record.entities is UNSET:
        raise missing("entities")
    return record.entities


def words_of(record: Record) -> tuple[WordTime, ...]:
    """Return the timed words. Raise `DataError` if the record has no such field."""
    if record.words is UNSET:
        raise missing("words")
    return record.words


def entities_or_empty(record: Record) -> tuple[Entity, ...]:
    """Return the entities, none for a record without the field."""
    return () if record.entities is UNSET else record.entities


def masks_or_empty(record: Record) -> tuple[Mask, ...]:
    """Return the masks, none for a record without the field."""
    return () if record.masks is UNSET else record.masks


def words_or_empty(record: Record) -> tuple[WordTime, ...]:
    """Return the timed words, none for a record without the field."""
    return () if record.words is UNSET else record.words


def field_of(record: Record, name: str) -> object:
    """Return the value of a field, `UNSET` if the record lacks it."""
    if name in FIELDS:
        return getattr(record, name)
    return UNSET if record.extra is UNSET else record.extra.get(name, UNSET)


def group_of(record: Record, name: str) -> str | None:
    """Return a text that records with the same value of a field share, None for no value.

    Raise `DataError` for a field that is neither text nor a whole number.
    """
    value = field_of(record, name)
    if value is UNSET or value is None or value == "":
        return None
    if not isinstance(value, _GROUPING) or isinstance(value, bool):
        raise DataError(f"field '{name}' is neither text nor a whole number")
    return f"{name}:{type(value).__name__}:{value}"


def is_channel(value: object) -> bool:
    """Return whether a value is the number of a channel; other tools write texts, too."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def with_kept(new: Record, record: Record, names: Sequence[str]) -> Record:
    """Return the new record with some fields of the original one.

    A path is kept with its channel: without it, the record would be about the other speakers, too.
    """
    if not names:
        return new
    changes: dict[str, object] = {}
    extra: UnknownFields = {}
    if "audio_filepath" in names and is_channel(record.channel):
        changes["channel"] = record.channel
    for name in names:
        value = field_of(record, name)
        if name in FIELDS:
            changes[name] = value
        elif value is not UNSET:
            extra[name] = value
    return msgspec.structs.replace(new, extra=extra or UNSET, **changes)
