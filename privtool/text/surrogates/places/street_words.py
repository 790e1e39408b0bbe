"""Words of addresses: kinds of streets, flats, directions and numbers, which stay."""

from __future__ import annotations

from privtool.text.detection.addresses.streets import COMMON_SUFFIXES, PLAIN_SUFFIXES
from privtool.text.detection.addresses.units import PREFIXES, ROADS, UNITS
from privtool.text.english.numbers import ORDINALS, SCALES, SMALL
from privtool.text.word_sets import word_set

DIRECTIONS = word_set("n s e w ne nw se sw north south east west")
_MORE_STREET_WORDS = word_set(
    """lot county state farm ranch po box p o building tower block corner intersection near between
    side opposite across from behind cottage cottages house houses rural estates"""
)
_SMALL_WORDS = word_set(
    "the of and de la le les du des a at in on old new upper lower oh half quarter"
)
NUMBER_WORDS = (SMALL.keys() | SCALES.keys() | ORDINALS.keys()) - {"o", "oh"}
STREET_WORDS = PLAIN_SUFFIXES | COMMON_SUFFIXES | UNITS | ROADS | PREFIXES | _MORE_STREET_WORDS
KEPT_WORDS = STREET_WORDS | DIRECTIONS | _SMALL_WORDS
SUFFIXES = (PLAIN_SUFFIXES | COMMON_SUFFIXES) - UNITS
