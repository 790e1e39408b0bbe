"""Addresses of a number and a name with "the": "at nineteen the old ropewalk", "4 The Mews"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.addresses.streets import SUFFIXES
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import SMALL, small_first
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

ADDRESS = Label.ADDRESS.value

_FURTHER = word_set(
    """ropewalk paddock paddocks orchard orchards maltings vicarage rectory cottages granary hollow
    glebe spinney parade broadwalk boardwalk waterfront harbourside gables cedars laurels limes
    beeches oaks elms poplars willows pines firs"""
)
_NAMES = (SUFFIXES | _FURTHER) - word_set("way point pass run trail view cross circle st walk")
DEFINITE_NAMES = _FURTHER
# What announces a house number; "at" alone may announce a time.
_CUES = word_set("live lives living lived door house home flat number address moved parcel deliver")
_BEFORE = word_set("at to is number no near in , :")
_CUE_REACH = 4
_MOST_WORDS = 2  # between "the" and the last word of the name
_MOST_DIGITS = 3


def find(view: TextView) -> list[Span]:
    """Find them after a word such as "live", "door" or "number"."""
    if " the " not in view.lower:
        return []
    return view.spans_at({"the"}, ADDRESS, lambda index, floor: _around(view.tokens, index, floor))


def _around(tokens: Tokens, the: int, floor: int) -> tuple[int, int, float]:
    """Return the address around a "the": first token, stop and score (0: none)."""
    none = the, the, 0.0
    first = _number_first(tokens, the)
    if first == the or first < floor or not _is_announced(tokens, first):
        return none
    for index in range(the + 1, the + 2 + _MOST_WORDS):
        word = tokens.at(index)
        if not word.isalpha():
            return none
        if word in _NAMES:
            return first, index + 1, LIKELY
    return none


def _number_first(tokens: Tokens, stop: int) -> int:
    """Return the first token of the house number before a token, else the token."""
    word = tokens.at(stop - 1)
    if word.isdigit():
        return stop - 1 if len(word) <= _MOST_DIGITS else stop
    return small_first(tokens, stop) if word in SMALL else stop


def _is_announced(tokens: Tokens, first: int) -> bool:
    """Return whether a cue is before a house number, with nothing but "at" or "is" between them."""
    for index in range(first - 1, max(first - 1 - _CUE_REACH, -1), -1):
        if tokens.word[index] in _CUES:
            return True
        if tokens.word[index] not in _BEFORE:
            return False
    return False
