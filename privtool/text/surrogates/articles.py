"""Names and numbers after "a" and "an": "an Omaha suburb", "an 8-year lease", "a BNC spokesman"."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.english.numbers import SMALL
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.pools import Pool, starts_with_vowel

Make = Callable[[str, Context], str]
_ARTICLES = frozenset(("a", "an"))
_LETTERS = re.compile(r"[A-Z]{2,5}(?![A-Za-z])")
_OWN = re.compile(r"(?:an?|the) ", re.IGNORECASE)  # "A Garden in June"
_AN_LETTERS = frozenset("AEFHILMNORSX")  # "an FBI agent"
_AN_NUMBER = re.compile(r"\W*(?:8[\d,]*|1[18](?:,\d{3})*)(?!\d)|\W*(?:eight|eleven)", re.IGNORECASE)
_BEFORE_NUMBER = re.compile(rf"(an?)(\s+)(?=\d|(?:{'|'.join(SMALL)})\b)", re.IGNORECASE)
_FEW = re.compile(r"(\D*)(\d{1,2})(\D.*|)", re.DOTALL)
_WITH_AN = {1: Pool(("11", "18")), 2: Pool(("11", "18", *map(str, range(80, 90))))}
_MOST_TRIES = 48
_FAR = 2000  # attempts apart, so that no other attempt is the same


def name_takes_an(name: str) -> bool:
    """Return whether a name takes "an"; an acronym is read letter by letter."""
    return name[0] in _AN_LETTERS if _LETTERS.match(name) else starts_with_vowel(name)


def number_takes_an(number: str) -> bool:
    """Return whether a number takes "an"."""
    return _AN_NUMBER.match(number) is not None


def name_with_article(phrase: str, context: Context, make: Make) -> str:
    """Return a name that takes the article before the phrase, by its cues, if one is found."""
    found = _with_article(
        phrase, context, make, lambda name: None if _OWN.match(name) else name_takes_an(name)
    )
    return make(phrase, context) if found is None else found


def number_with_article(phrase: str, context: Context, make: Make) -> str:
    """Return a number that takes the article before the phrase, by its cues, if one is found.

    An article in the phrase becomes the one that the new number takes.
    """
    own = _BEFORE_NUMBER.match(phrase) if not context.cues else None
    if own is not None:
        made = make(phrase[own.end() :], context)
        return cased_like(own[1], "an" if number_takes_an(made) else "a") + own[2] + made
    found = _with_article(phrase, context, make, number_takes_an)
    if found is not None:
        return found
    few = _FEW.fullmatch(phrase)
    if few is None or "an" not in context.cues:
        return make(phrase, context)
    return few[1] + context.pick("after an", few[2], _WITH_AN[len(few[2])]) + few[3]


def _with_article(
    phrase: str, context: Context, make: Make, takes_an: Callable[[str], bool | None]
) -> str | None:
    """Return what takes the one article of the cues, None for nothing found."""
    articles = _ARTICLES.intersection(context.cues)
    for attempt in range(_MOST_TRIES):
        made = make(phrase, context._replace(attempt=context.attempt + _FAR * attempt))
        if len(articles) != 1 or takes_an(made) is ("an" in articles):
            return made
    return None
