"""Parts of a written or spoken date: a day of the month, a weekday, a year."""

from __future__ import annotations

from privtool.text.english.calendar import FULL_WEEKDAYS, SHORT_WEEKDAYS
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    ORDINAL_UNITS,
    ORDINALS,
    SMALL,
    TENS,
    small_stop,
    year_stop,
)
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

RANGE_WORDS = word_set("- to and through till until & bis")
_ENDINGS = ORDINAL_ENDINGS | frozenset(("er", "º", "ª"))
_SHORT_WEEKDAYS = SHORT_WEEKDAYS - {"weds"}  # also a verb
_TENS_OF_DAYS = ("twenty", "thirty")


def is_weekday(word: str, short: bool) -> bool:
    """Return whether a word names a weekday, with `short` also "Sat" and the like."""
    return word in FULL_WEEKDAYS or (short and word in _SHORT_WEEKDAYS)


def day_stop(tokens: Tokens, first: int) -> int:
    """Return where the day (1 to 31) that starts at token `first` stops, else `first`."""
    word = tokens.at(first)
    if word.isdigit():
        if not _is_day(word) or _continues(tokens, first + 1):
            return first
        ending = tokens.at(first + 1) in _ENDINGS and tokens.touches(first + 1)
        return first + 2 if ending else first + 1
    if word in ORDINALS:
        return first + 1
    if word in _TENS_OF_DAYS:
        index = first + 2 if tokens.at(first + 1) == "-" else first + 1
        if tokens.at(index) in ORDINAL_UNITS:
            return index + 1
    if word in SMALL:
        return _cardinal_day(tokens, first)
    return first


def day_first(tokens: Tokens, stop: int) -> int:
    """Return where the day that ends before token `stop` starts, else `stop`."""
    word = tokens.at(stop - 1)
    if word in _ENDINGS and tokens.touches(stop - 1) and _is_day(tokens.at(stop - 2)):
        return stop - 2
    if word.isdigit():
        glued = tokens.touches(stop - 1) and tokens.at(stop - 2) not in ("-", "(", "/", "'", '"')
        return stop - 1 if _is_day(word) and not glued else stop
    if word in ORDINAL_UNITS:
        index = stop - 2 if tokens.at(stop - 2) == "-" else stop - 1
        if tokens.at(index - 1) in _TENS_OF_DAYS:
            return index - 1
    return stop - 1 if word in ORDINALS else stop


def year_after(tokens: Tokens, index: int, dated: bool) -> int:
    """Return where a year after the month (if `dated`, after the day) stops, else `index`."""
    begin = index
    short = False
    while tokens.at(begin) in (",", "-", "/", "of", "de", "del", "."):
        short = tokens.at(begin) in ("-", "/") or (dated and tokens.at(begin) == ",")
        begin += 1
        if begin - index > 2:
            return index
    word = tokens.at(begin)
    if word == "'" and len(tokens.at(begin + 1)) == 2 and tokens.at(begin + 1).isdigit():
        return begin + 2
    if word.isdigit():
        if _continues(tokens, begin + 1):
            return index
        if len(word) == 4 and 1000 <= int(word) < 2200:
            return begin + 1
        if len(word) == 2 and short:
            return begin + 1
        return index
    stop = year_stop(tokens, begin)
    return stop if stop > begin else index


def _is_day(word: str) -> bool:
    """Return whether a word is 1 to 31 in one or two digits."""
    return word.isdigit() and len(word) <= 2 and 1 <= int(word) <= 31


def _continues(tokens: Tokens, index: int) -> bool:
    """Return whether digits before token `index` are part of a clock time, price or amount."""
    word = tokens.at(index)
    if word in ("am", "pm", "%", "°"):
        return True
    if word not in (":", ".") or not tokens.at(index + 1).isdigit():
        return False
    return tokens.touches(index) and tokens.touches(index + 1)


def _cardinal_day(tokens: Tokens, first: int) -> int:
    """Match "april seven", "april twenty five", but not the start of a year or a clock time."""
    word = tokens.at(first)
    if word == "one":
        return first + 1 if _year_follows(tokens, first + 1) else first
    if word in ("oh", "o", "zero") or (word in TENS and word not in _TENS_OF_DAYS):
        return first
    stop = small_stop(tokens, first)
    if tokens.at(stop) == "thousand" and tokens.word[first + 1 : stop] == ["two"]:
        return first + 1  # "april thirty, two thousand", not thirty-two thousand
    if tokens.at(stop) in ("hundred", "thousand", "am", "pm"):
        return first
    if year_stop(tokens, first) > first and year_stop(tokens, stop) == stop:
        return first  # "nineteen eighty two", "twenty twenty one"
    return stop


def _year_follows(tokens: Tokens, index: int) -> bool:
    """Return whether a year is next: "march one, nineteen seventy two", "july one fifty"."""
    after = index + 1 if tokens.at(index) == "," else index
    return year_stop(tokens, after) > after or tokens.at(after) in TENS
