"""Words of addresses: kinds of streets, flats, directions and numbers, which stay."""

from __future__ import annotations

import regex

from privtool.text.detection.addresses.streets import COMMON_SUFFIXES, PLAIN_SUFFIXES
from privtool.text.detection.addresses.units import PREFIXES, ROADS, UNITS
from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.word_sets import word_set

DIRECTIONS = word_set("n s e w ne nw se sw north south east west")
_MORE_STREET_WORDS = word_set(
    """lot county state farm ranch po box p o building tower block corner intersection near between
    side opposite across from behind cottage cottages house houses rural estates level rr hc psc
    hwy fm cr sr rte rt blk bl ent hse no nr rear bis right left"""
)
_SMALL_WORDS = word_set(
    "the of and de la le les du des a at in on old new upper lower oh half quarter"
)
NUMBER_WORDS = (SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"}
STREET_WORDS = PLAIN_SUFFIXES | COMMON_SUFFIXES | UNITS | ROADS | PREFIXES | _MORE_STREET_WORDS
KEPT_WORDS = STREET_WORDS | DIRECTIONS | _SMALL_WORDS
# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = regex.compile(r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+(?:\p{L}|\d)", regex.IGNORECASE)
_LATITUDE = regex.compile(r"\b(?:parallel|meridian)\Z", regex.IGNORECASE)
SUFFIXES = (PLAIN_SUFFIXES | COMMON_SUFFIXES) - UNITS


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number."""
    return _STREET.search(phrase) is not None and _LATITUDE.search(phrase) is None
