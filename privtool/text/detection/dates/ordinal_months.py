"""Dates whose month is an ordinal: "the third of the ninth, seventy-two", "3rd of the 9th 72"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.dates.months import BIRTH_WORDS
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import (
    ORDINAL_ENDINGS,
    ORDINAL_UNITS,
    ORDINALS,
    SMALL,
    TEENS,
    TENS,
    small_stop,
    year_stop,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

_LAST_DAY, _LAST_MONTH = 31, 12
_CUE_REACH = 8  # tokens from "born" to the day
_SHORT_YEARS = TENS.keys() | TEENS.keys()
_SMALL = f"(?:{'|'.join(sorted(SMALL, key=len, reverse=True))})"
_NUMBER = rf"(?:\d{{1,2}}|{_SMALL}(?:[ -]{_SMALL})?)(?![^\W_])"
_ORDINAL = rf"(?:\d{{1,2}}(?:st|nd|rd|th)|{'|'.join(sorted(ORDINALS))})"
_NAMED = Regex(
    rf"(?<![^\W_])(?:month {_NUMBER},? (?:and )?day {_NUMBER}"
    rf"|{_ORDINAL} month,? (?:(?:the )?{_ORDINAL} day|day {_NUMBER})"
    rf"|(?:the )?{_ORDINAL} day of the {_ORDINAL} month)(?![^\W_])"
)
# What may follow a year; a noun would mean "the third of the first twenty people".
_AFTER_YEAR = word_set("and so but is was that it i in at then thanks please") | {""}


def find(view: TextView) -> list[Span]:
    """Find them with a year, without one after a word of birth, and "month eleven, day nine"."""
    tokens = view.tokens
    spans: list[Span] = []
    if "month" in view.lower and "day" in view.lower:
        spans += [Span(*match.span(), DATE, LIKELY) for match in _NAMED.finditer(view.lower)]
    for index in tokens.places({"of"}) if " of " in view.lower else ():
        first, stop = _date_around(tokens, index)
        if stop > first:
            spans.append(tokens.span(first, stop, DATE, LIKELY))
    return sorted(spans)


def _date_around(tokens: Tokens, of: int) -> tuple[int, int]:
    """Return the first token and the stop of the date around an "of", twice `of` if none."""
    end = of - (tokens.at(of - 1) == ",")  # "the 30th, of the ninth month"
    first = _day_first(tokens, end)
    month = of + 2 if tokens.at(of + 1) == "the" else of + 1
    stop = _ordinal_stop(tokens, month, _LAST_MONTH)
    if first == end or stop == month:
        return of, of
    named = tokens.at(stop) == "month"
    stop += named
    cued = any(tokens.at(k) in BIRTH_WORDS for k in range(first - _CUE_REACH, first))
    year = _year_stop(tokens, stop)
    said = tokens.word[max(first - 2, 0) : first] == ["from", "the"]
    if year == stop and not (cued or said or named):
        return of, of
    after = tokens.at(year)
    if not cued and after.isalnum() and after not in _AFTER_YEAR:
        return of, of
    return first - (tokens.at(first - 1) == "the"), year


def _day_first(tokens: Tokens, stop: int) -> int:
    """Return where the ordinal starts that ends before a token, else `stop`."""
    word = tokens.at(stop - 1)
    if word in ORDINAL_UNITS:
        before = stop - 2 if tokens.at(stop - 2) == "-" else stop - 1
        return before - 1 if tokens.at(before - 1) in ("twenty", "thirty") else stop - 1
    if word in ORDINALS:
        return stop - 1
    return stop - 2 if _ordinal_stop(tokens, stop - 2, _LAST_DAY) == stop else stop


def _ordinal_stop(tokens: Tokens, first: int, most: int) -> int:
    """Return the stop of an ordinal up to `most`, in words or digits, at a token, else the token.

    Words beyond twenty are none.
    """
    word = tokens.at(first)
    if ORDINALS.get(word, most + 1) <= most:
        return first + 1
    short = word.isdigit() and len(word) <= 2 and 0 < int(word) <= most
    return first + 2 if short and tokens.at(first + 1) in ORDINAL_ENDINGS else first


def _year_stop(tokens: Tokens, index: int) -> int:
    """Return where the year at a token stops, perhaps after a comma or "of", else the token."""
    begin = index + 1 if tokens.at(index) in (",", "of", "'", "-", "/") else index
    begin += tokens.word[begin - 1 : begin + 1] == [",", "'"]
    word = tokens.at(begin)
    if word.isdigit() and len(word) in (2, 4) and not _is_joined(tokens, begin):
        return begin + 1
    stop = year_stop(tokens, begin)
    if stop > begin:
        return stop
    return small_stop(tokens, begin) if word in _SHORT_YEARS else index


def _is_joined(tokens: Tokens, index: int) -> bool:
    """Return whether digits are the first part of a longer number: "20%", "19:30"."""
    return tokens.touches(index + 1) and tokens.at(index + 1) not in (",", ".", ";", "!", "?")
