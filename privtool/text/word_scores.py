"""The score from which a word is private, by what the dictionary of its language says of it.

A model that is hardly sure of a word is right where no dictionary knows it, and wrong where it is a
common word in lower case. How sure it must be also depends on what it takes the word for. The table
is fitted to lines that the model was not trained on (`recipes/embedded/fit_scores.py`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from privtool.text.labels import Label
from privtool.text.languages import settings
from privtool.text.lexicon import rows, words
from privtool.text.word_lists import frequent_words

WORD, NAME, OTHER, SIGN = "word", "name", "other", "sign"
_MIDDLE, _NOUN, _START, _SMALL, _SPOKEN = "middle", "noun", "start", "small", "spoken"
_TAKEN_FOR = {
    Label.PERSON: "person",
    **dict.fromkeys((Label.LOCATION, Label.ADDRESS, Label.ZIP), "place"),
    Label.ORGANIZATION: "organization",
    Label.MISC: "people",
}
_VALUE = "value"  # all others
KINDS = (WORD, NAME, OTHER, SIGN)
PLACES = (_MIDDLE, _NOUN, _START, _SMALL, _SPOKEN)
TAKEN_FOR = (*dict.fromkeys(_TAKEN_FOR.values()), _VALUE)
_OPENS = frozenset(".!?:\"“”„«»(-–—…¿¡'‚‘\n")  # a word after one may have a capital as the first
_SHORTEST_BASE = 3  # letters
_ROMAN = re.compile("[IVX]{2,}")  # centuries


class Case(NamedTuple):
    """What a word is in the dictionary, where it stands, and what a model takes it for."""

    kind: str
    place: str
    taken_for: str


_TABLE = {
    (kind, place, group): float(score) for kind, place, group, score in rows("word_scores", "intl")
}


class WordScores:
    """The scores that words of a language need."""

    def __init__(self, language: str) -> None:
        own = settings(language)
        self._inside = _NOUN if own.get("noun_capitals") else _MIDDLE
        self._language, self._enclitics = language, tuple(own.get("enclitics", ()))
        self._endings = tuple(own.get("endings", ()))

    def of(
        self, text: str, places: Sequence[tuple[int, int]], labels: Sequence[str]
    ) -> list[float]:
        """Return the score that each word of a text needs to be private with its label."""
        cases = self.cases(text, places, labels)
        return list(map(_TABLE.__getitem__, cases))

    def cases(
        self, text: str, places: Sequence[tuple[int, int]], labels: Sequence[str]
    ) -> list[Case]:
        """Return the case of each word of a text."""
        capitals = sum(map(str.isupper, text))
        plain = not capitals or 2 * capitals > sum(map(str.isalpha, text))
        taken_for = (_TAKEN_FOR.get(Label(label), _VALUE) for label in labels)
        both = (self._kind_and_place(text, start, end, plain) for start, end in places)
        return [Case(*case, role) for case, role in zip(both, taken_for, strict=True)]

    def _kind_and_place(self, text: str, start: int, end: int, plain: bool) -> tuple[str, str]:
        word = text[start:end]
        place = _SPOKEN if plain else _place(text, start)
        if not word.isalpha() or _ROMAN.fullmatch(word):
            return SIGN, place
        if plain and word.isupper() and sum(map(str.isalpha, text)) == len(word) > 1:
            place = _MIDDLE  # nothing but initials: "(KDM)"
        return self._kind(word.lower(), place), self._inside if place == _MIDDLE else place

    def _kind(self, word: str, place: str) -> str:
        kind = self._kinds.get(word)
        # Inside a sentence, a word with a capital and such an end is a name: "Rosales".
        if kind is None and place != _MIDDLE and word.endswith(self._enclitics):
            kind = next(filter(None, map(self._kinds.get, self._bases(word))), None)
        if kind is None and self._endings and word.endswith(self._endings):
            kind = WORD
        return kind or OTHER

    def _bases(self, word: str) -> list[str]:
        """Return what an enclitic may be attached to: "dimmi", "mostrami"."""
        bases = [word.removesuffix(end) for end in self._enclitics if word.endswith(end)]
        return [base + end for base in bases for end in ("", "e") if len(base) >= _SHORTEST_BASE]

    @cached_property
    def _kinds(self) -> dict[str, str]:
        found = frequent_words(self._language)
        known = {word: kind or WORD for word, _, kind in found if kind != OTHER}
        return known | dict.fromkeys(words("words.common", self._language), WORD)


def _place(text: str, start: int) -> str:
    if not text[start].isupper():
        return _SMALL
    before = text[:start].rstrip(" \t\r")
    return _START if not before or before[-1] in _OPENS else _MIDDLE
