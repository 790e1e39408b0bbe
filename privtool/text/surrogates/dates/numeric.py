"""The parts of dates, and dates in digits: `6/3 2021`, `2021-06-03`, `8月14日`."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.english.calendar import MONTHS, WEEKDAYS

DAY, MONTH, YEAR, WEEKDAY, DECADE = "day", "month", "year", "weekday", "decade"
_ORDER: dict[str, tuple[str, ...]] = {
    "ymd": (YEAR, MONTH, DAY),
    "mdy": (MONTH, DAY, YEAR),
    "dmy": (DAY, MONTH, YEAR),
}
_NUMERIC = re.compile(
    r"(?<!\d)(?P<a>\d{1,4})(?P<s>[/\-.]|\. ?)(?P<b>\d{1,2})(?:(?P=s)|[\s,/]+)"
    r"(?P<c>\d{4}|\d{2})(?!\d)"
    r"|(?<!\d)(?P<d>\d{1,2})[/.](?P<e>\d{1,2})(?![\d/])"
    r"|(?<!\d)(?P<f>\d{1,2})[/\-](?P<g>\d{4})(?!\d)"
    r"|(?<!\d)(?P<h>\d{4})-(?P<i>\d{2})(?![\d-])"
)
# `12-25`, `6 3 2021`, `6 / 3 / 2021`: only as the whole phrase.
_LONE_NUMERIC = re.compile(
    r"[^\w-]*(?P<a>\d{1,2})(?P<s> ?[/\-.] ?|\s+)(?P<b>\d{1,2})"
    r"(?:(?P=s)(?P<c>\d{4}|\d{2}))?[^\w-]*"
)
_MONTHS = 12
_COMPACT = re.compile(r"(?<!\d)(?P<y>(?:19|20)\d\d)(?P<m>0[1-9]|1[0-2])(?P<d>[0-3]\d)(?!\d)")
_EASTERN = re.compile(
    r"(?P<value>\d{1,4})\s?(?:(?P<year>[年년])|(?P<month>[月월])|(?P<day>[日号일]))"
)
_WORD = re.compile(r"[^\W\d_]+")


class DatePart(NamedTuple):
    """A part at `phrase[start:end]`: its kind, its value, and how to write another value.

    `style` is `digits`, `ending` (digits with "st", "nd", ...), `short` (a year without its
    century), `ordinal`, `words`, `short words`, `digit words` (spoken one by one), or empty for one
    of `names`.
    """

    start: int
    end: int
    kind: str
    value: int
    style: str
    names: tuple[str, ...] = ()


def numeric_parts(text: str, day_first: bool) -> list[DatePart]:
    """Return the parts of a date in digits, with signs between them or eight digits in one piece.

    No parts where a month is named: "June 5-7, 2021" has two days.
    """
    if any(word in MONTHS for word in _WORD.findall(text)):
        return []
    match = _COMPACT.search(text)
    if match:
        return [
            _digit_part(match, name, kind) for name, kind in zip("ymd", _ORDER["ymd"], strict=True)
        ]
    match = _NUMERIC.search(text)
    if match is None:
        return _lone_numeric_parts(text, day_first)
    if match["a"]:
        names, order = "abc", "ymd" if len(match["a"]) == 4 else ""
        if not order:
            dotted = match["s"].startswith(".")  # day first, as in most countries with dots
            order = _order(int(match["a"]), int(match["b"]), day_first or dotted)
        kinds = _ORDER[order]
    elif match["d"]:
        names = "de"
        dotted = text[match.end("d")] == "."
        order = _order(int(match["d"]), int(match["e"]), day_first or dotted)
        kinds = _ORDER[order][:2]
    else:
        names, kinds = ("fg", (MONTH, YEAR)) if match["f"] else ("hi", (YEAR, MONTH))
        if match["h"] and int(match["i"]) > _MONTHS:  # "the 1996-97 season"
            kinds = (YEAR, YEAR)
    return [_digit_part(match, name, kind) for name, kind in zip(names, kinds, strict=True)]


def _lone_numeric_parts(text: str, day_first: bool) -> list[DatePart]:
    """Parse `12-25` as `12/25`, but neither `5-7 June` nor `28-30`: those are ranges of days."""
    words = _WORD.findall(text)
    match = _LONE_NUMERIC.fullmatch(_WORD.sub(lambda word: " " * len(word.group()), text))
    if match is None or not all(word in WEEKDAYS for word in words):
        return []
    first, second = int(match["a"]), int(match["b"])
    low, high = sorted((first, second))
    if not (1 <= low <= 12 and high <= 31):
        return []
    kinds = _ORDER[_order(first, second, day_first or "." in match["s"])]
    names = "abc" if match["c"] else "ab"
    return [_digit_part(match, name, kind) for name, kind in zip(names, kinds, strict=False)]


def _order(first: int, second: int, day_first: bool) -> str:
    """Return the order that the numbers allow, else the one asked for."""
    if first > 12 or second > 12:
        return "dmy" if first > 12 else "mdy"
    return "dmy" if day_first else "mdy"


def _digit_part(match: re.Match[str], name: str, kind: str) -> DatePart:
    digits = match[name]
    short = kind == YEAR and len(digits) <= 2
    value = full_year(int(digits)) if short else int(digits)
    return DatePart(*match.span(name), kind, value, "short" if short else "digits")


def full_year(short: int) -> int:
    """Return the year of two digits as POSIX reads them: 69 to 99 are in the last century."""
    return short + (1900 if short >= 69 else 2000)


def eastern_parts(text: str) -> list[DatePart]:
    """Return the parts of `2021年8月14日` or `5월 3일`."""
    parts: list[DatePart] = []
    for match in _EASTERN.finditer(text):
        kind = next(name for name in (YEAR, MONTH, DAY) if match[name])
        parts.append(DatePart(*match.span("value"), kind, int(match["value"]), "digits"))
    return parts
