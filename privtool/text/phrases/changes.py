"""Changes by a percentage: "rose 5% to $21 million from $20 million", "a 3% decline from"."""

from __future__ import annotations

import re

from privtool.text.phrases.percentages import is_percentage
from privtool.text.phrases.related import is_falling, is_number
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom

_PERCENT = r"\s?(?:%|percent|pct)"
_NEW_LEVEL = re.compile(
    rf"{_PERCENT},? to (?:(?:about|nearly|around|roughly|some|an?|record|estimated) )*[$\u00a3]?"
)
_TURNED = re.compile(
    rf"{_PERCENT} (?:(?P<less>decline|drop|decrease|fall|slide)|gain|increase|rise|jump) from "
    r"(?:[a-z-]+ (?:of )?){0,3}[$\u00a3]?"
)
_ON_SALES = re.compile(r"\bon (?:[a-z]+ )?(?:sales|revenues?) of [$\u00a3]$")
_SALES_OF_NET = 6, 25  # times as much as what is earned or lost
_PER_BILLION = 1000
_MOST = 95  # percent that an amount can fall by


def percentage_change(place: PhrasePlace, words: Words) -> float | None:
    """Return by how many percent something rose or, where the clause says so, fell (negative)."""
    if not is_percentage(place) or len(words) > 1:
        return None
    if not is_number(words[0]):
        return None
    value = float(words[0].replace(",", ""))
    return -min(value, _MOST) if is_falling(place) else value


def is_new_level(between: str) -> bool:
    """Return whether the text from a percentage to an amount says that it led to the amount."""
    return _NEW_LEVEL.fullmatch(between) is not None


def turned_change(value: float, between: str) -> float | None:
    """Return the change that a noun between a percentage and an amount before it names."""
    found = _TURNED.fullmatch(between)
    if found is None:
        return None
    return -min(abs(value), _MOST) if found["less"] else abs(value)


def sales_of(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the sales on which the amount before was earned or lost; None elsewhere."""
    earlier = place.earlier
    if earlier is None or not _ON_SALES.search(place.before) or earlier.words[1:] != ("million",):
        return None
    if not is_number(earlier.words[0]):
        return None
    value = float(earlier.words[0].replace(",", "")) * rng.between(*_SALES_OF_NET)
    if value >= _PER_BILLION:
        return f"{value / _PER_BILLION:.1f}", "billion"
    return f"{value:.1f}", "million"
