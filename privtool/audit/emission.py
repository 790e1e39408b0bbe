"""All text of a record outside `text`, in which a private value may be found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from privtool.audit.values import parts_of
from privtool.core.record import Record

# What holds kinds, places and names of methods, and no text of the record.
_NOT_TEXT = frozenset({"masks", "fills", "entities", "word_lists", "text"})
_WORDS = ("words", "hyp_words")
_BREAK = ""  # between fields: is part of no value


def side_parts(record: Record) -> list[str]:
    """Return the parts of all strings in the fields of a record other than its text.

    Names of unknown fields count, too. Runs of different strings are separated by an empty part.
    """
    found: list[str] = []
    known: dict[str, Any] = msgspec.to_builtins(record)
    fields = {**known, **known.pop("", {})}
    for name, value in fields.items():
        if name in _NOT_TEXT:
            continue
        if name in _WORDS and isinstance(value, list | tuple):
            value = " ".join(str(word.get("word", "")) for word in value)
        for string in _strings(value):
            found += [*parts_of(string), _BREAK]
    return found


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield str(name)
            yield from _strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _strings(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
