"""Ages in number words of other languages than English: "tiene nueve años"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.foreign_numbers import LANGUAGES, is_number
from privtool.text.labels import Label
from privtool.text.lexicon import entries, words

_MOST_WORDS = 5  # of an age
_WORD = re.compile(r"[^\W\d_]+")
_JOINED = frozenset[str]().union(*(language.between for language in LANGUAGES))


class SaidAges:
    """A step of tagging: adds ages that a cue announces."""

    def __init__(self, language: str) -> None:
        cues = "|".join(map(re.escape, entries("names.age-cues", language)))
        units = "|".join(map(re.escape, words("names.age-units", language)))
        number = rf"[^\W\d_]+(?:[\s-]+[^\W\d_]+){{0,{_MOST_WORDS - 1}}}?"
        self._age = re.compile(
            rf"(?<!\w)(?:{cues})\s+(?P<age>(?P<number>{number})\s+(?:{units}))(?!\w)", re.IGNORECASE
        )

    def __call__(self, text: str, spans: Sequence[Span]) -> list[Span]:
        """Return the spans, and the ages."""
        ages = (
            Span(*match.span("age"), Label.AGE.value, LIKELY)
            for match in self._age.finditer(text)
            if _is_number(match["number"].lower())
        )
        return [*spans, *ages]


def _is_number(said: str) -> bool:
    found = _WORD.findall(said)
    return is_number(found[0]) and all(is_number(word) or word in _JOINED for word in found)
