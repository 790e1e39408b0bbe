"""Dates spoken as numbers alone: "oh six oh three nineteen eighty two", "six twelve eighty two"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from privtool.text.english.calendar import WEEKDAYS
from privtool.text.english.numbers import CARDINALS, REPEATS, SMALL, TEENS, TENS, UNITS
from privtool.text.surrogates.dates.numeric import DAY, MONTH, YEAR, DatePart, full_year

SIGNS = frozenset(("slash", "dash", "hyphen", "stroke", "dot"))  # spoken between numbers
_NUMBER_WORDS = CARDINALS.keys() | REPEATS.keys() | SIGNS | {"and"}
_WORD = re.compile(r"[^\W\d_]+")


def _alternatives(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


_ZERO = _alternatives(word for word, value in UNITS.items() if value == 0)
_UNIT = _alternatives(word for word, value in UNITS.items() if value)
_DIGIT, _TEEN = _alternatives(UNITS), _alternatives(TEENS)
_J = r"(?:\s+|\s*-\s*)"
_BETWEEN = rf"[\s,./-]+(?:{_alternatives(SIGNS)}[\s,]+)?"
_TWO = rf"{_alternatives(TENS)}(?:{_J}{_UNIT})?|{_TEEN}"
# Two digits come before one: "one two oh three" and a year begins in December.
_MONTH = rf"{_ZERO}{_J}{_UNIT}|one{_J}(?:{_ZERO}|one|two)|ten|eleven|twelve|{_UNIT}"
_DAY = (
    rf"{_ZERO}{_J}{_UNIT}|(?:one|two){_J}{_DIGIT}|three{_J}(?:{_ZERO}|one)"
    rf"|twenty(?:{_J}{_UNIT})?|thirty(?:{_J}one)?|{_TEEN}|{_UNIT}"
)
_FULL_YEAR = (
    rf"two{_J}thousand(?:(?:{_J}and)?{_J}(?:{_ZERO}{_J}{_UNIT}|{_TWO}|{_UNIT}))?"
    rf"|(?:seventeen|eighteen|nineteen|twenty){_J}(?:hundred|{_ZERO}{_J}{_UNIT}|{_TWO})"
    rf"|(?:one{_J}(?:seven|eight|nine)|two{_J}{_ZERO}){_J}{_DIGIT}{_J}{_DIGIT}|\d{{4}}"
)
_YEAR = rf"{_FULL_YEAR}|{_ZERO}{_J}{_DIGIT}|{_UNIT}{_J}{_DIGIT}|{_TWO}"
_FORMS = {"m": _MONTH, "d": _DAY, "y": _YEAR, "Y": _FULL_YEAR}
_KINDS = {"m": MONTH, "d": DAY, "y": YEAR, "Y": YEAR}


def _pattern(order: str) -> re.Pattern[str]:
    fields = (f"(?P<{name}>{_FORMS[name]})" for name in order)
    return re.compile(rf"\W*{_BETWEEN.join(fields)}\W*")


_LONE = re.compile(rf"\W*(?P<d>{_ZERO}{_J}{_UNIT}|{_TWO}|{_UNIT})\W*")
# A year in full comes before one without its century: "one one nineteen ninety" is in January.
_MONTH_FIRST = tuple(_pattern(order) for order in ("mdY", "mdy", "md"))
_DAY_FIRST = tuple(_pattern(order) for order in ("dmY", "dmy", "dm"))
_YEAR_ALONE, _YEAR_FIRST = _pattern("Y"), _pattern("Ymd")


def is_spoken_number(text: str) -> bool:
    """Return whether all words of a lower-case text are number words, one of them a cardinal."""
    words = _WORD.findall(text)
    return all(word in _NUMBER_WORDS for word in words) and any(word in CARDINALS for word in words)


def spoken_parts(text: str, day_first: bool) -> list[DatePart] | None:
    """Return the parts of a date spoken in numbers alone, but for a weekday.

    An empty list for numbers that are not a date, None for a text with other words. Month and day
    are in the order asked for, or in the other one if only that fits.
    """
    text = _WORD.sub(_without_weekday, text)
    if not is_spoken_number(text):
        return None
    year = _YEAR_ALONE.fullmatch(text)
    if year:
        return [_part(year, "Y")]
    lone = _LONE.fullmatch(text)
    if lone:
        return [_lone_part(_part(lone, "d"), day_first)]
    orders = (_DAY_FIRST, _MONTH_FIRST) if day_first else (_MONTH_FIRST, _DAY_FIRST)
    for pattern in (*orders[0], *orders[1], _YEAR_FIRST):
        match = pattern.fullmatch(text)
        if match:
            parts = sorted(_part(match, name) for name in pattern.groupindex)
            return _one_by_one(text, parts)
    return []


def _one_by_one(text: str, parts: list[DatePart]) -> list[DatePart]:
    """Mark "oh six" as said digit by digit if any other part is: "oh six one two"."""
    if all(part.style != "digit words" for part in parts):
        return parts
    zeros = [starts_with_zero(text[part.start : part.end]) for part in parts]
    one_by_one = zip(parts, zeros, strict=True)
    return [part._replace(style="digit words") if zero else part for part, zero in one_by_one]


def _lone_part(part: DatePart, day_first: bool) -> DatePart:
    """Read a number alone as a month, a day, or a year without its century."""
    if part.value > 31:
        return part._replace(kind=YEAR, value=full_year(part.value), style="short words")
    month = part.value <= 12 and not day_first
    return part._replace(kind=MONTH if month else DAY)


def starts_with_zero(text: str) -> bool:
    """Return whether a number is spoken with a leading zero: "oh six"."""
    first, *more = _WORD.findall(text.lower()) or [""]
    return bool(more) and UNITS.get(first) == 0


def zero_word(phrase: str) -> str:
    """Return the word for 0 in a phrase, "oh" if it has none."""
    return next((word for word in _WORD.findall(phrase.lower()) if UNITS.get(word) == 0), "oh")


def year_value(words: list[str]) -> int:
    """Return the value of a year in words: "nineteen eighty two", "two thousand and one"."""
    if words[:2] == ["two", "thousand"]:
        return 2000 + sum(SMALL.get(word, 0) for word in words[2:])
    century = SMALL[words[0]]
    if words[-1] == "hundred":
        return 100 * century
    return 100 * century + sum(SMALL.get(word, 0) for word in words[1:])


def _without_weekday(match: re.Match[str]) -> str:
    word = match.group()
    return " " * len(word) if word in WEEKDAYS or word == "on" else word


def _part(match: re.Match[str], name: str) -> DatePart:
    """Return the part of a group; `digit words` are those said one by one, but for "oh six"."""
    text, kind = match[name], _KINDS[name]
    words = _WORD.findall(text)
    if not words:
        return DatePart(*match.span(name), kind, int(text), "digits")
    digits = len(words) > 1 and all(word in UNITS for word in words)
    if digits:
        value = int("".join(str(UNITS[word]) for word in words))
    elif kind == YEAR and not re.fullmatch(_TWO, text):
        value = year_value(words)
    else:
        value = sum(SMALL[word] for word in words)
    short = kind == YEAR and value < 100
    style = "digit words" if digits and not starts_with_zero(text) else "words"
    if short and style == "words":
        style = "short words"
    return DatePart(*match.span(name), kind, full_year(value) if short else value, style)
