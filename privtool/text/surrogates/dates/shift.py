"""Dates: all of one scope shift by the same number of days, which keeps their distances."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from privtool.core.spans import replace_ranges
from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    TENS,
    UNITS,
    digit_words,
    ordinal_ending,
    ordinal_words,
    padded_words,
    small_words,
    year_words,
)
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dates.among_words import shift_among_words
from privtool.text.surrogates.dates.arithmetic import shift_values
from privtool.text.surrogates.dates.holidays import (
    draw_holiday_or_month,
    nearest_holiday,
    without_article,
)
from privtool.text.surrogates.dates.numeric import DAY, DECADE, MONTH, WEEKDAY, YEAR, DatePart
from privtool.text.surrogates.dates.parser import parse_date
from privtool.text.surrogates.dates.spoken import is_spoken_number, starts_with_zero, zero_word
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.numbers.codes import replace_digits
from privtool.text.surrogates.prf import Key, KeyedRandom, normalized
from privtool.text.unicode import fold_to_ascii, lower_same_length

LEAST_DAYS = 10
_EDGES = re.compile(
    r"((?:(?:the|on|in|last|this|next|early|late|mid)[\s-]+)*)(.+?|)((?:\s+(?:of|in))?\W*)",
    re.IGNORECASE | re.DOTALL,
)  # what may stand around a name, and stays
_YEAR_WORDS = 5  # "two thousand and twenty one"
_WORD_START = re.compile(r"(?<!\w)'?\w+")


class _NumberFormat(NamedTuple):
    """The notation of a phrase's numbers: whether days and months are padded, the word for 0."""

    padded: bool
    zero: str


def scope_shift(context: Context) -> int:
    """Return the days by which dates of a scope shift: 10 to `most_days`, back or forward.

    With `keep_weekdays` a multiple of 7. Otherwise not, so that weekdays shift too, and no number
    of days after which a day, a month or a year would read the same. All versions of a scope shift
    alike: several shifts of one date would narrow it down.
    """
    options = context.options
    return _days(
        context.key, context.shared_scope, context.attempt, options.keep_weekdays, options.most_days
    )


@lru_cache(maxsize=1 << 12)
def _days(key: Key, scope: str, redraws: int, keep_weekdays: bool, most: int) -> int:
    for attempt in range(1000):
        rng = KeyedRandom(key, scope, "days", "", attempt, redraws)
        size = rng.between(LEAST_DAYS, most)
        size -= size % 7 if keep_weekdays else 0
        weeks = size % 7 == 0
        if weeks == keep_weekdays and all(size % days for days in (30, 31, 365, 366)):
            return size if rng.below(2) else -size
    raise NoSurrogateError


def shift_date(phrase: str, context: Context) -> str:
    """Return the date shifted by the days of its scope, in its own form.

    Without a year, a year of 365 days is assumed; a month, a year or a day of the month alone
    shifts by about as much. Holidays, seasons and quarters become the one nearest to their shifted
    day, with its year if they have one. Anything else keeps its form if it is a number, and becomes
    another holiday or a month if not.
    """
    shifted = shift_by(phrase, scope_shift(context), context.options.day_first)
    return _replace_unparsed(phrase, context) if shifted is None else shifted


@lru_cache(maxsize=1 << 12)  # one phrase is shifted on each way to read it
def shift_by(phrase: str, days: int, day_first: bool = False) -> str | None:
    """Return the date after some days, in its own form; None for an invalid or unreadable date."""
    parts = _parts_of(phrase, day_first)
    values = shift_values(parts, days) if parts else None
    if not parts or values is None:
        return None
    form = _number_format(phrase, parts)
    rendered = (
        _render_part(part, value, phrase[part.start : part.end], form)
        for part, value in zip(parts, values, strict=True)
    )
    new = (
        (part.start, part.end + _is_stop_of_month(phrase, part, text), text)
        for part, text in zip(parts, rendered, strict=True)
    )
    return replace_ranges(phrase, new)


def _is_stop_of_month(phrase: str, part: DatePart, new: str) -> bool:
    """Return whether a full stop shortens a month, and the new one is written out: "Sept."."""
    short = phrase[part.end : part.end + 1] == "." and part.kind == MONTH and bool(part.names)
    return short and part.end + 1 < len(phrase) and new.lower() in FULL_MONTHS


def is_weekday(phrase: str) -> bool:
    """Return whether a phrase consists of weekdays only."""
    parts = _parts_of(phrase, False)
    return bool(parts) and all(part.kind == WEEKDAY for part in parts or ())


def calendar_day(phrase: str, day_first: bool) -> str | None:
    """Return the one day that a phrase names, as `2021-06-03`; None if it names none."""
    parts = _parts_of(phrase, day_first)
    values = {part.kind: part.value for part in parts or ()}
    if len(values) < len(parts or ()) or not {DAY, MONTH, YEAR} <= values.keys():
        return None
    return f"{values[YEAR]:04d}-{values[MONTH]:02d}-{values[DAY]:02d}"


