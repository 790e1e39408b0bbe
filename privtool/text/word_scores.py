"""The score from which a word is private, by what the dictionary of its language says of it.

A model that is hardly sure of a word is right where no dictionary knows it, and wrong where it is a
common word in lower case.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from privtool.text.languages import settings
from privtool.text.lexicon import rows, words
from privtool.text.word_lists import frequent_words

WORD, NAME, OTHER = "word", "name", "other"
_MIDDLE, _START, _SMALL, _SPOKEN = "middle", "start", "small", "spoken"
_SIGNS = 0.5  # needed by numbers and signs
_OPENS = frozenset(".!?:\"“”„«»(-–—…¿¡'‚‘\n")  # a word after one may have a capital as the first
_SHORTEST_BASE = 3  # letters
_ROMAN = re.compile("[IVX]{2,}")  # centuries


class WordScores:
    """The scores that words of a language need."""

    def __init__(self, language: str) -> None:
        own = settings(language)
        self._scores = {(kind, place): float(score) for kind, place, score in _TABLE}
        for kind, places in own.get("scores", {}).items():
            self._scores |= {(kind, place): score for place, score in places.items()}
        self._language, self._enclitics = language, tuple(own.get("enclitics", ()))
        self._endings = tuple(own.get("endings", ()))

    def of(self, text: str, places: Sequence[tuple[int, int]]) -> list[float]:
        """Return the score that each word of a text needs."""
        capitals = sum(map(str.isupper, text))
        plain = not capitals or 2 * capitals > sum(map(str.isalpha, text))
        return [self._needed(text, start, end, plain) for start, end in places]

    def _needed(self, text: str, start: int, end: int, plain: bool) -> float:
        word = text[start:end]
        if not word.isalpha() or _ROMAN.fullmatch(word):
            return _SIGNS
        place = _SPOKEN if plain else _place(text, start)
        if plain and word.isupper() and sum(map(str.isalpha, text)) == len(word) > 1:
            place = _MIDDLE  # nothing but initials: "(KDM)"
        return self._scores[self._kind(word.lower(), place), place]

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


_TABLE = rows("word_scores", "intl")


def _place(text: str, start: int) -> str:
    if not text[start].isupper():
        return _SMALL
    before = text[:start].rstrip(" \t\r")
    return _START if not before or before[-1] in _OPENS else _MIDDLE
