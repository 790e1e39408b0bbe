"""Number words that continue a span: "june fifth" in "june fifth seventy nine"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.dates.months import MONTH_NAMES
from privtool.text.english.numbers import (
    CARDINALS,
    ORDINAL_ENDINGS,
    ORDINAL_UNITS,
    ORDINALS,
    TEENS,
    TENS,
    UNITS,
)
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_AGE = Label.AGE.value
_ENDS = CARDINALS.keys() | ORDINALS.keys()
_LONGEST_WORD = max(map(len, _ENDS | MONTH_NAMES))
_NUMBER = f"(?:{'|'.join(sorted(CARDINALS.keys() | ORDINAL_UNITS.keys()))})"
# After a comma only the start of a year counts: not "june fifth, two of us".
_BEGINS_A_YEAR = f"(?=oh[ -](?:{'|'.join(UNITS)})|{'|'.join([*TENS, *TEENS])})"
_TAIL = Regex(rf"(?:(?: {{1,3}}|-|, {_BEGINS_A_YEAR}){_NUMBER}(?![^\W_]))+")
# "She's two and a half", "six months and three weeks".
_HALF = Regex(
    r" and (?:a half|a quarter|three quarters"
    rf"|(?:\d{{1,2}}|{_NUMBER}) (?:weeks?|days?|months?))(?![^\W_])"
)
_YEAR_TAIL = Regex(rf"(?: {{1,3}}|, ){_BEGINS_A_YEAR}{_NUMBER}(?:[ -]{_NUMBER})*(?![^\W_])")


def with_number_tails(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Extend the sorted, disjoint `spans` of a lower-case text to the end of their last number.

    Finders of dates, times and addresses take numbers of a usual form; number words after it still
    belong to them, and would reveal a year or half a house number.
    """
    whole: list[Span] = []
    for place, span in enumerate(spans):
        limit = spans[place + 1].start if place + 1 < len(spans) else len(lowered)
        pattern = _continuation(span, lowered)
        tail = pattern.match(lowered, span.end, limit) if pattern is not None else None
        whole.append(span._replace(end=tail.end()) if tail else span)
    return whole


def _continuation(span: Span, lowered: str) -> Regex | None:
    """Return what may continue a span: after a number word, "5th", or the month after a day."""
    if span.label == _AGE and _HALF.match(lowered, span.end):
        return _HALF
    last = lowered[span.end - 1]
    if last.isdecimal() or not last.isalnum():
        return None  # the usual case
    start, floor = span.end, max(span.start, span.end - _LONGEST_WORD - 1)
    while start > floor and lowered[start - 1].isalnum() and not lowered[start - 1].isdecimal():
        start -= 1
    word = lowered[start : span.end]
    if word in ORDINAL_ENDINGS:
        return _YEAR_TAIL
    month = word in MONTH_NAMES and start > span.start
    return _TAIL if word in _ENDS or month else None
