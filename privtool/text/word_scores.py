"""The score from which a word is private, by whether its language has it as a common word.

A model that is hardly sure of a word is right where no dictionary knows it, and wrong where it is a
common word in lower case. How sure it must be also depends on what it takes the word for. The table
is fitted to lines that the model was not trained on (`recipes/embedded/fit_scores.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from privtool.text.labels import Label
from privtool.text.languages import settings
from privtool.text.lexicon import rows, words
from privtool.text.word_lists import frequent_words

KINDS = WORD, OTHER = "word", "other"
PLACES = _MIDDLE, _NOUN, _START, _SMALL, _SPOKEN = "middle", "noun", "start", "small", "spoken"
_TAKEN_FOR = {
    Label.PERSON: "person",
    **dict.fromkeys((Label.LOCATION, Label.ADDRESS, Label.ZIP), "place"),
    Label.ORGANIZATION: "organization",
    Label.MISC: "people",
}
_VALUE = "value"  # all others
TAKEN_FOR = (*dict.fromkeys(_TAKEN_FOR.values()), _VALUE)
_OPENS = frozenset(".!?:\"“”„«»(-–—…¿¡'‚‘\n")  # a word after one may have a capital as the first


class Case(NamedTuple):
    """What a word is in the dictionary, where it stands, and what a model takes it for."""

    kind: str
    place: str
    taken_for: str


_TABLE = {
    (kind, place, group): float(score) for kind, place, group, score in rows("word_scores", "intl")
}


@cache
def _common_words(language: str) -> frozenset[str]:
    frequent = (word for word, _, kind in frequent_words(language) if not kind)
    return words("words.common", language).union(frequent)


class WordScores:
    """The scores that words of a language need."""

    def __init__(self, language: str) -> None:
        self._inside = _NOUN if settings(language).get("noun_capitals") else _MIDDLE
        self._language = language

    def of(
        self, text: str, places: Sequence[tuple[int, int]], labels: Sequence[str]
    ) -> list[float]:
        """Return the score that each word of a text needs to be private with its label."""
        return list(map(_TABLE.__getitem__, self.cases(text, places, labels)))

    def cases(
        self, text: str, places: Sequence[tuple[int, int]], labels: Sequence[str]
    ) -> list[Case]:
        """Return the case of each word of a text."""
        capitals = sum(map(str.isupper, text))
        spoken = not capitals or 2 * capitals > sum(map(str.isalpha, text))
        common = _common_words(self._language)
        return [
            Case(
                WORD if text[start:end].lower() in common else OTHER,
                _SPOKEN if spoken else self._place(text, start),
                _TAKEN_FOR.get(Label(label), _VALUE),
            )
            for (start, end), label in zip(places, labels, strict=True)
        ]

    def _place(self, text: str, start: int) -> str:
        if not text[start].isupper():
            return _SMALL
        before = text[:start].rstrip(" \t\r")
        return _START if not before or before[-1] in _OPENS else self._inside
