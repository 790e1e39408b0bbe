"""Times of day: another hour, and minutes of the same roundness, in the same form.

"6:20 a.m.", "half past nine", "eight oh five", "ten to six", "2310", "9 to 5".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
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
_MOST_TRIES = 100


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

    @property
    def half(self) -> str:
        """Its half of the day: a, p or none."""
        return next((field.text[:1].lower() for kind, field in self.fields if kind == "w"), "")

    @property
    def minutes(self) -> int:
        """The minutes since midnight."""
        return _moment(self.values, self.half)


def _moment(values: dict[str, int], half: str) -> int:
    hour = values["h"] % _NOON + _NOON * (half == "p") if half else values["h"]
    return _MINUTES * hour + values.get("n", 0)


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


def draw(times: Sequence[Time], phrase: str, rng: KeyedRandom) -> list[dict[str, int]]:
    """Return other values for times of one phrase; times of one day stay in order."""
    part = next((row for row in rows("hours") if re.search(rf"\b{row[0]}\b", phrase, re.I)), None)
    hours = (int(part[1]), int(part[2])) if part else None
    rising = _is_rising(times, [time.values for time in times])
    new: list[dict[str, int]] = []
    for _ in range(_MOST_TRIES):
        new = [_drawn(time.values, hours, rng) for time in times]
        if not rising or _is_rising(times, new):
            break
    return new


def _drawn(old: dict[str, int], hours: tuple[int, int] | None, rng: KeyedRandom) -> dict[str, int]:
    new = {"h": _hour(old["h"], hours, rng)}
    new |= {kind: _minute(old[kind], rng) for kind in ("n", "s") if kind in old}
    if "c" in old:
        round_count = old["c"] % 5 == 0
        new["c"] = _COUNTS[rng.below(4)] if round_count else rng.between_except(1, 29, old["c"])
    new["R"] = 100 * new["h"] + new.get("n", 0)
    return new


def _hour(value: int, hours: tuple[int, int] | None, rng: KeyedRandom) -> int:
    """Return another hour of the same half of the day and as many digits, or of a part of it."""
    if value > _NOON:
        low, high = _NOON + 1, _MIDNIGHT - 1
    elif hours is not None:
        low, high = hours if value >= hours[0] or value == 0 else (1, hours[0] - 1)
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


def _is_rising(times: Sequence[Time], values: Sequence[dict[str, int]]) -> bool:
    """Return whether there are several times, each later than the one before; "9 to 5" are not."""
    halves = [time.half for time in times]
    if halves and halves[-1]:
        halves = [half or halves[-1] for half in halves]
    moments = [_moment(each, half) for each, half in zip(values, halves, strict=True)]
    return len(moments) > 1 and all(one < two for one, two in pairwise(moments))


def write(value: Time, new: dict[str, int]) -> Iterator[tuple[int, int, str]]:
    """Yield the places of the fields in their phrase, and what is written there."""
    for kind, field in value.fields:
        if kind == "R":
            yield field.start, field.end, f"{new['R']:0{len(field.text)}d}"
        elif kind in new:
            yield field.start, field.end, write_field(field, new[kind], padded=field.padded)
