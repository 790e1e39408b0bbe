"""Dates written in digits."""

from __future__ import annotations

from collections.abc import Callable

from privtool.core.spans import Span
from privtool.text.detection.confidence import DOUBTFUL, LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex
from privtool.text.word_sets import word_set

DATE = Label.DATE.value

# A first digit: what may not be before it is tested after it, so that the search looks for digits.
_DIGIT = r"\d(?<![\w/]\d)(?<!\d[.,-]\d)(?<![^\W\d_]-\d)"
_AFTER = r"(?!\w)(?![/.,-]\d)"
_CLOCK = (
    r"(?:t\d{2}:?\d{2}(?::?\d{2}(?:[.,]\d{1,9})?)?"
    r"(?:z|[+-]\d{2}(?::?\d{2})?)?)?"
)
_YEAR_FIRST = Regex(rf"({_DIGIT}\d{{3}})" + r"([-/.])(\d{1,2})\2(\d{1,2})" + _CLOCK + _AFTER)
_YEAR_LAST = Regex(rf"({_DIGIT}\d?)" + r"( ?[-/.] ?)(\d{1,2})\2(\d{4}|\d{2})" + _AFTER)
_MONTH_YEAR = Regex(
    rf"({_DIGIT}(?:\d?(?=[/-]\d{{4}}{_AFTER})|\d{{3}}(?=[/-]\d{{2}}{_AFTER})))[/-](\d+)"
)
_TWO_PARTS = Regex(rf"({_DIGIT}\d?)" + r"/(\d{1,2})" + _AFTER)
_YEARS = Regex(r"([12](?<![\w.,-].)(?:(?<=1)\d|0)\d\d)( ?[-/] ?| to )(1\d{3}|20\d\d|\d\d)(?![\w-])")
_EAST_ASIAN_SIGN = Regex("[年년月월]")
_EAST_ASIAN = Regex(r"(?:\d{2,4}[年년] ?)?\d{1,2}[月월](?: ?\d{1,2}[日일])?|(?<!\d)\d{4}[年년]")

_QUARTER = Regex(r"(?<!\w)(?:q[1-4][ /-]?(?:20)?\d{2}|(?:20\d{2}|fy\d{2}) ?-?q[1-4])(?!\w)")
_QUARTER_SIGN = Regex("q[1-4]")
_JOINED = Regex(r"\d ?[-/] ?\d|\d\. ?\d{1,2}\. ?\d|\d to \d")

_DATE_CUES = word_set(
    """on by since until till from before after due dated date exp expires expiring expiry born dob
    of for starting ending"""
)
_LAST_WORD = Regex(r"([a-z]+)\W{0,3}\Z")


def find(view: TextView) -> list[Span]:
    """Find dates of three parts, of two parts, ranges of years, quarters."""
    all_spans: list[Span] = []
    if _JOINED.search(view.lower):
        for pattern, score_of in _SCORED:
            spans = []
            for match in pattern.finditer(view.lower):
                score = score_of(match)
                if score > 0:
                    spans.append(Span(*match.span(), DATE, score))
            view.hide(spans)
            all_spans += spans
        all_spans += _month_and_day(view)
    if _QUARTER_SIGN.search(view.lower):
        all_spans += _matches(view, _QUARTER, LIKELY)
    if not view.lower.isascii() and _EAST_ASIAN_SIGN.search(view.lower):
        all_spans += _matches(view, _EAST_ASIAN, SURE)
    return sorted(all_spans)


def _matches(view: TextView, pattern: Regex, score: float) -> list[Span]:
    """Return every match of the pattern, hidden."""
    spans = [Span(*match.span(), DATE, score) for match in pattern.finditer(view.lower)]
    view.hide(spans)
    return spans


def _day_and_month(first: str, second: str) -> bool:
    """Return whether one of the two can be a month and the other a day."""
    low, high = sorted((int(first), int(second)))
    return 1 <= low <= 12 and high <= 31


def _year_first_score(match: Match) -> float:
    year, _, month, day = match.groups()
    return SURE if 1000 <= int(year) < 2200 and _day_and_month(month, day) else 0.0


def _year_last_score(match: Match) -> float:
    day, separator, month, year = match.groups()
    if not _day_and_month(day, month):
        return 0.0
    if len(year) == 4:
        return SURE
    if " " in separator:
        return 0.0  # "10 - 5 - 20" is a sum or a score
    return SURE if separator == "/" else LIKELY


def _month_year_score(match: Match) -> float:
    beside = (
        match.string[max(0, match.start() - 2) : match.start()] + match.string[match.end() :][:2]
    )
    if "-" in match.group() and any(map(str.isdigit, beside)):
        return 0.0  # "3-2078 0988" is part of a longer number
    month, year = sorted(match.groups(), key=len)
    return LIKELY if 1 <= int(month) <= 12 and 1800 <= int(year) < 2200 else 0.0


def _year_range_score(match: Match) -> float:
    first, separator, last = match.groups()
    if len(last) == 2:  # "1995-96", but not "2019-05", nor "1914 to 18"
        follows = separator in ("-", "/") and int(last) == (int(first) + 1) % 100
        return POSSIBLE if follows else 0.0
    return POSSIBLE if int(first) <= int(last) else 0.0


_SCORED: tuple[tuple[Regex, Callable[[Match], float]], ...] = (
    (_YEAR_FIRST, _year_first_score),
    (_YEAR_LAST, _year_last_score),
    (_YEARS, _year_range_score),
    (_MONTH_YEAR, _month_year_score),
)


def _month_and_day(view: TextView) -> list[Span]:
    """Find "3/5", "03/27": a date after a word such as "on", else more likely a fraction."""
    spans = []
    for match in _TWO_PARTS.finditer(view.lower):
        first, second = match.groups()
        expiry = 1 <= int(first) <= 12 and len(second) == 2
        if not (expiry or (int(second) > 0 and int(first) > 0 and _day_and_month(first, second))):
            continue
        before = _LAST_WORD.search(view.lower[max(0, match.start() - 14) : match.start()])
        cued = before is not None and before.group(1) in _DATE_CUES
        spans.append(Span(*match.span(), DATE, LIKELY if cued else DOUBTFUL))
    view.hide(spans)
    return spans
