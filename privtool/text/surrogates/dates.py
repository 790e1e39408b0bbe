"""Dates: all of one scope move by the same number of days, so that what lies between survives."""

from __future__ import annotations

import re
from functools import lru_cache

from privtool.text.patterns.number_words import TENS
from privtool.text.surrogates.calendar_names import MONTHS
from privtool.text.surrogates.context import Context, NoStandInError
from privtool.text.surrogates.date_moving import moved_values
from privtool.text.surrogates.date_parts import DAY, DECADE, MONTH, WEEKDAY, YEAR, Part
from privtool.text.surrogates.date_reading import read_date
from privtool.text.surrogates.letter_case import started_like
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.spoken_numbers import ordinal, ordinal_ending, small, year

LEAST_DAYS = 10
_NAMED_DAYS = Pool(
    (
        "Christmas", "Christmas Eve", "Easter", "Easter Sunday", "Thanksgiving", "Halloween",
        "Labor Day", "Memorial Day", "New Year's Day", "New Year's Eve", "Independence Day",
        "Valentine's Day", "Mother's Day", "Father's Day",
    )
)  # fmt: skip
_SEASONS = ("spring", "summer", "autumn", "winter")
_NAMED = re.compile(r"christmas|easter|thanksgiving|halloween|day\b|eve\b|new year", re.IGNORECASE)
_MONTH_NAMES = MONTHS["january"].names


def shift_of(context: Context) -> int:
    """The days that the dates of a scope move by: up to `most_days`, back or forth, at least 10.

    With `keep_weekdays` a multiple of 7. Else none, so that weekdays move too, and none after
    which a day, a month or a year would read as it did.
    """
    choices = context.choices
    for attempt in range(1000):
        numbers = context.numbers("days", "", attempt)
        size = numbers.between(LEAST_DAYS, choices.most_days)
        size -= size % 7 if choices.keep_weekdays else 0
        weeks = size % 7 == 0
        if weeks == choices.keep_weekdays and all(size % days for days in (30, 31, 365, 366)):
            return size if numbers.below(2) else -size
    raise NoStandInError


def moved_date(phrase: str, context: Context) -> str:
    """The date moved by the days of its scope and written as it was.

    Without a year the year is taken to be no leap year; a month, a year or a day of the month
    alone moves by about as much. What is no date that can be read becomes a season, a feast or a
    month.
    """
    moved = moved_by(phrase, shift_of(context), context.choices.day_first)
    return _unread(phrase, context) if moved is None else moved


def moved_by(phrase: str, days: int, day_first: bool = False) -> str | None:
    """The date after so many days, written as it was; None for what is no date that exists."""
    parts = _read(phrase, day_first)
    moved = moved_values(parts, days) if parts else None
    if not parts or moved is None:
        return None
    pieces: list[str] = []
    done = 0
    padded = _is_padded(phrase, parts)
    for part, value in zip(parts, moved, strict=True):
        old = phrase[part.start : part.end]
        pieces += (phrase[done : part.start], _written(part, value, old, padded))
        done = part.end
    return "".join([*pieces, phrase[done:]])


def is_weekday(phrase: str) -> bool:
    """Whether a phrase holds nothing but weekdays."""
    parts = _read(phrase, False)
    return bool(parts) and all(part.kind == WEEKDAY for part in parts or ())


def calendar_day(phrase: str, day_first: bool) -> str | None:
    """The one day that a phrase names, as `2021-06-03`, whatever its form; None for others."""
    parts = _read(phrase, day_first)
    found = {part.kind: part.value for part in parts or ()}
    if len(found) < len(parts or ()) or not {DAY, MONTH, YEAR} <= found.keys():
        return None
    return f"{found[YEAR]:04d}-{found[MONTH]:02d}-{found[DAY]:02d}"


@lru_cache(maxsize=1 << 14)
def _read(phrase: str, day_first: bool) -> tuple[Part, ...] | None:
    parts = read_date(phrase, day_first)
    return tuple(parts) if parts else None


def _is_padded(phrase: str, parts: tuple[Part, ...]) -> bool:
    """Whether days and months in digits have two of them, as in `06/03`."""
    digits = [
        phrase[part.start : part.end]
        for part in parts
        if part.style == "digits" and part.kind in (DAY, MONTH)
    ]
    leading = any(text[0] == "0" for text in digits)
    return leading or (len(digits) > 1 and all(len(text) == 2 for text in digits))


def _written(part: Part, value: int, old: str, padded: bool) -> str:
    """The value written as the part was."""
    joint = "-" if "-" in old else " "
    if part.kind == DECADE:
        return _decade(part, value, old)
    if part.names:
        names = part.names
        return started_like(old, names[value - 1 if part.kind == MONTH else value])
    if part.style == "digits":
        width = len(old) if part.kind == YEAR else 2 if padded else 1
        return f"{value:0{width}d}"
    if part.style == "short":
        return f"{value % 100:02d}"
    if part.style == "ending":
        ending = ordinal_ending(value)
        return f"{value}{ending.upper() if old.isupper() else ending}"
    if part.style == "ordinal":
        return started_like(old, ordinal(value, joint))
    if part.kind != YEAR:
        return started_like(old, small(value, joint))
    if part.style == "short words":
        return started_like(old, small(value % 100, joint))
    low = old.lower()
    thousands = (" and " if " and " in low else " ") if low.startswith("two thousand") else ""
    return started_like(old, year(value, joint, thousands))


def _decade(part: Part, value: int, old: str) -> str:
    if part.style == "digits":
        return f"{value:0{len(old)}d}"
    words = {number: word for word, number in reversed(TENS.items())}
    return started_like(old, f"{words[value if value >= 20 else 20][:-1]}ies")


def _unread(phrase: str, context: Context) -> str:
    """A stand-in for a phrase that is no date of ours."""
    low = phrase.lower().replace("fall", "autumn")
    numbers = context.numbers("DATE", phrase)
    if low in _SEASONS:
        other = [season for season in _SEASONS if season != low]
        return started_like(phrase, other[numbers.below(len(other))])
    if _NAMED.search(phrase):
        return started_like(phrase, context.pick("DATE", phrase, _NAMED_DAYS))
    month = context.pick("DATE", phrase, Pool.of(name.title() for name in _MONTH_NAMES))
    has_digit = any(char.isdigit() for char in phrase)
    return started_like(phrase, f"{month} {numbers.between(1, 28)}" if has_digit else month)
