"""Places in JSON objects: names of fields, and JSON pointers with `*` for any index of a list.

`*` stands for no key: a key that nobody named may be private ("Anna Lee"), and keys stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from privtool.core.errors import DataError, UsageError, option

FieldPath = tuple[str, ...]
ANY = "*"


def field_path(given: str) -> FieldPath:
    """Return the parts of `name` or `/a/*/b` (RFC 6901). Raise `UsageError` for an empty one."""
    if not given.startswith("/"):
        parts: FieldPath = (given,)
    else:
        parts = tuple(p.replace("~1", "/").replace("~0", "~") for p in given[1:].split("/"))
    if not all(parts):
        raise UsageError("a field needs a name, such as body or /messages/*/content")
    return parts


def pointer_of(keys: Sequence[str | int]) -> str:
    """Return the JSON pointer of a place."""
    return "".join("/" + str(key).replace("~", "~0").replace("/", "~1") for key in keys)


def places(value: Any, path: FieldPath) -> Iterator[tuple[str | int, ...]]:
    """Yield the keys of each value at a path, in order; `DataError` for an object at a `*`."""
    if not path:
        yield ()
        return
    for key in _keys(value, path[0]):
        for rest in places(value[key], path[1:]):
            yield (key, *rest)


def _keys(value: Any, part: str) -> Sequence[str | int]:
    """Return the keys of an object or list that a part of a path names."""
    if isinstance(value, dict):
        if part == ANY:
            raise DataError(f"a * of {option('field')} is at an object: name its keys, which stay")
        return [part] if part in value else []
    if isinstance(value, list):
        if part == ANY:
            return range(len(value))
        return [int(part)] if part.isdecimal() and int(part) < len(value) else []
    return []


def value_at(value: Any, keys: Sequence[str | int]) -> Any:
    for key in keys:
        value = value[key]
    return value


def with_values(value: Any, new: dict[tuple[str | int, ...], Any], *, others: bool) -> Any:
    """Return a copy with new values at places; `others` keeps what is at no place.

    Values at places inside another one count. Lists keep their length: what is left out of one is
    an empty object or list, or null.
    """
    if () in new:
        value, others = new[()], True
        new = {keys: each for keys, each in new.items() if keys}
    if not isinstance(value, dict | list) or not new:
        if others:
            return value
        return type(value)() if isinstance(value, dict | list) else None
    inside: dict[str | int, dict[tuple[str | int, ...], Any]] = {}
    for keys, each in new.items():
        inside.setdefault(keys[0], {})[keys[1:]] = each
    if isinstance(value, list):
        return [
            with_values(item, inside.get(number, {}), others=others)
            for number, item in enumerate(value)
        ]
    return {
        key: with_values(item, inside.get(key, {}), others=others)
        for key, item in value.items()
        if others or key in inside
    }
