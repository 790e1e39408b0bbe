"""The items of a file of JSON: its lines, those of a list, or values one after another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

_GAP = re.compile(r"[\s,]*")
_BOM = b"\xef\xbb\xbf"


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
