"""Numbers, of the magnitude that the words around them call for."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.phrases.codes import measure
from privtool.text.phrases.cues import noun_follows
from privtool.text.phrases.levels import moved_amount, quoted_level
from privtool.text.phrases.limits import blood_pressure, limited_number
from privtool.text.phrases.ordinals import ordinal
from privtool.text.phrases.percentages import is_percentage, percentage
from privtool.text.phrases.rates import is_rate, rate
from privtool.text.phrases.related import (
    is_compared,
    is_move,
    is_moved_to,
    near,
)
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.spoken_amounts import spoken_number
from privtool.text.phrases.sums import SCALE, scaled, some_number
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_FEW = re.compile(
    r"(?:-|\s+)(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|yards?|feet|foot|inch|inches|miles?|"
    r"times|cents?|cts|points?|basis|countries|nations|states|banks|plants|members|directors|"
    r"companies|cities|stores|branches|executives|analysts|seats|of|ministers|units|subsidiaries|"
    r"grandchildren|children|kids|dogs|cats)\b",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\s+(?:and \ufffc )?(?:\w+ )?(?:"
    r"shares|shrs|tonnes|tons|barrels|bags|employees|workers|people|jobs|votes|"
    r"homes|acres|customers|subscribers|holders|cars|vehicles|trucks|copies|bpd|bales|ounces|"
    r"men, women|households|adults|students|residents|troops|warrants)\b"
)
_LARGE_BEFORE = re.compile(r"\b(?:net|revs|revenues?|sales|shrs|loss|profit|assets):?\s+\$?$", re.I)
_PRICE = re.compile(
    r"\s+(?:dlrs?|dollars|marks|francs|yen|pence|cents|cts)?\s*(?:a|an|per)\s+"
    r"(?!\w+ (?:ago|earlier|before)\b)\w+"
)
_COUNTED = re.compile(
    r" (?:\ufffc )?(?:common |preferred |metric )*(?:shares|tons|tonnes|barrels|people|"
    r"units|bushels|marks|francs|pounds|yen|lire|pesos|rubles)\b"
)
_OF_SHARES = re.compile(r" of (?:the|its|their|\ufffc|[\w.]+)[^.;]{0,40}\bshares\b")
_YEARLY_RATE = re.compile(r"\bannual rate of (?:about )?$")
_CHANCES = re.compile(r"\b(?:one|two|three|four) (?:in|out of) $")
_YIELDING = re.compile(r" to yield\b")
_BONDS = re.compile(r"\b(?:bonds?|notes|securities|gilts?)\b")
_CHANGED_BY = re.compile(r"\b(?:up|down|off|rose|fell|by) $")
_UP_BY = re.compile(r"\b(?:up|down|off|rose|fell|by) \ufffc $")
_YEARLY = re.compile(r"\s+(?:dlrs|dollars) (?:a|per) year\b")
_SQUARE = re.compile(r"\s+square (?:feet|meters|metres)\b")
_CENTS_UNIT = re.compile(r"\s+(?:cents|cts)\b")
_SHARE = re.compile(r"\s+dlrs? (?:a|per) (?:share|shr)")
_DOLLARS = re.compile(r"\s+(?:dlrs|dollars)\b")
_BEFORE_PRICES = word_set("at around about to from")
_AGES_AGO = re.compile(r" (?:million|billion) (?:light[- ])?years\b")
_GROWN = re.compile(
    r"\b(?:grew|rose|fell|increased|decreased|declined|dropped|up|down) by "
    r"(?:about |nearly |some )?$"
)
_ORDINAL = re.compile(
    r"(?:no\.|number|chapter|section|page|room|flight|route|article|top|"
    r"\b(?:week|day|season|episode|level|grade|game|part|step))$"
)
_FRACTION_AFTER = re.compile(r" \ufffc%")
_WEIGHED = re.compile(r" (?:lbs?|pounds|kilos|kg|degrees|mph|watts|calories)\b")
_IN_LIFE = re.compile(r"\bin (?:my|your|his|her|their) (?:\ufffc and )?$")
_DECADE = re.compile(r"['\u2019]s (?!\ufffc)[a-z]")


def is_price(place: PhrasePlace) -> bool:
    """Return whether a number is the price of a bond: "at a price of 99 26/32 to yield 8%"."""
    if place.size == 2 and is_of_bonds(place):
        return place.last_word in ("at", "to", "of", "from") and not place.after.startswith(" m")
    return place.size < 3 and _YIELDING.match(place.after) is not None


def is_of_bonds(place: PhrasePlace) -> bool:
    """Return whether the text around a number is about bonds, whose prices have fractions."""
    return not place.spoken and _BONDS.search(place.before + place.after) is not None


def is_points(place: PhrasePlace) -> bool:
    """Return whether a phrase is the unit of a change, which a tagger took for a street."""
    return place.gaps == (" ",) and _UP_BY.search(place.before) is not None


def number(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a number, or one digit for each word of a long one."""
    if is_price(place):
        price = str(rng.between(95, 104)), f"{2 * rng.between(0, 15) + 1}/32"
        return price[: place.size]
    if place.following == Label.ADDRESS.value and _CHANGED_BY.search(place.before):
        return (f"0.{rng.between(1, 40):02}",)  # "up 0.05 percentage point"
    pressure = blood_pressure(place, rng)
    if pressure is not None:
        return pressure
    limited = ordinal(place, rng) or (limited_number(place, rng) if place.size == 1 else None)
    if limited is not None:
        return limited
    if place.size == 1 and _IN_LIFE.search(place.before) and not place.spoken:  # "in their 30s"
        return (one_of(rng, "20s|30s|40s|50s"),)
    if place.size == 1 and place.last_word in ("late", "early", "mid") and not place.spoken:
        return (one_of(rng, "60s|70s|80s|90s"),)
    if place.size == 1 and _DECADE.match(place.after):  # "90's suits"
        return (f"{rng.between(5, 9)}0",)
    if place.after.startswith("+") and place.size == 1:  # "1+"
        return (str(rng.between(1, 4)),)
    if place.size == 2 and _COUNTED.match(place.after) and not place.spoken:
        return scaled(rng), "million"
    if place.spoken or _is_in_words(place):
        return spoken_number(place, rng)
    if place.size > 1:
        return tuple(str(rng.below(10)) for _ in range(place.size))
    moved = moved_amount(place, rng) or quoted_level(place, rng)
    if moved is not None:
        return moved
    if is_compared(place):
        return near(place, rng)
    after = place.after
    if is_move(place):
        return (str(rng.between(1, 3)),)
    if is_moved_to(place):
        return (str(rng.between(14, 95)),)
    if _FRACTION_AFTER.match(after) or (place.following == Label.DATE.value and is_rate(place)):
        return (str(rate(place)),)  # "8 1/2%"
    if place.preceding == Label.NUMBER.value and after.startswith("%"):
        return (one_of(rng, "1/4|1/2|3/4|3/8|5/8|7/8"),)
    if is_percentage(place) and is_rate(place):
        return (f"{rate(place)}.{rng.between(1, 9)}",)
    if is_percentage(place):
        return (percentage(place, rng),)
    if _AGES_AGO.match(after):
        return (str(rng.between(2, 12)),)
    if SCALE.match(after):
        return (scaled(rng),)
    chances = _CHANCES.search(place.before)
    if chances:  # "three in 10"
        return (str(rng.between(5, 20)),)
    if _YEARLY.match(after) or _SQUARE.match(after):
        return (some_number(rng, 5, 6),)
    if _CENTS_UNIT.match(after):
        return (str(rng.between(3, 95)),)
    if _PRICE.match(after) and place.last_word in ("or", "of") and _SHARE.match(after):
        return (f"{rng.below(4)}.{rng.between(10, 99)}",)
    if _PRICE.match(after):
        return (f"{rng.between(3, 40)}.{25 * rng.below(4):02}",)
    if _OF_SHARES.match(after) or _YEARLY_RATE.search(place.before):
        return (some_number(rng, 5, 6),)
    if place.last_word in ("a", "an") and noun_follows(place) and not is_percentage(place):
        form = measure(place, rng)
        if form is not None:
            return (form,)
    if _MANY.match(after) or (_GROWN.search(place.before) and not _FEW.match(after)):
        return (some_number(rng, 4, 5),)
    if re.match(r" point\b", after):
        return (one_of(rng, "1/4|1/2|3/4|3/8|5/8"),)
    if place.following == Label.DATE.value:  # "8 1/2"
        return (str(rng.between(1, 12)),)
    priced = place.last_word in _BEFORE_PRICES or "price" in place.before[-40:]
    if _DOLLARS.match(after) and priced:
        return (str(rng.between(5, 40)),)
    if _DOLLARS.match(after) or _LARGE_BEFORE.search(place.before):
        return (some_number(rng, 5, 6),)
    if _FEW.match(after) or _ORDINAL.search(place.last_word):
        return (str(rng.between(2, 30)),)
    if after[:1] in ("/", ")") or place.before[-1:] == "/":
        return (str(rng.between(1, 8)),)
    if after[:1] in ("'", '"', "\u2032", "\u2033"):  # feet, inches
        return (str(rng.between(3, 30)),)
    traded = not place.topics.isdisjoint(("markets", "commodities", "money"))
    if traded and place.last_word in ("to", "from", "at", "around") and not after[:1].isalpha():
        return (f"{rng.between(6, 40)}.{rng.between(10, 99)}",)
    if _WEIGHED.match(after):
        return (str(rng.between(5, 200)),)
    if place.topics.isdisjoint(("news", "markets", "firms")):
        return (str(rng.between(2, 60)),)
    return (some_number(rng, 2, 3),)


def _is_in_words(place: PhrasePlace) -> bool:
    """Return whether a number of several words is in a text without digits."""
    spaced = place.size > 1 and all(gap == " " for gap in place.gaps)
    return spaced and not any(char.isdigit() for char in place.before + place.after)
