"""Dates: all of one scope move by the same number of days, so that what lies between survives."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    TENS,
    UNITS,
    one_by_one,
    ordinal,
    ordinal_ending,
    padded,
    small,
    year,
)
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dates.arithmetic import shift_values
from privtool.text.surrogates.dates.holidays import HOLIDAYS, nearest_holiday
from privtool.text.surrogates.dates.numeric import DAY, DECADE, MONTH, WEEKDAY, YEAR, DatePart
from privtool.text.surrogates.dates.parser import parse_date
from privtool.text.surrogates.dates.spoken import is_spoken_number, starts_with_zero, zero_word
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.numbers.codes import digits
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.unicode import lower, plain

LEAST_DAYS = 10
_HOLIDAY_POOL = Pool(list(HOLIDAYS))
_NAMED = re.compile(r"christmas|easter|thanksgiving|halloween|day\b|eve\b|new year", re.IGNORECASE)
_WITHIN = re.compile(
    r"((?:(?:the|on|in|last|this|next|early|late|mid)[\s-]+)*)(.+?|)((?:\s+(?:of|in))?\W*)",
    re.IGNORECASE | re.DOTALL,
)  # what stays before and after a name
_YEAR_WORDS = 5  # "two thousand and twenty one"
_WORD_START = re.compile(r"(?<!\w)'?\w+")


class _Form(NamedTuple):
    """How the numbers of a phrase are written: days and months of two digits, the word for 0."""

    padded: bool
    zero: str


def scope_shift(context: Context) -> int:
    """The days that the dates of a scope move by: up to `most_days`, back or forth, at least 10.

    With `keep_weekdays` a multiple of 7. Else none, so that weekdays move too, and none after
    which a day, a month or a year would read as it did.
    """
    options = context.options
    for attempt in range(1000):
        rng = context.rng("days", "", attempt)
        size = rng.between(LEAST_DAYS, options.most_days)
        size -= size % 7 if options.keep_weekdays else 0
        weeks = size % 7 == 0
        if weeks == options.keep_weekdays and all(size % days for days in (30, 31, 365, 366)):
            return size if rng.below(2) else -size
    raise NoSurrogateError


def shift_date(phrase: str, context: Context) -> str:
    """The date moved by the days of its scope and written as it was.

    Without a year the year is taken to be no leap year; a month, a year or a day of the month
    alone moves by about as much. Feasts, seasons and quarters become the other one that is nearest
    to where their day moves, with its year if they have one. What else cannot be read keeps its
    form if it is a number, and becomes another feast or a month if not.
    """
    moved = shift_by(phrase, scope_shift(context), context.options.day_first)
    return _unread(phrase, context) if moved is None else moved


def shift_by(phrase: str, days: int, day_first: bool = False) -> str | None:
    """The date after so many days, written as it was; None for what is no date that exists."""
    parts = _read(phrase, day_first)
    moved = shift_values(parts, days) if parts else None
    if not parts or moved is None:
        return None
    pieces: list[str] = []
    done = 0
    form = _form_of(phrase, parts)
    for part, value in zip(parts, moved, strict=True):
        old = phrase[part.start : part.end]
        pieces += (phrase[done : part.start], _written(part, value, old, form))
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
def _read(phrase: str, day_first: bool) -> tuple[DatePart, ...] | None:
    parts = parse_date(phrase, day_first)
    return tuple(parts) if parts else None


def _form_of(phrase: str, parts: tuple[DatePart, ...]) -> _Form:
    """Days and months have two digits if one begins with 0, or if all have two: `06/03`."""
    leading, two = False, []
    for part in parts:
        old = phrase[part.start : part.end]
        if part.kind in (DAY, MONTH) and part.style in ("digits", "words", "digit words"):
            leading |= old[0] == "0" or starts_with_zero(old)
            two.append(part.style == "digit words" or (part.style == "digits" and len(old) == 2))
    return _Form(leading or (len(two) > 1 and all(two)), zero_word(phrase))


def _written(part: DatePart, value: int, old: str, form: _Form) -> str:
    """The value written as the part was."""
    if part.kind == DECADE:
        return _decade(part, value, old)
    if part.names:
        names = part.names
        return capitalized_like(old, names[value - 1 if part.kind == MONTH else value])
    if part.style == "digits":
        width = len(old) if part.kind == YEAR else 2 if form.padded else 1
        return f"{value:0{width}d}"
    if part.style == "short":
        return f"{value % 100:02d}"
    if part.style == "ending":
        ending = ordinal_ending(value)
        return f"{value}{ending.upper() if old.isupper() else ending}"
    return capitalized_like(old, _in_words(part, value, old.lower(), form))


def _in_words(part: DatePart, value: int, old: str, form: _Form) -> str:
    """The value in words: an ordinal, digit by digit, a year, or a number below 100."""
    joint = "-" if "-" in old else " "
    if part.style == "ordinal":
        return ordinal(value, joint)
    if part.style == "digit words":
        size = len(re.findall(r"\w+", old)) if part.kind == YEAR else 1 + form.padded
        shown = value % 100 if part.kind == YEAR and size == 2 else value
        return one_by_one(f"{shown:0{size}d}", joint, form.zero)
    if part.style == "short words":
        return padded(value % 100, joint, form.zero)
    if part.kind != YEAR:
        single = not form.padded or old in UNITS
        return small(value, joint) if single else padded(value, joint, form.zero)
    thousands = (" and " if " and " in old else " ") if old.startswith("two thousand") else ""
    return year(value, joint, thousands)


def _decade(part: DatePart, value: int, old: str) -> str:
    if part.style == "digits":
        return f"{value:0{len(old)}d}"
    words = {number: word for word, number in reversed(TENS.items())}
    return capitalized_like(old, f"{words[value if value >= 20 else 20][:-1]}ies")


def _unread(phrase: str, context: Context) -> str:
    """A surrogate for a phrase that is no date of ours; a year at its end moves as years do."""
    days = scope_shift(context)
    start, end_year = _year_at_end(phrase)
    before, name, between = _WITHIN.fullmatch(phrase[:start]).groups()  # type: ignore[union-attr]
    number, own = end_year.value if end_year else None, normalized(name)
    found = nearest_holiday(name, number, days, lambda other: context.is_fresh(other, own))
    if found is None:
        if _is_number(phrase):
            return digits(phrase, context, "DATE")
        moved = shift_values((end_year,), days) if end_year else None
        found = _drawn(name, context, end_year is None), moved[0] if moved else 0
    new = before + capitalized_like(name, found[0]) + between
    if end_year is None:
        return new
    old = phrase[start + end_year.start : start + end_year.end]
    said = _written(end_year, found[1], old, _Form(False, zero_word(old)))
    return new + phrase[start : start + end_year.start] + said + phrase[start + end_year.end :]


def _year_at_end(phrase: str) -> tuple[int, DatePart | None]:
    """Where the year that ends a phrase begins, and the year within what begins there."""
    for match in reversed(list(_WORD_START.finditer(phrase))[1:][-_YEAR_WORDS:]):
        parts = _read(phrase[match.start() :], False) or ()
        if len(parts) == 1 and parts[0].kind == YEAR:
            return match.start(), parts[0]
    return len(phrase), None


def _is_number(phrase: str) -> bool:
    """Whether there is nothing but digits, with a letter at most beside them, or number words."""
    text = lower(plain(phrase))
    words = re.findall(r"[^\W\d_]{2,}", text)
    in_digits = any(map(str.isdigit, text)) and ORDINAL_ENDINGS.issuperset(words)
    return in_digits or is_spoken_number(text)


def _drawn(name: str, context: Context, with_day: bool) -> str:
    """A feast for what sounds like one, else a month."""
    if _NAMED.search(name):
        return context.pick("DATE", name, _HOLIDAY_POOL)
    month = context.pick("DATE", name, Pool(each.title() for each in FULL_MONTHS))
    with_day = with_day and any(char.isdigit() for char in name)
    return f"{month} {context.rng('DATE', name).between(1, 28)}" if with_day else month
