"""Codes of letters and digits that no rule describes: record numbers, serial numbers."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY, POSSIBLE, SURE
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Match, Regex

ID = Label.ID.value
NATIONAL_ID = Label.NATIONAL_ID.value

_CODE = Regex(r"(?<![^\W_])[a-z\d]+(?:[-_/.:#]{1,2}[a-z\d]+){0,8}(?![^\W_])")
_PART = Regex(r"[a-z\d]+")
# Digits with a unit or an ending, which are not codes: "100mg", "1990s", "3rd", "2x4", "1080p".
_MEASURE = Regex(
    r"\d+(?:st|nd|rd|ths?|s|k|m|mm|b|bn|x|p|h|d|w|y|yo|am|pm|min|mins|hr|hrs|sec|secs|ms|mg|mcg|kg|g|lb"
    r"|lbs|oz|ml|cl|l|cm|km|ft|in|mi|mph|kmh|kph|px|gb|mb|kb|tb|ghz|mhz|hz|khz|w|kw|v|mah|fps|bpm|ish"
    r"|ers?|yrs?|mln|million|bit|cc|hp|am|f|c|e|t|er|ex|pts?|gal|kcal|cal|dpi|rpm|nm)"
    r"|\d+x\d+(?:x\d+)?|(?:x|v)\d{1,3}"
)
_WORD_NUMBER = Regex(r"[a-z]{3,}\d{1,4}")


def find(view: TextView) -> list[Span]:
    """Find codes in one piece, or joined by hyphens, dots and the like."""
    found = (_code(view, match) for match in _CODE.finditer(view.lower))
    return [span for span in found if span is not None]


def _code(view: TextView, match: Match) -> Span | None:
    """Return the code in a match, if it mixes letters and digits as codes do."""
    code = match.group()
    if code.isalpha() or code.isdigit():
        return None  # mostly
    digits = sum(map(str.isdigit, code))
    if digits == 0 or not any(map(str.isalpha, code)):
        return None
    start, end = match.span()
    label, cue_score = view.expected.get(start, (ID, 0.0))
    if label not in (ID, NATIONAL_ID):
        label = ID
    score = max(_score(view.plain[start:end], code, digits), cue_score if digits > 1 else 0.0)
    return Span(start, end, label, score) if score > 0 else None


def _score(written: str, code: str, digits: int) -> float:
    """Score the code, `written` in its own case."""
    parts = _PART.findall(code)
    if _MEASURE.fullmatch(code):
        return 0.0
    mixed = [part for part in parts if not (part.isdigit() or part.isalpha())]
    if all(_MEASURE.fullmatch(part) for part in mixed) and mixed:
        return 0.0  # "10am-5pm", "1st-2nd"
    capitals = written.isupper() and not written.isalpha()
    if mixed and "_" not in code:
        if digits < 2 or len(code) < 5:
            return 0.0
        if len(parts) == 1 and _WORD_NUMBER.fullmatch(code):
            return LIKELY if capitals else POSSIBLE
        return SURE if digits > 2 else LIKELY
    if "_" in code:
        return LIKELY  # "svc_deploy7", a user name or the name of a file
    letters = [part for part in parts if part.isalpha()]
    if digits >= 3 and max(map(len, letters)) <= 5 and max(map(len, parts)) > 2:
        if capitals:
            return SURE if digits > 3 else LIKELY
        return POSSIBLE if digits > 3 else 0.0
    return LIKELY if digits >= 6 else 0.0
