"""Numbers that the noun after them limits: stars, seats, degrees, doses, one of a thing."""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.phrases.cues import NO_NOUNS, article_of
from privtool.text.phrases.slots import PhrasePlace, Words
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_lists import load_allow_list
from privtool.text.word_sets import word_set

_STARS = re.compile(r"[ -]stars?\b")
_PARTY = re.compile(
    r" (?:[a-z]+ )?(?:tickets|seats|guests|passengers|travell?ers|riders|rooms|beds|bedrooms|baths|"
    r"bathrooms|nights|suitcases)\b"
)
_ONE_THING = re.compile(
    r" (?:[a-z]+ )?(?:ticket|seat|bed|bedroom|bath|bathroom|night|transfer|stop|layover|"
    r"stopover|flight|person|room)"
    r"(?= (?:and|for|to|in|on|at|that|with|of|only|please|leaving|departing|going)\b|[.,;:?!]|$)"
)
_PEOPLE = re.compile(r" (?:people|persons|adults|friends|of us)\b")
_OF_PARTIES = re.compile(
    r"\b(?:for|party of|group of|seats?|fits?|accommodates?)(?: about| around| just| only)? $"
)
_LAYOVERS = re.compile(r" (?:layovers|stops|stopovers|transfers)\b")
_CATEGORY = re.compile(r"\bcategory $", re.IGNORECASE)
_ROOMS = re.compile(r" (?:bed|bath)(?:room)?s?\b")
_SUGAR = re.compile(r"\bblood sugars? (?:\w+ ){0,3}$", re.IGNORECASE)
_RATED = re.compile(r"\b(?:is|was|are|movie|film|show|hotel|restaurant) rated $")
_THERE_IS = re.compile(r"\bthere(?: is|'s) $", re.IGNORECASE)
_DEGREES = re.compile(r" degrees?\b")
_CHANCE = re.compile(r"(?:%| percent)(?: chance| humidity| probability| likely)")
_HAS_CHANCE = re.compile(r" chance\b")
_ONE_INSTANCE = re.compile(r" [a-z]{3,}(?:action|sion|ment|ity|ness|ance|ence) (?:of|in|for|to) ")
_DOSE = re.compile(r" (?:mg|mcg|ml|milligrams?|micrograms?|milliliters?)\b")
_DOSES = 5, 10, 20, 25, 40, 50, 75, 80
_FIRMS = frozenset(("news", "firms", "markets", "commodities"))
_NOUNS = re.compile(r"((?: [a-z]+){1,6})([.,;:!?)\"]|$)?")
_LAST = re.compile(r"(\w+) $")
_LONGEST = 3  # words up to the noun
_ONE_OF = word_set(
    """for like want need least just only exactly with have had has get getting book booking buy
    buying reserve reserving find rent"""
)
_NO_COUNT = word_set(
    """people men women children feet percent pct point plus straight more fish sheep deer dozen
    hundred thousand million billion series species aircraft staff"""
)
_MILES_AN_HOUR = re.compile(r" (?:miles (?:an|per) hour|mph)\b")
_KILLED = re.compile(r"\b(?:kill|injur|wound|hurt|kidnap)\w*(?: at least| about| some)? $")
_PEOPLE_HURT = re.compile(
    r" (?:\w+ )?(?:people|persons|civilians|soldiers|protesters|passengers)\b"
)
_BANKRUPT = re.compile(r"\b(?:bankrupt\w*|creditors|protection|reorganiz\w+)\b", re.IGNORECASE)
_WEIGHS = re.compile(r"\b(?:weigh|diet|scale|pounds)")
_PRESSURE = re.compile(r"\b(?:pressures?|bp)\b[^.?!]{0,80}$", re.IGNORECASE)
_OVER = re.compile(r" over (?:\ufffc|[6-9]\d\b|(?:six|seven|eigh|nine)ty\b)")
_OF_WEIGHT = re.compile(
    r"\b(?:gain(?:ed|ing|s)?|los(?:e|t|ing|es)|weigh(?:s|ed|ing)?) (?:about )?$"
)


