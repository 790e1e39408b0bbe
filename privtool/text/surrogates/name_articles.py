"""Names after "a" and "an": "an Omaha suburb", "a BNC spokesman"."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.pools import starts_with_vowel

_LETTERS = re.compile(r"[A-Z]{2,5}(?![A-Za-z])")
_ARTICLE = re.compile(r"(?:an?|the) ", re.IGNORECASE)  # "A Garden in June"
_AN_LETTERS = frozenset("AEFHILMNORSX")  # "an FBI agent"
_MOST_TRIES = 48
_FAR = 2000  # attempts apart, so that no other attempt is the same


def name_with_article(phrase: str, context: Context, make: Callable[[str, Context], str]) -> str:
    """Return a name that takes the article before the phrase, by its cues, if one is found."""
    first = make(phrase, context)
    if {"a", "an"}.issubset(context.cues):  # in other places of the scope
        return first
    expected, made = "an" in context.cues, first
    for attempt in range(1, _MOST_TRIES):
        if name_takes_an(made) == expected and not _ARTICLE.match(made):
            return made
        made = make(phrase, context._replace(attempt=context.attempt + _FAR * attempt))
    return first


def name_takes_an(name: str) -> bool:
    """Return whether a name takes "an"; an acronym is read letter by letter."""
    if _LETTERS.match(name):
        return name[0] in _AN_LETTERS
    return starts_with_vowel(name)
