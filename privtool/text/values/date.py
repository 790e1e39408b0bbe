"""Dates and times of day, read by the forms of `data/en`, moved or drawn, written in their form.

"6/3 2021", "2021-06-03", "april seventh twenty twenty", "the 3rd of May", "Feb '21", "1990s",
"8月14日", "oh six oh three nineteen eighty two", "monday"; "6:20 a.m.", "half past nine",
"eight oh five", "ten to six", "2310", "9 to 5".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.english.calendar import FULL_MONTHS, MONTHS, WEEKDAYS
from privtool.text.english.numbers import UNITS, digit_words, padded_words, small_words, year_words
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import rows
from privtool.text.unicode import fold_to_ascii, lower_same_length
from privtool.text.values import symbols as tokens

_SWAPPED = str.maketrans("md", "dm")
_DAYS_A_MONTH, _DAYS_A_YEAR = 30.44, 365.25
_ANY_YEAR, _LEAP_YEAR = 2001, 2000
_NOON, _MIDNIGHT, _MINUTES = 12, 24, 60
_COUNTS = (5, 10, 20, 25)  # minutes before or after an hour
_Day = tuple[int, int, int]
Fields = tuple[tuple[str, tokens.Field], ...]  # of a value by kind, in order


class Date(NamedTuple):
    """A date: its fields by kind, in order, and their values.

    The kinds are those of the forms; `E` is a date in one piece (20210603), `W` a weekday.
    """

    fields: Fields
    values: dict[str, int]

    @property
    def year(self) -> int | None:
        """The year, if there is one; of two digits, 69 to 99 are in the last century (POSIX)."""
        short = self.values.get("y")
        return self.values.get("Y") if short is None else short + (1900 if short >= 69 else 2000)

    @property
    def day(self) -> str | None:
        """The day of the calendar, as 2021-06-03; None for a date without day, month or year."""
        month, day = self.values.get("M", self.values.get("m")), self.values.get("d")
        year = self.year
        if year is None or month is None or day is None or "e" in self.values:
            return None
        return f"{year:04d}-{month:02d}-{day:02d}"


def _dated(found: Fields) -> Date:
    values = {kind: field.value for kind, field in found}
    if "E" in values:
        months, day = divmod(values["E"], 100)
        values |= {"Y": months // 100, "m": months % 100, "d": day}
    return Date(found, values)


@cache
def _forms(day_first: bool, named: bool) -> tokens.Forms:
    """Return the forms that begin with the name of a month, or all others."""
    found: list[str] = []
    for (form,) in rows("date_forms"):
        if form.startswith("{M}") == named:
            either = form.startswith(("{m}{b}{d}", "^{m}"))
            swapped = form.translate(_SWAPPED) if either else form
            found += (swapped, form) if day_first else (form, swapped)
    return tokens.compiled(*dict.fromkeys(found))


def read(symbols: tokens.Symbols, at: int, *, day_first: bool = False) -> tuple[Date, int] | None:
    """Return the longest date from a token on and the token after it; a small number only alone."""
    letters = symbols.symbols
    if letters[at : at + 1] in ("E", "W"):
        return _dated(((letters[at], tokens.field_of(symbols, at, at + 1)),)), at + 1
    found = tokens.longest(_forms(day_first, letters[at : at + 1] == "M"), symbols, at)
    dates = ((_dated(tokens.fields_of(symbols, match)), match.end()) for match in found)
    return next((each for each in dates if shifted(each[0], 1) is not None), None)


def shifted(value: Date, days: int) -> dict[str, int] | None:
    """Return the values of the fields after some days; None for a day that does not exist.

    Without a year it has 365 days. Two days of a month stay in one: "5-7 June" has no other name.
    """
    kinds = value.values
    if "W" in kinds:
        return {"W": (kinds["W"] + days) % 7}
    if "X" in kinds:
        new = kinds["X"] + (10 if days > 0 else -10)
        return {"X": new % 100 if kinds["X"] < 100 else new}
    year, month = value.year, kinds.get("M", kinds.get("m"))
    last = "e" in kinds and "M" in kinds and value.fields[0][0] != "M"
    near, far = "ed" if last else "de"  # of two days, the one next to the month moves
    moved = _shift_fields(year, month, kinds.get(near), days)
    if moved is None or not 1 <= kinds.get(far, 1) <= 31:
        return None
    new_year, new_month, new_day = moved
    result = {"Y": new_year, "y": new_year % 100, "M": new_month, "m": new_month, "d": new_day}
    result["E"] = 10000 * new_year + 100 * new_month + new_day
    if "e" in kinds:
        other = _shift_fields(year, month, kinds[far], days)
        if other is not None and other[:2] == moved[:2]:
            result |= {near: new_day, far: other[2]}
        else:
            length = kinds["e"] - kinds["d"]
            start = max(1, min(new_day - (length if last else 0), 28 - length))
            result |= {"d": start, "e": max(1, start + length)}
    if "z" in kinds:
        result["z"] = kinds["z"] + new_year - (year or 0)
    return result


def _shift_fields(year: int | None, month: int | None, day: int | None, days: int) -> _Day | None:
    """Return year, month and day after some days, 0 for a missing one; None for an invalid date."""
    sign = 1 if days > 0 else -1
    if month is None:
        new_year = 0 if year is None else year + (round(days / _DAYS_A_YEAR) or sign)
        if day is not None and not 1 <= day <= 31:
            return None
        return new_year, 0, 0 if day is None else (day - 1 + days) % 30 + 1
    if day is not None:
        leap = (month, day) == (2, 29)
        known = year if year is not None else (_LEAP_YEAR if leap else _ANY_YEAR)
        try:
            moved = date(known, month, day) + timedelta(days)
        except (ValueError, OverflowError):
            return None
        return moved.year if year is not None else 0, moved.month, moved.day
    months = round(days / _DAYS_A_MONTH) or sign
    if year is None and months % 12 == 0:
        months += sign
    total = 12 * (year or 0) + month - 1 + months
    return total // 12 if year is not None else 0, total % 12 + 1, 0


def write(value: Date, new: dict[str, int], phrase: str) -> Iterator[tuple[int, int, str]]:
    """Yield the places of the fields in a phrase, and what is written there for new values."""
    numbers = [
        each for kind, each in value.fields if kind in "mde" and each.symbols[-1] not in "DO"
    ]
    several = "m" in value.values or any(phrase[each.end : each.end + 1] == "-" for each in numbers)
    two = (
        several
        and len(numbers) > ("m" in value.values)
        and all(len(field.text) == 2 or field.by_digit for field in numbers)
    )
    spelled = any(kind == "Y" and field.by_digit for kind, field in value.fields)
    padded = two or spelled or any(field.padded for field in numbers)  # "one nine" may be a year
    said = any(f.by_digit and f.symbols[0] != "0" for _, f in value.fields)
    own = phrase[value.fields[0][1].start : value.fields[-1][1].end].lower()
    zeros = (word for word in re.findall(r"\w+", own) if UNITS.get(word) == 0)
    zero = next(zeros, "oh") if padded or said else "oh"
    for kind, field in value.fields:
        text, end = _written(kind, field, new[kind], padded, said, zero), field.end
        if kind == "M" and phrase[end : end + 1] == "." and text.lower() in FULL_MONTHS:
            end += end + 1 < len(phrase)  # the stop of "Sept."
        yield field.start, end, text


def _written(
    kind: str, field: tokens.Field, value: int, padded: bool, said: bool, zero: str
) -> str:
    old = field.text
    if kind in "MW":
        name = lower_same_length(fold_to_ascii(old))
        named = MONTHS[name] if kind == "M" else WEEKDAYS[name]
        return capitalized_like(old, named.names[value - (kind == "M")])
    if kind == "X":
        digits = re.match(r"\d+", fold_to_ascii(old))
        if digits is not None:
            return f"{value:0{digits.end()}d}{old[digits.end() :]}"
        return capitalized_like(old, f"{small_words(max(value, 20))[:-1]}ies")
    if kind not in "Yyz":
        wide = padded and not (field.symbols.isdigit() and len(field.symbols) == 1)
        return tokens.write_field(
            field, value, padded=wide, by_digit=said and field.by_digit, zero=zero
        )
    if old[0].isdigit():
        return f"{value % 10 ** len(old):0{len(old)}d}"
    joint, low = "-" if "-" in old else " ", old.lower()
    if field.by_digit and (said or kind == "Y"):
        size = len(re.findall(r"\w+", old))
        words = digit_words(f"{value % 10**size:0{size}d}", joint, zero)
    elif kind == "y":
        words = padded_words(value % 100, joint, zero)
    else:
        thousands = (" and " if " and " in low else " ") if low.startswith("two") else ""
        words = year_words(value, joint, thousands)
    return capitalized_like(old, words)


def _time_values(fields: Fields) -> dict[str, int]:
    """Return the value of each field; hour and minutes of a number in one piece."""
    found = {kind: field.value for kind, field in fields}
    if "R" in found:
        found["h"], found["n"] = divmod(found["R"], 100)
    return found


@cache
def _time_forms() -> tokens.Forms:
    return tokens.compiled(*(form for (form,) in rows("time_forms")))


def read_time(symbols: tokens.Symbols, at: int) -> tuple[Fields, int] | None:
    """Return the longest time of day that begins with a token, and the token after it."""
    for match in tokens.longest(_time_forms(), symbols, at):
        found = tokens.fields_of(symbols, match)
        values = _time_values(found)
        if values["h"] <= _MIDNIGHT and max(values.get("n", 0), values.get("c", 0)) < _MINUTES:
            return found, match.end()
    return None


def other_time(time: Fields, rng: KeyedRandom) -> Iterator[tuple[int, int, str]]:
    """Yield the places of the fields of a time in its phrase, and what another one has there."""
    old = _time_values(time)
    new = {"h": _hour(old["h"], rng)}
    new |= {kind: _minute(old[kind], rng) for kind in ("n", "s") if kind in old}
    if "c" in old:
        round_count = old["c"] % 5 == 0
        new["c"] = _COUNTS[rng.below(4)] if round_count else rng.between_except(1, 29, old["c"])
    new["R"] = 100 * new["h"] + new.get("n", 0)
    for kind, field in time:
        if kind in new:
            yield field.start, field.end, tokens.write_field(field, new[kind], padded=field.padded)


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
