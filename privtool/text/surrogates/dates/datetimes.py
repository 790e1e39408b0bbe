"""Dates with a time of day after them, date ranges, and times with a weekday."""

from __future__ import annotations

import datetime
import re
from functools import partial

from privtool.text.english.calendar import MONTHS, WEEKDAYS
from privtool.text.english.numbers import SMALL
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.counted_units import is_public, other_nth
from privtool.text.surrogates.dates.holidays import draw_holiday_or_month
from privtool.text.surrogates.dates.numeric import full_year
from privtool.text.surrogates.dates.relative import is_deictic, relative_date
from privtool.text.surrogates.dates.shift import scope_shift, shift_by, shift_date
from privtool.text.surrogates.dates.times import clock_time, has_time
from privtool.text.surrogates.numbers.cued_numbers import other_fraction, other_grade
from privtool.text.surrogates.numbers.measures import is_measure, near
from privtool.text.surrogates.numbers.order import in_order
from privtool.text.surrogates.numbers.ordinals import (
    ORDINAL,
    ORDINAL_PATTERN,
    value_of,
    written_like,
)

_CLOCK = re.compile(
    r"(?P<before>[T,]?\s*(?:\bat\s+)?)(?P<clock>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?"
    r"(?:\s*[ap]\.?m\b\.?)?)(?P<zone>\s*(?:Z|[+-]\d{2}:?\d{2})?)",
    re.IGNORECASE,
)
_DIGITS = r"\d{1,4}(?P<%s>[/.-])\d{1,2}(?:(?P=%s)\d{1,4})?"
_RANGE = re.compile(
    rf"(?P<first>{_DIGITS % ('a', 'a')})"
    r"(?P<between>\s*(?:[-\u2013\u2014]|\b(?:to|until|till|through|and)\b)\s*)"
    rf"(?P<last>{_DIGITS % ('b', 'b')})",
    re.IGNORECASE,
)
_WITHIN = re.compile(
    r"(?:the\s+)?(?:week|weekend|month|night|morning|day|evening|afternoon|end|beginning|start"
    r"|middle|rest)\s+(?:of|ending|starting|beginning)\s+(?:the\s+)?"
    r"|(?:the\s+)?(?:fiscal|tax|school|academic|calendar|financial|model)\s+year\s+|fy\s*"
    r"|(?:the\s+)?(?:first|second|third|fourth|last|latter|1st|2nd|3rd|4th|early|later?|middle)\s+"
    r"(?:half|part|days?|weeks?|weekend)\s+of\s+"
    r"(?:the\s+)?"
    r"|(?:back|sometime|somewhere|once)\s+(?:in|on)\s+",
    re.IGNORECASE,
)
_CENTURY = re.compile(rf".*{ORDINAL_PATTERN}[\s-]+century\W*", re.IGNORECASE)
_ISO_WEEK = re.compile(r"(?P<year>\d{4})(?P<sign>-?W)(?P<week>\d\d)", re.IGNORECASE)
# Named like a month or a weekday, but for the feast itself: "May Day", "Palm Sunday".
_NAMED_DAY = re.compile(
    r"(?:may|leap) day|(?:palm|easter|whit|holy|ash|black|cyber|maundy|shrove|fat|super|giving)\s"
    r"(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday)",
    re.IGNORECASE,
)
_THIS_CENTURY = 21
_MONTH_DAY = r"[^\W\d_]{3,9}\.?\s+\d{1,2}(?:st|nd|rd|th)?"
_BETWEEN_DAYS = re.compile(
    rf"(?P<before>(?:from\s+|between\s+)?)(?P<first>{_MONTH_DAY})"
    r"(?P<between>\s+(?:[-\u2013\u2014]|to|until|till|through|thru|and)\s+)"
    rf"(?P<last>{_MONTH_DAY})",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(
    r"(?P<day>\d{1,2})(?P<sign>[-/.]?)(?P<month>[^\W\d_]{3,9})(?P=sign)'?(?P<year>\d\d)"
)
_BETWEEN = re.compile(r"(\s+(?:[-\u2013\u2014]|to|until|till|through|thru)\s+)", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:18|19|20)\d\d\b")
_NTH_WEEKDAY = re.compile(
    rf"\b(?P<ordinal>1st|2nd|3rd|4th|first|second|third|fourth)(?P<gap>\s+)"
    rf"(?P<day>{'|'.join(word for word in WEEKDAYS if word.isascii() and len(word) > 2)})\b"
    r"(?=\s+(?:of|in)\b)",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"(?:(?<!\d)\d{1,2}|[a-z])[\s-]*(?:hours?|hrs?|minutes?|mins?|seconds?|secs?)\b", re.IGNORECASE
)
_OF_DAY = re.compile(
    rf":|\b(?:past|after|before|to|till)\s+(?:\d|{'|'.join(SMALL)}|noon|midnight)|o'clock"
    r"|\b[ap]\.?m\b",
    re.IGNORECASE,
)
_IS_TIME = re.compile(
    r"\d:\d\d|\d\s*[ap]\.?m\b|o'clock|\b(?:noon|midnight|half past|quarter (?:past|to))\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile("([A-Za-z]{3,9}) [0-9]{1,2}(?:, [0-9]{4})?")


def date(phrase: str, context: Context) -> str:
    """Return a date or a range of dates, shifted by the days of the scope, with another time."""
    if context.cues and "/" in phrase:
        if "fraction" in context.cues:
            return other_fraction(phrase, context)
        if "grade" in context.cues:
            return other_grade(phrase, context)
    plain = _PLAIN.fullmatch(phrase)
    if plain is not None and plain[1].lower() in MONTHS:
        return shift_date(phrase, context)  # the usual case
    relative = relative_date(phrase, context)
    if relative is not None:
        return relative
    within = _WITHIN.match(phrase)
    if within and _shifted(phrase[within.end() :], context) is not None:
        return within[0] + date(phrase[within.end() :], context)
    named = _NAMED_DAY.fullmatch(phrase)
    if named is not None:
        return draw_holiday_or_month(f"{phrase} day", context, False)
    counted = other_nth(phrase, context)
    if counted is not None:
        return counted
    week = _ISO_WEEK.fullmatch(phrase)
    if week is not None:
        return _shift_week(week, context)
    if _CENTURY.fullmatch(phrase) or "century" in context.cues:
        return _shift_century(phrase, context)
    nth = _NTH_WEEKDAY.search(phrase)
    rest = None if nth is None else _rest_of_month(phrase[nth.end() :], context)
    if nth is not None and rest is not None and is_public(phrase[: nth.start()]):
        return f"{phrase[: nth.start()]}{_shift_nth_weekday(nth, context)}{rest}"
    between = _BETWEEN_DAYS.fullmatch(phrase)
    if between:  # "April 3 to April 17", whose last number is no year
        first, last = (_shifted(between[side], context) for side in ("first", "last"))
        if first is not None and last is not None:
            return f"{between['before']}{first}{between['between']}{last}"
    short = _shift_short_year(phrase, context)
    if short is not None:
        return short
    dates = _RANGE.fullmatch(phrase)
    if dates:
        ends = [_shifted(dates[name], context) for name in ("first", "last")]
        if None not in ends:
            return f"{ends[0]}{dates['between']}{ends[1]}"
    sides = _BETWEEN.split(phrase)
    if len(sides) == 3 and all(map(_YEAR.search, sides[::2])):
        first, last = (_shifted(side, context) for side in sides[::2])
        if first is not None and last is not None:
            return f"{first}{sides[1]}{last}"
    for match in _CLOCK.finditer(phrase):
        shifted = _shifted(phrase[: match.start()], context)
        if match.end() == len(phrase) and shifted is not None:
            clock = clock_time(match["clock"], context)
            return f"{shifted}{match['before']}{clock}{match['zone']}"
    if _IS_TIME.search(phrase) and not uncommon_words(phrase) and _shifted(phrase, context) is None:
        return time(phrase, context)  # of a tool that has one label for dates and times
    return shift_date(phrase, context)


def time(phrase: str, context: Context) -> str:
    """Return another time of day; a weekday next to it is shifted as dates are.

    "this morning" stays, as "today" does.
    """
    if is_deictic(phrase):
        return phrase
    if _LASTING.search(phrase) and not _OF_DAY.search(phrase) and is_measure(phrase):
        return context.retry("TIME", phrase, in_order(phrase, partial(near, phrase)))
    weekdays = [match for match in _WORD.finditer(phrase) if match[0].lower() in WEEKDAYS]
    surrogate = phrase if weekdays and not has_time(phrase) else clock_time(phrase, context)

    def shifted(match: re.Match[str]) -> str:
        word = match[0]
        return (_shifted(word, context) or word) if word.lower() in WEEKDAYS else word

    return _WORD.sub(shifted, surrogate) if weekdays else surrogate


def _shift_week(week: re.Match[str], context: Context) -> str:
    """Return the week of the calendar after the days of the scope: "2022-W07"."""
    try:
        monday = datetime.date.fromisocalendar(int(week["year"]), int(week["week"]), 1)
        shifted = monday + datetime.timedelta(days=scope_shift(context))
    except (ValueError, OverflowError):
        return shift_date(week[0], context)
    year, number, _ = shifted.isocalendar()
    return f"{year:04d}{week['sign']}{number:02d}"


def _shift_century(phrase: str, context: Context) -> str:
    """Return the century before or after one, in the direction in which dates move.

    None is after the 21st.
    """
    ordinal = ORDINAL.search(phrase)
    if ordinal is None:
        return phrase
    old = value_of(ordinal)
    later = (scope_shift(context) > 0 and old < _THIS_CENTURY) or old == 1
    new = written_like(old + 1 if later else old - 1, ordinal)
    return phrase[: ordinal.start()] + new + phrase[ordinal.end() :]


def _shift_nth_weekday(nth: re.Match[str], context: Context) -> str:
    """Return "third Monday" for "second Tuesday"."""
    ordinal = ORDINAL.match(nth["ordinal"])
    day = _shifted(nth["day"], context) or nth["day"]
    new = nth["ordinal"]
    if ordinal is not None:
        drawn = context.rng("nth", nth["ordinal"]).between_except(1, 4, value_of(ordinal))
        new = written_like(drawn, ordinal)
    return f"{new}{nth['gap']}{day}"


def _rest_of_month(rest: str, context: Context) -> str | None:
    """Return " of May 2019" with another month and year, " of the month" as it is; else None."""
    shifted = _shifted(rest, context) if _WORD.search(rest.removeprefix(" of")) else None
    return rest if shifted is None and is_public(rest) else shifted


def _shift_short_year(phrase: str, context: Context) -> str | None:
    """Return the shifted day of "14-Mar-19"; None for another form."""
    match = _SHORT_YEAR.fullmatch(phrase)
    if match is None or match["month"].lower() not in MONTHS:
        return None
    day, sign = match["day"], match["sign"]
    shifted = _shifted(f"{day} {match['month']} {full_year(int(match['year']))}", context)
    if shifted is None:
        return None
    new_day, month, year = shifted.split()
    return sign.join((new_day.zfill(len(day)), month, year[-2:]))


def _shifted(phrase: str, context: Context) -> str | None:
    return shift_by(phrase, scope_shift(context), context.options.day_first)
