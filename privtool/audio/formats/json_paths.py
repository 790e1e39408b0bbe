"""Values of JSON at paths, as tables of formats name them: `results.channels.*.alternatives.0`.

A path is the keys and places in lists on the way to a value, joined by points. The empty path is
the value itself; `*` stands for each item of a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

_TIME = re.compile(r"(?:PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?)?(?:(\d{1,12}(?:\.\d*)?)[Ss]?)?")


class UnreadableError(Exception):
    """A value has the wrong type, or is missing."""


def at(value: Any, path: str) -> Any:
    """Return the value at a path without `*`, None if there is none."""
    for key in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key in ("0", "1", "-1", "2") and value[int(key) :]:
            value = value[int(key)]
        else:
            return None
    return value


def each(value: Any, path: str) -> Iterator[tuple[int, Any]] | None:
    """Return the values at a path, each with its place in the list of the first `*`.

    It is None if the path does not lead to a list at its first `*`, or to any value without one.
    """
    before, star, after = path.partition("*")
    found = at(value, before.rstrip("."))
    if not star:
        return None if found is None else iter([(0, found)])
    if not isinstance(found, list):
        return None
    return _items(found, after.lstrip("."))


def _items(values: Sequence[Any], path: str) -> Iterator[tuple[int, Any]]:
    for place, item in enumerate(values):
        yield from ((place, found) for _, found in each(item, path) or ())


def first(value: Any, paths: Sequence[str]) -> Any:
    """Return the first value at a path that is not None."""
    return next((found for path in paths if (found := at(value, path)) is not None), None)


def text_at(value: Any, paths: Sequence[str]) -> str:
    """Return the text at the first path with a value. Raise `UnreadableError` for no text."""
    found = first(value, paths)
    if not isinstance(found, str):
        raise UnreadableError
    return found


def number_of(value: Any) -> float | None:
    """Return a number, also of "1.5", "1.5s", "PT1M2.5S" or seconds and nanoseconds; None of None.

    Raise `UnreadableError` for any other value.
    """
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return None if value is None else float(value)
    if isinstance(value, dict):
        return (number_of(value.get("seconds")) or 0) + (number_of(value.get("nanos")) or 0) / 1e9
    match = _TIME.fullmatch(value) if isinstance(value, str) and value else None
    if match is None:
        raise UnreadableError
    hours, minutes, seconds = (float(part or 0) for part in match.groups())
    return hours * 3600 + minutes * 60 + seconds
