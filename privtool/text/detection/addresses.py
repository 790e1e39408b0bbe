"""Flats, floors and what a house is called, which belong to the address next to them.

"block C, stair two", "No. 5b", "3. OG links", "piso 3, puerta B", "bât. B, 3e étage".
"""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.english.numbers import SMALL
from privtool.text.labels import POSSIBLE, Label
from privtool.text.lazy_regex import Regex
from privtool.text.rules.rule import any_of

_ADDRESS = Label.ADDRESS.value
_NUMBERS = frozenset((Label.NUMBER.value, Label.ID.value))
_END = r"(?![^\W_])"
_VALUE = rf"(?:[a-z]?\d{{1,4}}[a-z]?(?:[-/]\d{{1,3}})?|[a-hj-z]|{'|'.join(SMALL)}){_END}"
_RANK = rf"(?:{any_of('units.ranks')}|[ivx]{{1,4}}\.?|\d{{1,2}}(?:st|nd|rd|th)?[.ºª°]{{0,2}})"
_SIDE = rf"{any_of('units.sides')}{_END}\.?"
# "block C", "apt. no. 5", "#4"
_NUMBERED = (
    rf"(?:{any_of('units.before')}(?:[.:]{{1,2}} ?| |(?=\d))(?:no\.? ?|number |[#:] ?)?|# ?)"
    rf"{_VALUE}"
)
# "third floor on the right", "2. OG", "II. em. 11."
_FLOOR = (
    rf"(?:{_RANK} ?)?{any_of('units.floors')}{_END}\.?(?: \d{{1,3}}\.?{_END})?"
    rf"(?:,? (?:(?:on|to) the )?{_SIDE})?"
)
UNIT = (
    rf"(?:{_NUMBERED}|{_FLOOR}|{_RANK} ?{_SIDE}|{any_of('units.alone')}{_END}"
    rf"|\d{{1,2}}\.? ?[ºª°](?: ?\d{{1,2}} ?[ºª°]| ?[a-z]{_END})?)"
)
_AFTER = Regex(rf"(?: (?:stroke|slash|oblique) {_VALUE})?(?:(?:[,.]? |[,/]){UNIT}){{0,6}}")
_BEFORE = Regex(
    rf"(?<![^\W_])(?:(?:{_NUMBERED},? ){{1,4}}(?:no\.? |number )?|no\.? ?|number |nr\.? |nº ?)\Z"
)
# Anywhere in a text with an address: "on the third floor, Kasprzaka 21", "Gandhi Nagar 2nd cross".
_STOREYS = Regex(
    rf"(?<![^\W_]){_RANK} (?:floor(?: {_SIDE})?|flat|(?:cross|main)(?: road)?){_END}"
    rf"|(?:(?<=, )|(?<= so )|(?<= and )){_RANK} {_SIDE}(?=[,.;\n]|\Z)"
)
_STREET = Regex(r"(?<![^\W_])(?:rua|calle|rue|via|avenida|strada) [^\W\d_]")
# What makes an address of a number.
_BEFORE_NUMBER = Regex(
    r"(?<![^\W_])(?:(?:house|hse|plot|villa|bungalow|erf) (?:no\.? ?|number )?"
    r"|(?:(?<=at )|(?<=from )|(?<=opposite )|(?<=behind ))number )\Z"
)
_IN_A_LIST = Regex(rf" (?:in|on|of|overall|seed|spot|position|with){_END}")
_LONGEST = 48  # characters before a number
_MOST_DIGITS = 8  # characters


def with_units(spans: Sequence[Span], lowered: str) -> list[Span]:
    """Return the spans of a text in lower case, the addresses with what belongs to them.

    Floors elsewhere in a text with an address are added, and numbers after the word for a house
    become addresses. The spans may overlap then.
    """
    placed = any(span.label == _ADDRESS for span in spans)
    whole: list[Span] = []
    floor = 0
    for span in spans:
        if span.label in _NUMBERS and span.end - span.start <= _MOST_DIGITS:
            house = _BEFORE_NUMBER.search(lowered, max(floor, span.start - _LONGEST), span.start)
            if house and not _IN_A_LIST.match(lowered, span.end):
                span = span._replace(start=house.start(), label=_ADDRESS)
        if span.label == _ADDRESS:
            before = _BEFORE.search(lowered, max(floor, span.start - _LONGEST), span.start)
            after = _AFTER.match(lowered, span.end)
            start = before.start() if before else span.start
            span = span._replace(start=start, end=after.end() if after else span.end)
        floor = span.end
        whole.append(span)
    if placed or (spans and _STREET.search(lowered)):
        storeys = (Span(*match.span(), _ADDRESS, POSSIBLE) for match in _STOREYS.finditer(lowered))
        whole = sorted([*whole, *storeys])
    return whole