@lru_cache(maxsize=1 << 14)
def _parts_of(phrase: str, day_first: bool) -> tuple[DatePart, ...] | None:
    parts = parse_date(phrase, day_first)
    return tuple(parts) if parts else None


def _number_format(phrase: str, parts: tuple[DatePart, ...]) -> _NumberFormat:
    """Return the format; all are padded if one begins with 0 or all have two digits: `06/03`."""
    leading, two = False, []
    for part in parts:
        old = phrase[part.start : part.end]
        if part.kind in (DAY, MONTH) and part.style in ("digits", "words", "digit words"):
            leading |= old[0] == "0" or starts_with_zero(old)
            two.append(part.style == "digit words" or (part.style == "digits" and len(old) == 2))
    return _NumberFormat(leading or (len(two) > 1 and all(two)), zero_word(phrase))


def _render_part(part: DatePart, value: int, old: str, form: _NumberFormat) -> str:
    """Return the value in the form of the part."""
    if part.kind == DECADE:
        return _render_decade(part, value, old)
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


def _in_words(part: DatePart, value: int, old: str, form: _NumberFormat) -> str:
    """Return the value in words: an ordinal, digit by digit, a year, or a number below 100."""
    joint = "-" if "-" in old else " "
    if part.style == "ordinal":
        return ordinal_words(value, joint)
    if part.style == "digit words":
        size = len(re.findall(r"\w+", old)) if part.kind == YEAR else 1 + form.padded
        shown = value % 100 if part.kind == YEAR and size == 2 else value
        return digit_words(f"{shown:0{size}d}", joint, form.zero)
    if part.style == "short words":
        return padded_words(value % 100, joint, form.zero)
    if part.kind != YEAR:
        single = not form.padded or old in UNITS
        return small_words(value, joint) if single else padded_words(value, joint, form.zero)
    thousands = (" and " if " and " in old else " ") if old.startswith("two thousand") else ""
    return year_words(value, joint, thousands)


def _render_decade(part: DatePart, value: int, old: str) -> str:
    if part.style == "digits":
        return f"{value:0{len(old)}d}"
    words = {number: word for word, number in reversed(TENS.items())}
    return capitalized_like(old, f"{words[value if value >= 20 else 20][:-1]}ies")


def _replace_unparsed(phrase: str, context: Context) -> str:
    """Replace a phrase that is not a readable date; a year at its end shifts as years do."""
    days = scope_shift(context)
    start, end_year = _year_at_end(phrase)
    before, name, between = _EDGES.fullmatch(phrase[:start]).groups()  # type: ignore[union-attr]
    number, name_key = end_year.value if end_year else None, normalized(name)
    holiday = nearest_holiday(name, number, days, lambda other: context.is_fresh(other, name_key))
    if holiday is None:
        if _has_only_numbers(phrase):
            return replace_digits(phrase, context, "DATE")
        among = _shift_among_words(phrase, days, context)
        if among is not None:
            return among
        (new_year,) = (shift_values((end_year,), days) if end_year else None) or (0,)
        holiday = draw_holiday_or_month(name, context, end_year is None), new_year
    new = without_article(before, holiday[0]) + capitalized_like(name, holiday[0]) + between
    if end_year is None:
        return new
    old = phrase[start + end_year.start : start + end_year.end]
    rendered = _render_part(end_year, holiday[1], old, _NumberFormat(False, zero_word(old)))
    return new + phrase[start : start + end_year.start] + rendered + phrase[start + end_year.end :]


def _shift_among_words(phrase: str, days: int, context: Context) -> str | None:
    day_first = context.options.day_first
    return shift_among_words(
        phrase,
        days,
        context,
        lambda text: _parts_of(text, day_first) or (),
        lambda text: shift_by(text, days, day_first),
    )


def _year_at_end(phrase: str) -> tuple[int, DatePart | None]:
    """Return where the last words that hold only a year begin, and the year within them."""
    for match in reversed(list(_WORD_START.finditer(phrase))[1:][-_YEAR_WORDS:]):
        parts = _parts_of(phrase[match.start() :], False) or ()
        if len(parts) == 1 and parts[0].kind == YEAR:
            return match.start(), parts[0]
    return len(phrase), None


def _has_only_numbers(phrase: str) -> bool:
    """Return whether a phrase has only number words, or digits with single letters."""
    text = lower_same_length(fold_to_ascii(phrase))
    words = re.findall(r"[^\W\d_]{2,}", text)
    in_digits = any(map(str.isdigit, text)) and ORDINAL_ENDINGS.issuperset(words)
    return in_digits or is_spoken_number(text)
