"""Numbers and letters of houses and flats."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.places.street_words import DIRECTIONS, NUMBER_WORDS

_STOREYS = (
    ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième"),  # "étage"
    ("II", "III", "IV", "VI", "VII", "VIII"),  # "emelet"; "I" and "V" are also letters of flats
)
STOREYS = tuple(storey.lower() for storeys in _STOREYS for storey in storeys)
NUMBER_WORD = f"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
_NUMBER_OR_LETTER = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+[a-z]?\b|\d+|\b{NUMBER_WORD}(?:[ -]{NUMBER_WORD})*\b"
    r"|(?:^|(?<=[\s\d]))(?!p\.?\s?o\b)[a-z]\b",
    re.IGNORECASE,
)


def with_other_values(text: str, context: Context) -> str:
    """Replace numbers and single letters of flats in the text between names."""
    return _NUMBER_OR_LETTER.sub(lambda match: other_value(match.group(), context), text)


def other_value(number: str, context: Context) -> str:
    """Return another number of the same length; ordinals stay ordinals."""
    if number.lower() in DIRECTIONS:
        return number
    for storeys in _STOREYS:
        shown = [cased_like(number, storey) for storey in storeys]
        if number in shown:
            shown.remove(number)
            return shown[context.rng("storey", number).below(len(shown))]
    ordinal = ORDINAL.fullmatch(number)
    if ordinal:
        return other_ordinal(ordinal, context.rng("street number", number))
    make = read_dictation(number).randomized
    return context._replace(avoid=frozenset()).retry("street number", number, make)
