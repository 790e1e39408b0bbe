"""Whether a pattern can take much longer than the length of a text: tried on texts made for it.

A search takes long where a part repeats without limit, and text of that part does not match in the
end. So each part that may repeat often is repeated, more and more often, after what leads to it,
with something behind it that no pattern wants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import starmap
from time import perf_counter
from typing import Any

from privtool.text.rules.prefilter import parsed

_OFTEN = 16  # repeats that count as without limit
_MOST_CHARACTERS = 8_000
_MOST_SECONDS = 0.05  # a linear search takes a hundredth of it
_TRIES = 3  # the fastest counts
_SIGNS = "a0A -_.,@/:é"
_END = "\x00"
_OF_CATEGORY = {"CATEGORY_DIGIT": "0", "CATEGORY_WORD": "a", "CATEGORY_SPACE": " "}
_REPEATS = ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT")


def is_slow(pattern: re.Pattern[str]) -> bool:
    """Return whether some text of a few thousand characters takes a search far too long."""
    operations = parsed(pattern)
    signs = dict.fromkeys((*_SIGNS, *_literals(operations)))
    return any(
        _takes_long(pattern, before, repeated)
        for before, body in dict.fromkeys(_repeats(operations))
        for repeated in filter(None, dict.fromkeys((body, before + body, *signs)))
    )


def _takes_long(pattern: re.Pattern[str], before: str, repeated: str) -> bool:
    """Return whether the time explodes with the number of repeats: it grows in small steps."""
    count = 8
    while count * len(repeated) <= _MOST_CHARACTERS:
        text = f"{before}{repeated * count}{_END}"
        if all(_seconds(pattern, text) > _MOST_SECONDS for _ in range(_TRIES)):
            return True
        count = count + 2 if count < 40 else count * 2
    return False


def _seconds(pattern: re.Pattern[str], text: str) -> float:
    start = perf_counter()
    for _ in pattern.finditer(text):
        pass
    return perf_counter() - start


def _repeats(operations: Any, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield what leads to each part that may repeat often, and a text of the part."""
    for operation, argument in operations:
        kind = str(operation)
        for part in _parts(kind, argument):
            yield from _repeats(part, before)
        if kind in _REPEATS and argument[1] >= _OFTEN:
            yield before, _shortest(argument[2])
        before += _shortest([(operation, argument)])


def _literals(operations: Any) -> Iterator[str]:
    """Yield the characters that a pattern names."""
    for operation, argument in operations:
        kind = str(operation)
        if kind in ("LITERAL", "NOT_LITERAL"):
            yield chr(argument)
        elif kind == "IN":
            yield from _literals(argument)
        for part in _parts(kind, argument):
            yield from _literals(part)


def _parts(kind: str, argument: Any) -> Sequence[Any]:
    """Return the patterns inside an operation."""
    if kind in _REPEATS:
        return (argument[2],)
    if kind == "SUBPATTERN":
        return (argument[-1],)
    if kind == "BRANCH":
        return tuple(argument[1])
    if kind in ("ASSERT", "ASSERT_NOT"):
        return (argument[1],)
    return (argument,) if kind == "ATOMIC_GROUP" else ()


def _shortest(operations: Any) -> str:
    """Return a short text of a pattern, without what only looks around."""
    return "".join(_shortest_of(str(operation), argument) for operation, argument in operations)


def _shortest_of(kind: str, argument: Any) -> str:
    if kind == "LITERAL":
        return chr(argument)
    if kind == "IN":
        return next(filter(None, starmap(_member_of, argument)), "a")
    if kind in ("ANY", "NOT_LITERAL"):
        return "a"
    if kind in _REPEATS:
        return _shortest(argument[2]) * int(argument[0])
    if kind in ("ASSERT", "ASSERT_NOT"):
        return ""
    return next(map(_shortest, _parts(kind, argument)), "")


def _member_of(name: Any, value: Any) -> str:
    """Return a character of a part of a class, an empty text if it is not known."""
    kind = str(name)
    if kind == "LITERAL":
        return chr(value)
    return chr(value[0]) if kind == "RANGE" else _OF_CATEGORY.get(str(value), "")