def limited_number(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a number of one word that its noun takes; None where it takes many."""
    if _HAS_CHANCE.match(place.after) and not place.spoken and not article_of(place):
        return (("50/50", "80%", "90%", "99%")[rng.below(4)],)
    value = _value(place, rng)
    if value is None:
        return None
    return (small_words(value) if place.spoken else str(value),)


def _value(place: PhrasePlace, rng: KeyedRandom) -> int | None:
    after, firms = place.after, not _FIRMS.isdisjoint(place.topics)
    if _STARS.match(after):
        return rng.between(2, 5)
    if _ONE_THING.match(after) and not article_of(place):
        return 1
    if _DOSE.match(after):
        return _DOSES[rng.below(len(_DOSES))]
    if _is_one(place) or _ONE_INSTANCE.match(after):
        return 1
    if "weather" in place.topics and _DEGREES.match(after):
        return rng.between(40, 95)
    if _CHANCE.match(after):
        return rng.between(2, 60)
    if _MILES_AN_HOUR.match(after) and not place.spoken:
        return 5 * rng.between(5, 25)
    if _KILLED.search(place.before) and _PEOPLE_HURT.match(after):
        return rng.between(2, 60)
    if place.before.endswith("Chapter ") and _BANKRUPT.search(place.before + after):
        return (7, 11, 11, 13)[rng.below(4)]
    if firms:
        return None
    if _RATED.search(place.before) and not firms:
        return rng.between(5, 9)
    if _CATEGORY.search(place.before) or _ROOMS.match(after):
        return rng.between(1, 5)
    if _SUGAR.search(place.before) and not place.spoken:
        return rng.between(90, 180)
    if _LAYOVERS.match(after):
        return 2 * rng.below(2)
    if _PARTY.match(after) or (_PEOPLE.match(after) and _OF_PARTIES.search(place.before)):
        return rng.between(2, 6)
    return None


def _is_one(place: PhrasePlace) -> bool:
    """Return whether a noun in the singular follows: "at least [MASK] major film every year"."""
    found = _NOUNS.match(place.after)
    last = _LAST.search(place.before)  # "like" too, which is a hesitation elsewhere
    counted = last is not None and (last[1].lower() in _ONE_OF or _THERE_IS.search(place.before))
    if found is None or not counted:
        return False
    nouns: list[str] = []
    for word in found[1].split():
        if word in NO_NOUNS or (nouns and word.endswith("ed")):
            break
        nouns.append(word)
    else:
        if found[2] is None:
            return False
    if not nouns or len(nouns) > _LONGEST or not _NO_COUNT.isdisjoint(nouns):
        return False
    return not any(word.endswith("s") for word in nouns) and (
        f"{nouns[-1]}s" in load_allow_list().words
    )


def weight(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return pounds where a tagger took a weight for a sum: "call if you gain [MASK] [MASK]"."""
    about = _WEIGHS.search(place.before + place.after) and _OF_WEIGHT.search(place.before)
    if place.size != 2 or not about:
        return None
    value = rng.between(2, 19)
    return small_words(value) if place.spoken else str(value), "pounds"


def blood_pressure(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a part of a blood pressure: "it's [MASK] [MASK] [MASK] over [MASK] [MASK]"."""
    if not _PRESSURE.search(place.before):
        return None
    upper = _OVER.match(place.after) is not None
    if not upper and not place.before.endswith(" over "):
        return None
    values = range(111, 150) if upper else range(60, 96)
    if not place.spoken:
        return (str(values[rng.below(len(values))]),) if place.size == 1 else None
    said = [words for value in values if len(words := _said(value)) == place.size]
    return said[rng.below(len(said))] if said else None


def _said(value: int) -> Words:
    """Return a number below 200 as people say it: "one twenty five"."""
    tens = small_words(value % 100).split()
    return ("one", *tens) if value > 100 else tuple(tens)
