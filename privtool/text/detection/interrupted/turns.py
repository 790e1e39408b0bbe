"""Turns that are a part of a dictated number: "yeah five five, hang on", between others' turns."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.hesitations import HESITATIONS, fluent_text
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import REPEATS, SMALL, TENS, UNITS
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_INTERJECTIONS = frozenset(("oh", "o"))  # zeros beside another number
_SIGNS = frozenset((",", ".", "-", "…", "?", "!", ";"))
_NUMBERS = frozenset(SMALL.keys() | REPEATS.keys())
_SOUNDS = word_set("uh um uhm er erm ah eh hm mm mhm yeah yes okay ok")
_SAID = _NUMBERS | _SIGNS | _SOUNDS | HESITATIONS | {"'", ":", "—"}
_FEWEST = 2
_LONGEST = 120  # characters


def find(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find the number words of a text that has two numbers or more, and hesitations only."""
    if spans or len(view.plain) > _LONGEST:
        return []
    if not _SAID.issuperset(view.tokens.word):
        return []  # nearly always
    fluent = Tokens(fluent_text(view, anywhere=True)[0].lower())
    words = [word for word in fluent.word if word not in _SIGNS and word not in _SOUNDS]
    if _INTERJECTIONS.issuperset(words) or not _NUMBERS.issuperset(words):
        return []
    numbers = sum(
        not (before in TENS and word in UNITS)
        for before, word in zip(["", *words], words, strict=False)
    )
    if numbers < _FEWEST:
        return []
    tokens = view.tokens
    inside = tokens.places(_NUMBERS)
    return [tokens.span(at, at + 1, Label.NUMBER.value, POSSIBLE) for at in inside]
