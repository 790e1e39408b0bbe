"""Sums of money and numbers in words, as transcripts of speech have them."""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.prf import KeyedRandom

_ROUND = "five|ten|fifteen|twenty|thirty|forty|fifty|sixty"
# As frequent as in conversations, from ten up; smaller ones are seldom masked.
_ALONE = "|".join(
    word
    for word, times in (
        *(("ten", 10), ("twenty", 6), ("thirty", 4), ("twelve", 4), ("fifteen", 4), ("fifty", 3)),
        *(("forty", 2), ("eleven", 2), ("eighteen", 2), ("two", 2), ("three", 2), ("five", 2)),
        *(("sixty", 1), ("eighty", 1), ("thirteen", 1), ("fourteen", 1), ("sixteen", 1)),
        *(("seventy", 1), ("ninety", 1), ("nineteen", 1), ("four", 1), ("six", 1), ("eight", 1)),
    )
    for _ in range(times)
)
_DIGITS_FROM = 6  # words
_CHOICES = (" or ", ", or ", " to ", ", maybe ")
_SMALL = [small_words(number) for number in range(20)]
_TENS = [small_words(10 * number) for number in range(1, 10)]
_TENS_BEFORE = re.compile(rf"\b({'|'.join(_TENS[:-1])})(?:,| or|, or| to) $", re.IGNORECASE)
_SCALED = re.compile(r"\b(?:several|a few|many|some) $", re.IGNORECASE)
_OF_NATIONS = re.compile(r"\b(?:debt|deficit|surplus|budget|economy) (?:\w+ ){1,3}$")
_MONTHLY = re.compile(r"\s+(?:a|per) (?:month|week|year)\b")


def next_ten(word: str) -> str:
    """Return the tens after others: "thirty, forty thousand"."""
    return _TENS[_TENS.index(word.lower()) + 1]


def spoken_money(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a sum of money in words."""
    counted = _TENS_BEFORE.search(place.before)
    ten = next_ten(counted[1]) if counted else one_of(rng, _ROUND)
    one = small_words(rng.between(2, 9))
    scale = "hundred" if _MONTHLY.match(place.after) else one_of(rng, "hundred|thousand")
    if _SCALED.search(place.before):  # "several [MASK] [MASK] dollars"
        forms = {
            2: (one_of(rng, "hundred|thousand"), "dollars"),
            3: ("hundred", "million", "dollars"),
        }
        return forms.get(place.size)
    if place.size == 2 and _OF_NATIONS.search(place.before):
        return ten, "billion"
    if any(gap.strip() for gap in place.gaps):
        return _several_sums(place, rng)
    forms = {
        1: (ten,),
        2: (ten, "dollars"),
        3: (ten, "thousand", "dollars") if counted else (one, scale, "dollars"),
        4: (one, "hundred", "fifty", "dollars"),
        5: (one, "hundred", "and", "fifty", "dollars"),
        6: (one, "thousand", "two", "hundred", "fifty", "dollars"),
    }
    return forms.get(place.size)


def _several_sums(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a sum between any two commas; None if one has too many words."""
    parts = [place.gaps[group[0] : group[-1]] for group in place.groups()]
    if len(parts) < 2:
        return None
    sums = [spoken_money(place._replace(gaps=gaps), rng) for gaps in parts]
    return None if None in sums else tuple(word for each in sums for word in each or ())


def _next_number(place: PhrasePlace) -> str | None:
    """Return the number after the one that "or" or "to" separates from it: "nine or ten"."""
    earlier = place.earlier
    if earlier is None or earlier.words[0] not in _SMALL:
        return None
    at = _SMALL.index(earlier.words[0])
    if earlier.gap == " out of ":
        return small_words(max(10, at + 1))
    return small_words(at + 1) if earlier.gap in _CHOICES else None


def spoken_number(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a number in words, one that is said again, or many digits."""
    size, one = place.size, small_words(rng.between(2, 9))
    ten = small_words(10 * rng.between(2, 9))
    if size == 1:
        return (_next_number(place) or one_of(rng, _ALONE),)
    if size >= _DIGITS_FROM:
        return tuple(small_words(rng.below(10)) for _ in range(size))
    if any(gap.strip() for gap in place.gaps):
        return (one,) * size  # "eight, eight percent"
    scale = one_of(rng, "hundred|thousand") if size < 3 else "thousand"
    forms = {
        2: (ten, one) if rng.below(2) else (one, scale),
        3: (one, scale, ten) if rng.below(2) else (ten, one, scale),
        4: (one, "hundred", ten, small_words(rng.between(2, 9))),
        5: (one, "thousand", small_words(rng.between(2, 9)), "hundred", ten),
    }
    return forms[size]
