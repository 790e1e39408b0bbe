"""Dates, read by the forms of `data/en/date_forms.tsv`, moved by days and written in their form.

"6/3 2021", "2021-06-03", "april seventh twenty twenty", "the 3rd of May", "Feb '21", "1990s",
"8月14日", "oh six oh three nineteen eighty two", "monday".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache
from typing import NamedTuple

from privtool.text.english.calendar import FULL_MONTHS, MONTHS, WEEKDAYS
from privtool.text.english.numbers import TENS, UNITS, digit_words, padded_words, year_words
from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import rows
from privtool.text.unicode import fold_to_ascii, lower_same_length
from privtool.text.values import fields
from privtool.text.values.symbols import Symbols

_PARTS = {
    "{b}": "(?P<b>[-/.,]*)",
    "{B}": "(?:(?P=b)|,?)",
    "{r}": "(?:[-Tt&])",
    "{M}": "(?P<M>M)",
    "{m}": f"(?P<m>{fields.MONTH})",
    "{d}": f"(?P<d>{fields.ORDINAL}|{fields.DAY})",
    "{e}": f"(?P<e>{fields.ORDINAL}|{fields.DAY})",
    "{o}": f"(?P<d>{fields.ORDINAL})",
    "{Y}": f"(?P<Y>{fields.YEAR})",
    "{y}": f"(?P<y>{fields.SHORT_YEAR})",
    "{z}": "(?P<z>[YBC])",
    "{X}": "(?:[hijk]-?)?(?P<X>X)",
}
_SWAPPED = str.maketrans("md", "dm")
_DAYS_A_MONTH, _DAYS_A_YEAR = 30.44, 365.25
_ANY_YEAR, _LEAP_YEAR = 2001, 2000


class Date(NamedTuple):
    """A date: its fields by kind, in order, and their values.

    The kinds are those of the forms; `E` is a date in one piece (20210603), `W` a weekday.
    """

    fields: tuple[tuple[str, fields.Field], ...]
    values: dict[str, int]

    @property
    def year(self) -> int | None:
        """The year, if there is one; of two digits, 69 to 99 are in the last century (POSIX)."""
        short = self.values.get("y")
        return self.values.get("Y") if short is None else short + (1900 if short >= 69 else 2000)

    @property
    def month(self) -> int | None:
        """The month, if there is one."""
        return self.values.get("M", self.values.get("m"))

    @property
    def day(self) -> str | None:
        """The day of the calendar, as 2021-06-03; None for a date without day, month or year."""
        compact = self.values.get("E")
        if compact is not None:
            return f"{compact // 10000:04d}-{compact // 100 % 100:02d}-{compact % 100:02d}"
        year, month, day = self.year, self.month, self.values.get("d")
        if year is None or month is None or day is None or "e" in self.values:
            return None
        return f"{year:04d}-{month:02d}-{day:02d}"

    @property
    def is_ordinal(self) -> bool:
        """Whether it is a day such as "the third"."""
        return self.fields[0][1].symbols[-1] in "DO"

    @property
    def is_number(self) -> bool:
        """Whether it is one number, which may count anything."""
        return len(self.fields) == 1 and self.fields[0][0] in "mdy"


def _dated(found: tuple[tuple[str, fields.Field], ...]) -> Date:
    return Date(found, {kind: field.value for kind, field in found})


@cache
def _forms(day_first: bool, named: bool) -> fields.Forms:
    """Return the forms that begin with the name of a month, or all others."""
    found: list[str] = []
    for (form,) in rows("date_forms"):
        if form.startswith("{M}") == named:
            either = form.startswith(("{m}{b}{d}", "^{m}"))
            swapped = form.translate(_SWAPPED) if either else form
            found += (swapped, form) if day_first else (form, swapped)
    return fields.compiled(dict.fromkeys(found), _PARTS)


def read(symbols: Symbols, at: int, *, day_first: bool = False) -> tuple[Date, int] | None:
    """Return the longest date from a token on, and the token after it.

    A small number is a date only if the phrase has nothing else.
    """
    letters = symbols.symbols
    if letters[at : at + 1] in ("E", "W"):
        return _dated(((letters[at], fields.field_of(symbols, at, at + 1)),)), at + 1
    found = fields.longest(_forms(day_first, letters[at : at + 1] == "M"), symbols, at)
    dates = ((_dated(fields.fields_of(symbols, match)), match.end()) for match in found)
    return next((each for each in dates if shifted(each[0], 1) is not None), None)


def shifted(value: Date, days: int) -> dict[str, int] | None:
    """Return the values of the fields after some days; None for a day that does not exist.

    Without a year it is one of 365 days. Two days of one month stay in
    one month, equally far apart: "5-7 June" has no name for another one.
    """
    kinds = value.values
    if "W" in kinds:
        return {"W": (kinds["W"] + days) % 7}
    if "X" in kinds:
        new = kinds["X"] + (10 if days > 0 else -10)
        return {"X": new % 100 if kinds["X"] < 100 else new}
    year, month = value.year, value.month
    last = "M" in kinds and value.fields[0][0] != "M"  # of two days, the one next to the month
    day = kinds.get("e", kinds.get("d")) if last else kinds.get("d")
    if "E" in kinds:
        year, month, day = (kinds["E"] // 10000, kinds["E"] // 100 % 100, kinds["E"] % 100)
    moved = _shift_fields(year, month, day, days)
    if moved is None:
        return None
    new_year, new_month, new_day = moved
    if "E" in kinds:
        return {"E": 10000 * new_year + 100 * new_month + new_day}
    result = {"Y": new_year, "y": new_year % 100, "M": new_month, "m": new_month, "d": new_day}
    if "e" in kinds:
        other = _shift_fields(year, month, kinds["e" if day == kinds["d"] else "d"], days)
        result |= _both_days(kinds["d"], kinds["e"], moved, other, day == kinds["d"])
    if "z" in kinds:
        result["z"] = kinds["z"] + new_year - (year or 0)
    return result


def _both_days(
    first: int,
    last: int,
    moved: tuple[int, int, int],
    other: tuple[int, int, int] | None,
    is_first: bool,
) -> dict[str, int]:
    """Return the days of a range, in the month of the one that moved; the other is no less far."""
    ends = (moved, other) if is_first else (other, moved)
    if other is not None and other[:2] == moved[:2]:
        return {"d": ends[0][2], "e": ends[1][2]}  # type: ignore[index]
    length = last - first
    start = max(1, min(moved[2] - (0 if is_first else length), 28 - length))
    return {"d": start, "e": max(1, start + length)}


def _shift_fields(
    year: int | None, month: int | None, day: int | None, days: int
) -> tuple[int, int, int] | None:
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
    several = "m" in value.values or any(phrase[each.end :][:1] == "-" for each in numbers)
    two = (
        several
        and len(numbers) > ("m" in value.values)
        and all(len(field.text) == 2 or field.by_digit for field in numbers)
    )
    spelled = any(kind == "Y" and field.by_digit for kind, field in value.fields)
    padded = two or spelled or any(field.padded for field in numbers)  # "one nine" may be a year
    said = any(f.by_digit and f.symbols[0] != "0" for _, f in value.fields)
    zeros = (word for word in re.findall(r"\w+", phrase.lower()) if UNITS.get(word) == 0)
    zero = next(zeros, "oh") if padded or said else "oh"
    for kind, field in value.fields:
        text, end = _written(kind, field, new[kind], padded, said, zero), field.end
        if kind == "M" and phrase[end : end + 1] == "." and text.lower() in FULL_MONTHS:
            end += end + 1 < len(phrase)  # the stop of "Sept."
        yield field.start, end, text


def _written(
    kind: str, field: fields.Field, value: int, padded: bool, said: bool, zero: str
) -> str:
    old = field.text
    if kind in "MW":
        name = old.lower() if old.isascii() else lower_same_length(fold_to_ascii(old))
        named = MONTHS[name] if kind == "M" else WEEKDAYS[name]
        return capitalized_like(old, named.names[value - (kind == "M")])
    if kind == "X":
        return write_decade(old, value)
    if kind not in "Yyz":
        wide = padded and not (field.symbols.isdigit() and len(field.symbols) == 1)
        return fields.write_field(
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


def write_decade(old: str, value: int) -> str:
    """Return a decade in the form of another one: "1990s", "eighties"."""
    digits = re.match(r"\d+", fold_to_ascii(old))
    if digits is not None:
        return f"{value:0{digits.end()}d}{old[digits.end() :]}"
    words = {number: word for word, number in reversed(TENS.items())}
    return capitalized_like(old, f"{words[value if value >= 20 else 20][:-1]}ies")
