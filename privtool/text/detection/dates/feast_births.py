"""Holidays that are dates of birth: "born Boxing Day 1955", "arrived two days after Easter"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.dates.vague import FEAST
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_BIRTHS = ("born", "birth", "dob", "b-day", "the world", "baby")
_BORN = r"(?:born|birth ?days?|birth ?date|date of birth|dob|b-?day|into (?:the|this) world)"
_DAYS = rf"(?:(?:the|\d{{1,2}}|an?|{'|'.join(sorted(SMALL))}) (?:days?|weeks?) (?:before|after) )?"
_YEAR = r"(?:'?\d\d(?!\d|[:.]\d)|(?:19|20)\d\d(?!\d)|nineteen[ -])"
_PATTERNS = tuple(
    Regex(rf"(?<![^\W_]){pattern}")
    for pattern in (
        rf"{_BORN}(?![^\W_])[^\n.;!]{{0,48}}?(?<![^\W_])(?P<date>{_DAYS}{FEAST})(?![^\W_])",
        rf"(?P<date>{FEAST}) (?:baby|child|birthday|bday|b-day)(?![^\W_])",
        rf"(?P<date>{_DAYS}{FEAST})(?:,| of| in)? {_YEAR}",
    )
)


def find(view: TextView) -> list[Span]:
    """Find them after a word of birth, before "baby", and before a year in a text with births."""
    if not any(map(view.lower.__contains__, _BIRTHS)):
        return []
    return sorted(
        Span(*match.span("date"), Label.DATE.value, LIKELY)
        for pattern in _PATTERNS
        for match in pattern.finditer(view.lower)
    )
