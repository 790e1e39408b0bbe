"""Sums of money and numbers, of the magnitude that the words around them call for."""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.prf import KeyedRandom

_SCALE = re.compile(r"\W*(?:million|billion|trillion|mln|bln|thousand)\b", re.IGNORECASE)
_PERCENT = re.compile(r"\s*(?:%|percent|pct|per ?cent)", re.IGNORECASE)
_SMALL_UNIT = re.compile(
    r"(?:-|\s+)(?:years?|months?|weeks?|days?|hours?|minutes?|yards?|points?|feet|foot|inch|inches|"
    r"miles?|times|people|members|cents?|cts)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\s+(?:shares|units|tonnes|barrels|bags|employees|workers|votes)\b")
_ORDINAL = re.compile(r"(?:no\.|number|chapter|section|page|room|flight|route|article)$")
CURRENCY = "$\u00a3\u20ac\u00a5"
_NEWS_CURRENCY = re.compile(r"\b(?:mln|bln|dlrs)\b")


def money(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an amount after a currency sign, or with its currency in words."""
    if any(set(gap) & set(CURRENCY) for gap in place.gaps):
        return None
    if place.before.rstrip()[-1:] in CURRENCY and place.before.strip():
        if place.size == 1:
            return (_amount(place, rng),)
        scale = "billion" if rng.below(4) == 0 else "million"
        return (_scaled(rng), scale) if place.size == 2 else None
    if place.spoken:
        number = one_of(rng, "two|five|ten|fifteen|twenty|thirty|forty|fifty")
        forms = {
            1: (number,),
            2: (number, "dollars"),
            3: (number, one_of(rng, "hundred|thousand|million"), "dollars"),
        }
        return forms.get(place.size)
    if _NEWS_CURRENCY.search(place.before + place.after):
        dollars = {1: (_scaled(rng),), 2: (_scaled(rng), "dlrs"), 3: (_scaled(rng), "mln", "dlrs")}
        return dollars.get(place.size)
    cents = (str(rng.between(2, 95)), "cents")
    plain = {
        1: (_amount(place, rng),),
        2: cents if rng.below(2) else (str(5 * rng.between(1, 40)), "dollars"),
        3: (_scaled(rng), "million", "dollars"),
    }
    return plain.get(place.size)


def number(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a number, or one digit for each word of a long one."""
    if place.size > 1:
        digits = (rng.below(10) for _ in range(place.size))
        return tuple(small_words(digit) if place.spoken else str(digit) for digit in digits)
    if place.spoken:
        return (small_words(rng.between(2, 12)),)
    after = place.after
    if _PERCENT.match(after):
        whole = rng.between(1, 9) if rng.below(2) else rng.between(10, 60)
        return (f"{whole}.{rng.between(1, 9)}" if rng.below(2) else str(whole),)
    if _SCALE.match(after):
        return (_scaled(rng),)
    if _COUNTED.match(after):
        return (_whole(rng, 4, 6),)
    if _SMALL_UNIT.match(after) or _ORDINAL.search(place.last_word):
        return (str(rng.between(2, 30)),)
    if after[:1] == "/" or place.before[-1:] == "/":
        return (str(rng.between(1, 8)),)
    if place.last_word in ("to", "from", "at") and "%" in place.before[-60:]:
        return (f"{rng.between(2, 12)}.{rng.between(10, 99)}",)
    return (_whole(rng, 1, 4),)


def _amount(place: PhrasePlace, rng: KeyedRandom) -> str:
    if _SCALE.match(place.after):
        return _scaled(rng)
    if re.match(r"\s+(?:a|per) share|\s+each|\s+an ounce", place.after):
        return f"{rng.between(3, 90)}.{25 * rng.below(4):02}"
    return _whole(rng, 2, 5)


def _scaled(rng: KeyedRandom) -> str:
    """Return a number before "million" or "billion"."""
    if rng.below(3) == 0:
        return str(rng.between(100, 900))
    return f"{rng.between(1, 60)}.{rng.between(1, 9)}" if rng.below(2) else str(rng.between(2, 60))


def _whole(rng: KeyedRandom, fewest: int, most: int) -> str:
    """Return a number whose digits are as many as any other between two bounds."""
    size = rng.between(fewest, most)
    value = rng.between(10 ** (size - 1), 10**size - 1)
    if size > 2 and rng.below(2):  # round, as numbers in prose are
        value -= value % 10 ** (size - 2)
    return f"{value:,}"
