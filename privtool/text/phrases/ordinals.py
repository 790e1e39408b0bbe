"""Ordinals where the text calls for one: "her 60th birthday", "the 18th century"."""

from __future__ import annotations

import re

from privtool.text.english.numbers import ordinal_words
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom

_OWNED = re.compile(r"\b(?:my|your|his|her|its|our|their|whose|['\u2019]s) $", re.IGNORECASE)
_OWNED_OR_THE = re.compile(rf"{_OWNED.pattern}|\bthe (?:early |late |mid-)?$", re.IGNORECASE)
_YEAR = re.compile(r" year\b(?! old)")
_COUNTED = re.compile(r" (?:birthday|anniversary|century)\b")


def ordinal(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an ordinal of one word before what it counts; None at other places."""
    if place.size != 1:
        return None
    counted = _COUNTED.match(place.after) and _OWNED_OR_THE.search(place.before)
    if not counted and not (_YEAR.match(place.after) and _OWNED.search(place.before)):
        return None
    value = rng.between(16, 19) if " century" in place.after[:8] else 10 * rng.between(3, 7)
    return (ordinal_words(value) if place.spoken else f"{value}th",)
