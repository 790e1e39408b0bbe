"""Holidays, seasons and quarters: each becomes the one nearest to its shifted day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from privtool.text.lexicon import rows
from privtool.text.values.symbols import Symbols

_ANY_YEAR = 2001
_MOST_TOKENS = 5  # "New Year's Day"


class Holiday(NamedTuple):
    """A day, season or quarter of the year, with its usual month and day."""

    kind: str
    month: int
    day: int
    name: str


@cache
def _by_name() -> dict[str, Holiday]:
    known: dict[str, Holiday] = {}
    for kind, month, day, name, *others in rows("holidays"):
        holiday = Holiday(kind, int(month), int(day), name)
        known |= {_key(each): holiday for each in (name, *"".join(others).split("|")) if each}
    return known


def _key(name: str) -> str:
    """Return the name in lower case and without apostrophes."""
    return " ".join(name.lower().replace("'", "").replace("\u2019", "").split())


def read(symbols: Symbols, at: int) -> tuple[Holiday, int] | None:
    """Return the holiday whose name begins with a token, and the token after it."""
    for stop in range(min(at + _MOST_TOKENS, len(symbols.symbols)), at, -1):
        if not symbols.text(stop - 1, stop).isalnum():
            continue
        found = _by_name().get(_key(symbols.text(at, stop)))
        if found is not None:
            return found, stop
    return None


def names() -> list[str]:
    """Return the names of all feasts."""
    return [
        holiday.name for holiday in dict.fromkeys(_by_name().values()) if holiday.kind == "feast"
    ]


def shifted(
    value: Holiday, year: int | None, days: int, is_allowed: Callable[[str], bool]
) -> tuple[Holiday, int]:
    """Return the other one of its kind, and its year, nearest to the shifted day of a holiday.

    Without a year the year is meaningless. Names with the same first word, such as Christmas and
    Christmas Eve, do not replace each other. It is the same one if no other is allowed.
    """
    target = date(year or _ANY_YEAR, value.month, value.day) + timedelta(days)
    first = value.name.split()[0]
    others = [
        (abs((date(near, other.month, other.day) - target).days), near, other)
        for other in dict.fromkeys(_by_name().values())
        if other.kind == value.kind and other.name.split()[0] != first and is_allowed(other.name)
        for near in range(max(1, target.year - 1), target.year + 2)
    ]
    if not others:
        return value, year or 0
    _, near, other = min(others)
    return other, near
