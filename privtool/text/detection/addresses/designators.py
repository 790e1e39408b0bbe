"""What a house or flat is called before its number: "No. 5b", "block C, stair two", "plot 12"."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_ADDRESS = Label.ADDRESS.value
_NUMBERS = frozenset((Label.NUMBER.value, Label.ID.value))
_VALUE = rf"(?:\d{{1,4}}[a-z]?|[a-z]|{'|'.join(sorted(SMALL))})"
DESIGNATED = (
    rf"(?:block|blk|bl\.|stair(?:case|well)?|entrance|ent\.|tower|wing|house|hse|plot|lot|phase"
    rf"|gate|bldg\.?|building|floor|level|unit|door) (?:no\.? ?)?{_VALUE}"
)
_BEFORE_ADDRESS = Regex(
    rf"(?<![^\W_])(?:(?:{DESIGNATED},? ){{1,4}}(?:no\.? |number )?"
    r"|(?:no\.? ?|number |nr\.? |nº ?))\Z"
)
_BEFORE_NUMBER = Regex(
    r"(?<![^\W_])(?:(?:house|hse|plot|villa|bungalow|erf) (?:no\.? ?|number )?"
    r"|(?<=at )number |(?<=from )number |(?<=opposite )number |(?<=behind )number )\Z"
)
_FLAT = Regex(r" [b-hj-np-z](?=[,.;!?\n]|\Z)")  # "was it a or b, 7 b, yes"
_SPANISH_FLAT = Regex(r" ?[ºª] ?(?:[a-z]|izq\.?|izda\.?|dcha\.?)(?![^\W_])")  # "4º C"
_SIDE = Regex(r"(?<=floor),? (?:on|to) the (?:right|left)(?![^\W_])")
_RANK = Regex(r" (?:in|on|of|overall|seed|spot|position|with)(?![^\W_])")
_LONGEST = 48  # characters before a number
_MOST_DIGITS, _MOST_OF_HOUSE = 8, 4  # characters


def with_designators(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the sorted, disjoint spans of a text in lower case with the words before them.

    Numbers after the word for a house become addresses, and so do those before the letter of a flat
    in a text with an address.
    """
    whole: list[Span] = []
    floor = 0
    placed = any(span.label == _ADDRESS for span in spans)
    for span in spans:
        first = max(floor, span.start - _LONGEST)
        if span.label == _ADDRESS:
            match = _BEFORE_ADDRESS.search(lowered[first : span.start])
            span = span if match is None else span._replace(start=first + match.start())
            side = _SIDE.match(lowered, span.end)
            span = span if side is None else span._replace(end=side.end())
        elif span.label in _NUMBERS and span.end - span.start <= _MOST_DIGITS:
            match = _BEFORE_NUMBER.search(lowered[first : span.start])
            if match is not None and not _RANK.match(lowered, span.end):
                span = span._replace(start=first + match.start(), label=_ADDRESS)
            elif span.end - span.start <= _MOST_OF_HOUSE and lowered[span.end - 1].isdecimal():
                flat = _SPANISH_FLAT.match(lowered, span.end)
                flat = flat or (_FLAT.match(lowered, span.end) if placed else None)
                span = span if flat is None else span._replace(end=flat.end(), label=_ADDRESS)
        floor = span.end
        whole.append(span)
    return whole
