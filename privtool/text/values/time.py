"""Times of day: another hour, and minutes of the same roundness, in the same form.

"6:20 a.m.", "half past nine", "eight oh five", "ten to six", "2310", "9 to 5".
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.lexicon import rows
from privtool.text.values import fields
from privtool.text.values.fields import Field, Forms, compiled, fields_of, longest, write_field
from privtool.text.values.symbols import Symbols

_PARTS = {
    "{h}": "(?P<h>[ABC]|k-?[1-4]|[1-9a-j])",
    "{n}": f"(?P<n>[ABC]|0-?[0-9]|{fields.TWO})",
    "{s}": "(?P<s>[ABC])",
    "{c}": f"(?P<c>[AB]|{fields.UNIT_OR_TWO})",
    "{t}": "(?P<c>5|a|k-?5|k)",
    "{R}": "(?P<R>Y|L)",
    "{w}": "(?:-?(?P<w>w))?",
}
_NOON, _MIDNIGHT, _MINUTES = 12, 24, 60
_COUNTS = (5, 10, 20, 25)  # minutes before or after an hour


class Time(NamedTuple):
    """A time of day: its fields by kind, in order."""

    fields: tuple[tuple[str, Field], ...]

    @property
    def values(self) -> dict[str, int]:
        """The value of each field; hour and minutes of a number in one piece."""
        found = {kind: field.value for kind, field in self.fields}
        if "R" in found:
            found["h"], found["n"] = divmod(found["R"], 100)
        return found


@cache
def _forms() -> Forms:
    return compiled((form for (form,) in rows("time_forms")), _PARTS)


def read(symbols: Symbols, at: int) -> tuple[Time, int] | None:
    """Return the longest time of day that begins with a token, and the token after it."""
    for match in longest(_forms(), symbols, at):
        found = Time(fields_of(symbols, match))
        values = found.values
        if values["h"] <= _MIDNIGHT and max(values.get("n", 0), values.get("c", 0)) < _MINUTES:
            return found, match.end()
    return None


def draw(time: Time, rng: KeyedRandom) -> dict[str, int]:
    """Return other values for the fields of a time."""
    old = time.values
    new = {"h": _hour(old["h"], rng)}
    new |= {kind: _minute(old[kind], rng) for kind in ("n", "s") if kind in old}
    if "c" in old:
        round_count = old["c"] % 5 == 0
        new["c"] = _COUNTS[rng.below(4)] if round_count else rng.between_except(1, 29, old["c"])
    new["R"] = 100 * new["h"] + new.get("n", 0)
    return new


def _hour(value: int, rng: KeyedRandom) -> int:
    """Return another hour of the same half of the day and as many digits."""
    if value > _NOON:
        low, high = _NOON + 1, _MIDNIGHT - 1
    else:
        low, high = (10, _NOON) if value >= 10 else (min(value, 1), 9)
    return rng.between_except(low, high, value)


def _minute(value: int, rng: KeyedRandom) -> int:
    """Return another minute, a quarter for a quarter and of five for five."""
    if value % 15 == 0:
        return 15 * (rng.below(4) if value == 0 else rng.between(1, 3))
    if value % 5 == 0:
        return 5 * rng.between(2, 11) if value >= 10 else 5
    return rng.between(10, 59) if value >= 10 else rng.between(1, 9)


def write(value: Time, new: dict[str, int]) -> Iterator[tuple[int, int, str]]:
    """Yield the places of the fields in their phrase, and what is written there."""
    for kind, field in value.fields:
        if kind == "R":
            yield field.start, field.end, f"{new['R']:0{len(field.text)}d}"
        elif kind in new:
            yield field.start, field.end, write_field(field, new[kind], padded=field.padded)
