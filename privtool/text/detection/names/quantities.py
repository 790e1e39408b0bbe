"""Quantities that look like something else: "6 1/2" is no date, "eight pounds lighter" no money."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import FAINT
from privtool.text.english.calendar import ENGLISH_MONTHS, WEEKDAYS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.lexicon import words

_MONEY, _DATE, _TIME = Label.MONEY.value, Label.DATE.value, Label.TIME.value
_NUMBER, _ID = Label.NUMBER.value, Label.ID.value
_AROUND = 40  # characters
_WEIGHT_BEFORE = Regex(
    r"(?i)(?<!\w)(?:weigh(?:s|ed|ing|t|ts)?|lost|lose|losing|gain(?:s|ed|ing)?|heavier|lighter)"
    r"(?!\w)[^.?!]*\Z"
)
_WEIGHT_AFTER = Regex(r"(?i) (?:(?:of )?(?:body )?weight|overweight|heavier|lighter)(?!\w)")
_OVER_NUMBER = Regex(r"(?i) over (?:\d|[a-z]+(?:ty|teen)(?!\w))")
# Longer numbers may be ids after all: a surrogate of a number stays near it.
_COUNTED = Regex(
    r"(?i)(?:\d{1,4}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,3})?(?:st|nd|rd|th|x|['’]?s|k?[gmj]|c?m|mm|m[gl]"
    r"|[kmgt]b|[kmg]?hz|mph|kph|lbs?|oz|ft|cc|pct|px|k?w|min|hrs?)|\d{1,3}(?:\.\d)?(?:-[a-z]{2,})+"
)
_YEARS = Regex(r"(?i)(?:mid|early|late|pre|post)-(?:1[5-9]|20)\d\ds?")
_FRACTION = Regex(r"(\d{1,2})/(2|3|4|5|8|16|32|64)(?:-[a-z]+)?")
_LONGEST_MONTH = 31  # days
_BEFORE_FRACTION = Regex(r"(?i)(?:\d[ -]|(?<!\w)(?:up|down|off|rose|fell|gained|lost|added|by) )\Z")
_AFTER_FRACTION = Regex(
    r"(?i)[ -](?:pct|per ?cent|inch|miles?|cups?|hours?|years?|points?|cents?|of an?|up|down|higher"
    r"|lower)(?!\w)|%"
)
_ORDINAL = Regex(r"(?i)(?:the )?(?:\d+(?:st|nd|rd|th)|[a-z]+(?:th|first|second|third))")
_COUNTED_NOUN = Regex(r"(?:-[a-z]+)? ([A-Za-z]+)(?!\w)")
_COUNTED_THINGS = Regex(
    r"(?i) (?:pct|per ?cent|percent|years?|months?|weeks?|days?|hours?|minutes?|times|miles|pounds"
    r"|people|feet|inches|degrees|dollars|points|games|kids|children)(?!\w)"
)


def label_of_quantity(text: str, span: Span) -> str | None:
    """Return the label of a date, time, sum or id that is a quantity; None if it is none."""
    after = text[span.end : span.end + _AROUND]
    if span.label == _TIME:
        return _NUMBER if _OVER_NUMBER.match(after) or _is_range(text, span) else None
    before = text[max(span.start - _AROUND, 0) : span.start]
    inside = text[span.start : span.end]
    if span.label == _MONEY:
        pounds = inside.lower().endswith(("pound", "pounds"))
        is_weight = pounds and (_WEIGHT_BEFORE.search(before) or _WEIGHT_AFTER.match(after))
        return _NUMBER if is_weight else None
    if span.label == _DATE:
        is_count = _is_fraction(inside, before, after) or _is_ordinal(inside, after)
        return _NUMBER if is_count else None
    if span.label != _ID or span.score > FAINT:
        return None
    if _YEARS.fullmatch(inside):
        return _DATE
    return _NUMBER if _COUNTED.fullmatch(inside) else None


def _is_range(text: str, span: Span) -> bool:
    """Return whether "five to six" counts what follows."""
    inside = text[span.start : span.end].lower()
    return " to " in inside and _COUNTED_THINGS.match(text, span.end) is not None


def _is_fraction(inside: str, before: str, after: str) -> bool:
    """Return whether "1/8" is a part of a number: the day and month do not say it."""
    match = _FRACTION.fullmatch(inside)
    if not match or int(match[1]) >= int(match[2]):
        return False
    if int(match[2]) > _LONGEST_MONTH:
        return True
    return bool(_BEFORE_FRACTION.search(before) or _AFTER_FRACTION.match(after))


def _is_ordinal(inside: str, after: str) -> bool:
    """Return whether "the 12th" counts the noun after it, which no date has: "the 12th round"."""
    if not _ORDINAL.fullmatch(inside):
        return False
    noun = _COUNTED_NOUN.match(after)
    if noun is None or noun[1].lower() in ENGLISH_MONTHS | WEEKDAYS.keys():
        return False
    return noun[1].lower() not in words("counted.nothing")
