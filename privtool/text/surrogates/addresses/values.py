"""Numbers and letters of houses and flats."""

from __future__ import annotations

import re

from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal

NUMBER_WORDS = frozenset((SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"})
NUMBER_WORD = f"(?:{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})"
STREET_WORDS = (
    words("streets.suffixes")
    | words("streets.units")
    | words("streets.roads")
    | words("streets.further")
    | words("streets.prefixes", "intl")
)
KEPT_WORDS = STREET_WORDS | words("streets.directions") | words("streets.small")
SUFFIXES = words("streets.suffixes") - words("streets.units")
_STOREYS = (entries("streets.storeys_fr", "intl"), entries("streets.storeys_hu", "intl"))
STOREYS = tuple(storey.lower() for storeys in _STOREYS for storey in storeys)
_VALUE = re.compile(
    rf"\d+(?:st|nd|rd|th)\b|\d+[a-z]?\b|\d+|\b{NUMBER_WORD}(?:[ -]{NUMBER_WORD})*\b"
    r"|(?:^|(?<=[\s\d]))(?!p\.?\s?o\b)[a-z]\b",
    re.IGNORECASE,
)


def with_other_values(text: str, context: Context) -> str:
    """Replace numbers and single letters of flats in the text between names."""
    return _VALUE.sub(lambda match: other_value(match[0], context), text)


def other_value(number: str, context: Context) -> str:
    """Return another number of the same length; ordinals stay ordinals."""
    if number.lower() in words("streets.directions"):
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
