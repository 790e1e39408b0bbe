"""Digits in words that are said with their place: "no, oh-two-nine at the end"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import UNITS
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex

_DIGIT = f"(?:{'|'.join(sorted({*UNITS, 'oh', 'zero', 'nought', 'nil'}))})"
_PLACED = Regex(
    rf"(?<![^\W_])(?:(?:double|triple)[ -])?{_DIGIT}(?:[ -]{_DIGIT}){{0,5}}"
    r"(?= at the (?:end|start|beginning|front)(?![^\W_])(?! of (?!it|that|the number)))"
)


def find(view: TextView) -> list[Span]:
    """Find such digits; "five at the end of the month" are none."""
    if " at the " not in view.lower:
        return []
    matches = _PLACED.finditer(view.lower)
    return [Span(*match.span(), Label.NUMBER.value, POSSIBLE) for match in matches]
