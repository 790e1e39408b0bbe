"""Sums after a currency sign, in the magnitude that the words around them call for."""

from __future__ import annotations

import re

from privtool.text.phrases.levels import is_scaled
from privtool.text.phrases.prices import price
from privtool.text.phrases.related import is_changed
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom

SCALE = re.compile(r"\W*(?:million|billion|trillion|mln|bln|thousand)\b", re.IGNORECASE)
_SMALL_SUM = re.compile(r"[\s()$\ufffc]*(?:(?:a|per) share|each|an ounce|bid)\b")
_FEE = re.compile(
    r"\s+(?:toll|fare|tip|ticket|admission|coupon|to (?:rent|watch|see|stream|park))\b"
)
_OR = re.compile(r"\bor [$\u00a3]$")  # "$2 million, or $1.31 a share"
_EARNED = re.compile(
    r"\b(?:earn\w*|net|profits?|income|loss|estimates?|expectations|dividends?)\b[^.?!]{0,40}[$\u00a3]$"
)
_BUSINESS = re.compile(
    r"\b(?:net|income|loss|losses|profits?|gains?|earnings|revenues?|sales|"
    r"charges?(?! (?:you|me|him|us|them|people)\b)|debts?|assets|"
    r"fined?|median|bonus|salary|damages|budget)\b[^.?!$\ufffc]{0,16}[$\u00a3]$"
)
_CHARGE = re.compile(
    r"(?: [\w-]+)? (?:charge|gain|loss|write-down|write-off|fine|penalty|bonus)s?\b"
)
_PUBLIC_SUMS = re.compile(
    r"\b(?:deficit|surplus|federal|government|national|treasury|industry|nationwide|"
    r"worldwide|trade|economy|assets|deposits|market)\b",
    re.IGNORECASE,
)
_OUTINGS, _FIRMS = (
    frozenset(("dining", "lodging", "rides", "flights")),
    ("news", "firms", "markets"),
)
_FARES = re.compile(r"\b(?:tickets?|bus|buses|train|trains|fares?|admission)\b")
_FOREIGN_GAPS = 3
_FOREIGN = (("Swiss", "francs"), ("French", "francs"), ("Canadian", "dollars"))
_WRITTEN = re.compile(r"[\d%$\u00a3]")
_SHARED_OUT = re.compile(r"a share\b")
_COSTS = re.compile(r"\b(?:costs?|price) (?:\w+ )?[$\u00a3]$")
_MONTHLY = re.compile(r"\s+(?:a|per) (?:month|week|day|year|night)\b")


def dollars(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a sum that is one word."""
    if SCALE.match(place.after) or is_scaled(place):
        return scaled(rng)
    if _PIECES.match(place.after) or _PIECES_OF.search(place.before):
        return ("1,000", "5,000", "10,000", "100,000")[rng.below(4)]
    if found := price(place, rng):
        return found
    if "markets" in place.topics and place.before.endswith(("at $", "to $")):
        return f"{rng.between(8, 90)}.{25 * rng.below(4):02}"
    if is_changed(place):
        return f"{rng.between(1, 3)}.{125 * rng.between(1, 7)}"
    if _FEE.match(place.after):
        return f"{rng.between(1, 9)}.{25 * rng.below(4):02}"
    if _SMALL_SUM.match(place.after):
        if _OR.search(place.before) or _EARNED.search(place.before):
            return f"{rng.below(5)}.{rng.between(10, 99)}"
        return f"{rng.between(8, 90)}.{25 * rng.below(4):02}"
    out = not _OUTINGS.isdisjoint(place.topics) or _FARES.search(place.before + place.after)
    if out and place.topics.isdisjoint(_FIRMS):
        dear = "lodging" in place.topics or "flights" in place.topics
        return str(rng.between(60, 400) if dear else rng.between(8, 90))
    movie = "media" in place.topics and _COSTS.search(place.before)
    if movie and place.topics.isdisjoint(_FIRMS):
        return str(rng.between(3, 20))
    if _OF_PEOPLE.search(place.before):
        return f"{rng.between(11, 39)},{rng.between(100, 999)}"
    if _MONTHLY.match(place.after):
        return str(25 * rng.between(4, 60))
    if _BUSINESS.search(place.before) or _CHARGE.match(place.after):
        return f"{rng.between(100, 990)},000"
    if _SCALED_SUM.search(place.before):  # next to "$3 million"
        return f"{rng.between(100, 990)},000"
    return some_number(rng, 3, 5) if "news" in place.topics else some_number(rng, 2, 4)


_SCALED_SUM = re.compile(r"\$\ufffc (?:\ufffc|million|billion)")
_OF_PEOPLE = re.compile(
    r"\b(?:[Pp]er capita|median|household|average) (?:\w+ )?(?:income|pay|salary|wage)\b[^.?!]*[$]$"
)
_PIECES_OF = re.compile(r"\b(?:denominations|minimum(?: amount)?s?|multiples|increments) of [$]$")
_PIECES = re.compile(r" (?:denominations?|multiples|increments)\b")
_FINES = re.compile(r"\b(?:fines?|penalt(?:y|ies)|damages|settle\w*|salary|fraud|embezzl\w+)\b")


def unit_of(place: PhrasePlace) -> str:
    """Return "million" or "billion", the same in a text; billions are those of the public."""
    text = place.before + place.after
    if _SHARED_OUT.search(text) or _FINES.search(text) or not _PUBLIC_SUMS.search(text):
        return "million"
    return "million" if place.shared % 3 else "billion"


def scaled(rng: KeyedRandom) -> str:
    """Return a number before "million" or "billion"."""
    if rng.below(3) == 0:
        return str(rng.between(100, 400))
    return f"{rng.between(1, 60)}.{rng.between(1, 9)}" if rng.below(2) else str(rng.between(2, 60))


def foreign_sum(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a written sum of four words, which has the country with it; None elsewhere."""
    if place.spoken or place.gaps != (" ",) * _FOREIGN_GAPS:
        return None
    if place.topics.isdisjoint(_FIRMS) and not _WRITTEN.search(place.before + place.after):
        return None
    return scaled(rng), "million", *_FOREIGN[place.shared % len(_FOREIGN)]


def some_number(rng: KeyedRandom, fewest: int, most: int) -> str:
    """Return a number whose digits are as many as any other between two bounds."""
    size = rng.between(fewest, most)
    value = rng.between(10 ** (size - 1), 10**size - 1)
    if size > 2 and rng.below(2):  # round, as numbers in prose are
        value -= value % 10 ** (size - 2)
    return f"{value:,}"
