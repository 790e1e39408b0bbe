"""Number words that continue a span: "june fifth" in "june fifth seventy nine"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.dates.months import MONTH_NAMES
from privtool.text.english.numbers import CARDINALS, ORDINAL_UNITS, ORDINALS, TEENS, TENS, UNITS
from privtool.text.lazy_regex import Regex

_ENDS = CARDINALS.keys() | ORDINALS.keys()
_LAST_WORD = Regex(r"[^\W\d_]+\Z")
_LONGEST_WORD = max(map(len, _ENDS | MONTH_NAMES))
_NUMBER = f"(?:{'|'.join(sorted(CARDINALS.keys() | ORDINAL_UNITS.keys()))})"
# After a comma only the start of a year counts: not "june fifth, two of us".
_BEGINS_A_YEAR = f"(?=oh[ -](?:{'|'.join(UNITS)})|{'|'.join([*TENS, *TEENS])})"
_TAIL = Regex(rf"(?:(?: {{1,3}}|-|, {_BEGINS_A_YEAR}){_NUMBER}(?![^\W_]))+")


def with_number_tails(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Extend the sorted, disjoint `spans` of a lower-case text to the end of their last number.

    Finders of dates, times and addresses take numbers of a usual form; number words after it still
    belong to them, and would reveal a year or half a house number.
    """
    whole: list[Span] = []
    for place, span in enumerate(spans):
        limit = spans[place + 1].start if place + 1 < len(spans) else len(lowered)
        tail = _TAIL.match(lowered, span.end, limit) if _continues(span, lowered) else None
        whole.append(span._replace(end=tail.end()) if tail else span)
    return whole


def _continues(span: Span, lowered: str) -> bool:
    """Return whether a span ends with a number word, or with the month after a day."""
    last = _LAST_WORD.search(lowered, max(span.start, span.end - _LONGEST_WORD - 1), span.end)
    if last is None:
        return False
    return last.group() in _ENDS or (last.group() in MONTH_NAMES and last.start() > span.start)
