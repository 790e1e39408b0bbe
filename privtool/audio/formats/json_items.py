"""The items of a file of JSON: its lines, the items of a list, or values one after another."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

_GAP = re.compile(r"[\s,]*")
_BOM = b"\xef\xbb\xbf"


def json_items(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the items of a file, each with the number of its line, or of the item in a list.

    What is not JSON is an item of its own, a line as it is.
    """
    data = data.removeprefix(_BOM)
    if data.lstrip().startswith(b"["):
        items = _list(data)
        if items is not None:
            yield from enumerate(items, 1)
            return
    lines = data.split(b"\n")
    if any(line.strip() in (b"{", b"[") for line in lines):
        values = _values(data)
        if values is not None:
            yield from values
            return
    yield from ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def _list(data: bytes) -> list[bytes] | None:
    try:
        return [bytes(item) for item in msgspec.json.decode(data, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, RecursionError):
        return None


def _values(data: bytes) -> list[tuple[int, bytes]] | None:
    """Return values that may have line breaks, with the numbers of their first lines."""
    try:
        text = data.decode()
        scan, at, line = json.JSONDecoder().raw_decode, 0, 1
        found: list[tuple[int, bytes]] = []
        while (start := _GAP.match(text, at).end()) < len(text):  # type: ignore[union-attr]
            line += text.count("\n", at, start)
            _, end = scan(text, start)
            found.append((line, text[start:end].encode()))
            line, at = line + text.count("\n", start, end), end
    except (ValueError, RecursionError):
        return None
    return found
