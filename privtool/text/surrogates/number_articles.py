"""Numbers after "a" and "an": "an 8-year lease", "a 12-year lease"."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.english.numbers import SMALL
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.pools import Pool

AFTER_A, AFTER_AN = "a", "an"
_TAKES_AN = re.compile(r"\W*(?:8[\d,]*|1[18](?:,\d{3})*)(?!\d)|\W*(?:eight|eleven)", re.IGNORECASE)
_OWN = re.compile(rf"(an?)(\s+)(?=\d|(?:{'|'.join(SMALL)})\b)", re.IGNORECASE)
_FEW = re.compile(r"(\D*)(\d{1,2})(\D.*|)", re.DOTALL)
_WITH_AN = Pool(("8", "11", "18"))
_EIGHTIES = tuple(str(number) for number in range(80, 90))
_MOST_TRIES = 24
_FAR = 1000  # attempts apart, so that no other attempt is the same


def takes_an(number: str) -> bool:
    """Return whether a number takes "an"."""
    return _TAKES_AN.match(number) is not None


def with_article(phrase: str, context: Context, make: Callable[[str, Context], str]) -> str:
    """Return a number that takes the article before the phrase, by its cues, if one is found.

    An article in the phrase becomes the one that the new number takes.
    """
    own = _OWN.match(phrase) if not context.cues else None
    if own is not None:
        made = make(phrase[own.end() :], context)
        return cased_like(own[1], "an" if takes_an(made) else "a") + own[2] + made
    made = make(phrase, context)
    if _fits(phrase, made, context):
        return made
    for attempt in range(1, _MOST_TRIES):
        again = make(phrase, context._replace(attempt=context.attempt + _FAR * attempt))
        if _fits(phrase, again, context):
            return again
    few = _FEW.fullmatch(phrase) if takes_an(phrase) else None
    if few is None:
        return made
    numbers = [*_WITH_AN.phrases, *(_EIGHTIES if len(few[2]) > 1 else ())]
    return few[1] + context.pick("after an", few[2], Pool(numbers)) + few[3]


def _fits(phrase: str, made: str, context: Context) -> bool:
    """Return whether a number takes the article before the phrase, if the phrase does."""
    articles = {AFTER_A, AFTER_AN}.intersection(context.cues)
    expected = AFTER_AN in articles
    return len(articles) != 1 or takes_an(phrase) != expected or takes_an(made) == expected
