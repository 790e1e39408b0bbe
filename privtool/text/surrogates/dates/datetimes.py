"""Dates with a time of day after them, date ranges, and times with a weekday."""

from __future__ import annotations

import re

from privtool.text.english.calendar import WEEKDAYS
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dates.shift import scope_shift, shift_by, shift_date
from privtool.text.surrogates.dates.times import clock_time, has_time

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
_WORD = re.compile(r"[^\W\d_]+")


def date(phrase: str, context: Context) -> str:
    """Return a date or a range of dates, shifted by the days of the scope, with another time."""
    dates = _RANGE.fullmatch(phrase)
    if dates:
        ends = [_shifted(dates[name], context) for name in ("first", "last")]
        if None not in ends:
            return f"{ends[0]}{dates['between']}{ends[1]}"
    for match in _CLOCK.finditer(phrase):
        shifted = _shifted(phrase[: match.start()], context)
        if match.end() == len(phrase) and shifted is not None:
            clock = clock_time(match["clock"], context)
            return f"{shifted}{match['before']}{clock}{match['zone']}"
    return shift_date(phrase, context)


def time(phrase: str, context: Context) -> str:
    """Return another time of day; a weekday next to it is shifted as dates are."""
    weekdays = [match for match in _WORD.finditer(phrase) if match[0].lower() in WEEKDAYS]
    surrogate = phrase if weekdays and not has_time(phrase) else clock_time(phrase, context)

    def shifted(match: re.Match[str]) -> str:
        word = match[0]
        return (_shifted(word, context) or word) if word.lower() in WEEKDAYS else word

    return _WORD.sub(shifted, surrogate) if weekdays else surrogate


def _shifted(phrase: str, context: Context) -> str | None:
    return shift_by(phrase, scope_shift(context), context.options.day_first)
