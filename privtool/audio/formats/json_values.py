"""Values of files of JSON: their items, and what is at paths, as tables of formats name them.

A path (`results.channels.*.alternatives.0`) is the keys and places in lists on the way to a value,
joined by points. The empty path is the value itself; `*` stands for each item of a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

_GAP = re.compile(r"[\s,]*")
_BOM = b"\xef\xbb\xbf"
_TIME = re.compile(r"(?:PT(?:(\d{1,9})H)?(?:(\d{1,9})M)?)?(?:(\d{1,12}(?:\.\d*)?)[Ss]?)?")


class UnreadableError(Exception):
    """A value has the wrong type, or is missing."""


def at(value: Any, path: str | None) -> Any:
    """Return the value at a path without `*`, None if there is none, or no path."""
    if path is None:
        return None
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


def json_items(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the items of a file, each with the number of its line, or of the item in a list.

    A line that is not JSON is an item, unless all is read as values with line breaks.
    """
    data = data.removeprefix(_BOM)
    lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
    if data.lstrip().startswith(b"[") and _is_json(data):
        yield from enumerate(map(bytes, msgspec.json.decode(data, type=list[msgspec.Raw])), 1)
    elif lines and not _is_json(lines[0][1]) and (values := _values(data)):
        yield from values
    else:
        yield from lines


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
    return True


def _values(data: bytes) -> list[tuple[int, bytes]]:
    """Return values that may have line breaks, with the numbers of their first lines."""
    found: list[tuple[int, bytes]] = []
    try:
        text = data.decode()
        scan, at, line = json.JSONDecoder().raw_decode, 0, 1
        while (start := _GAP.match(text, at).end()) < len(text):  # type: ignore[union-attr]
            line += text.count("\n", at, start)
            _, end = scan(text, start)
            found.append((line, text[start:end].encode()))
            line, at = line + text.count("\n", start, end), end
    except (ValueError, RecursionError):
        return []
    return found
