"""Dates, times and ages by the number of their words."""

from __future__ import annotations

import re

from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS
from privtool.text.english.numbers import ordinal_words, small_words
from privtool.text.phrases.slots import PhrasePlace, Words, is_month, one_of
from privtool.text.surrogates.prf import KeyedRandom

_SHORT = "Jan|Feb|Aug|Sept|Oct|Nov|Dec"
_YEAR = re.compile(r"\b(1[89]\d\d|20[0-4]\d)\b")
_USUAL_YEARS = 1975, 2024
_DAY = re.compile(r"\b\d{1,2},?\s*$")


def date(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a month, day, year or weekday as they are written at such a place."""
    gaps, size = place.gaps, place.size
    if size == 1:
        return (_one(place, rng),)
    dotted = gaps[0].startswith(".")
    month = one_of(rng, _SHORT) if dotted else _month(rng)
    day = _day(place, rng)
    if size == 2:
        if gaps[0].strip() == ",":
            return (_day(place, rng), _year(place, rng))
        year = not dotted and not place.spoken and rng.below(3) == 0
        return (month, _year(place, rng) if year else day)
    if size == 3:
        if place.spoken:
            return _spoken_date(rng)
        return (month, day, _year(place, rng))
    if any(gap.strip() for gap in gaps) or not _may_be_dictated(place):
        return None
    return _dictated_date(size, rng)


def _may_be_dictated(place: PhrasePlace) -> bool:
    """Return whether numbers may be words: in speech, or where no text shows that it is written."""
    return place.spoken or not any(char.isalpha() for char in place.before + place.after)


def _spoken_date(rng: KeyedRandom) -> Words:
    return _month(rng), "the", ordinal_words(rng.between(1, 19))


def _dictated_date(size: int, rng: KeyedRandom) -> Words | None:
    """Return a date with its year in words."""
    month, day = _month(rng), ordinal_words(rng.between(1, 19))
    tens, unit = small_words(10 * rng.between(5, 9)), small_words(rng.between(1, 9))
    forms = {
        4: (month, day, "nineteen", tens),
        5: (month, day, "nineteen", tens, unit),
        6: (month, "the", day, "nineteen", tens, unit),
        7: ("the", day, "of", month, "nineteen", tens, unit),
    }
    return forms.get(size)


def _one(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a year, month, weekday or day alone, by the words around it."""
    if is_month(place.last_word):
        return _day(place, rng)
    if _DAY.search(place.before[-4:]) and place.before.rstrip().endswith(","):
        return _year(place, rng)
    if re.match(r"\.\s+\d{1,2}\b", place.after):
        return one_of(rng, _SHORT)
    if re.match(r"\s+\d{1,2}\b", place.after) or is_month(place.last_word):
        return _month(rng)
    if place.last_word in ("the", "early", "late", "mid") and not place.spoken:
        return f"{int(_year(place, rng)) // 10 * 10}s"
    if place.last_word in ("fiscal", "since", "of"):
        return _year(place, rng) if rng.below(4) or place.last_word == "fiscal" else _month(rng)
    kind = rng.below(10)
    if kind < 4 and not place.spoken:
        return _year(place, rng)
    if kind < 8:
        return _month(rng)
    return FULL_WEEKDAYS[rng.below(7)].capitalize()


def _month(rng: KeyedRandom) -> str:
    return FULL_MONTHS[rng.below(12)].capitalize()


def _day(place: PhrasePlace, rng: KeyedRandom) -> str:
    day = rng.between(1, 28)
    return ordinal_words(day % 19 + 1) if place.spoken else str(day)


def _year(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a year next to those of the text, else one of the last decades."""
    seen = [int(year) for year in _YEAR.findall(place.before + " " + place.after)]
    low, high = (min(seen) - 4, max(seen) + 2) if seen else _USUAL_YEARS
    return str(rng.between(low, high))


def time(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a time of day."""
    hour = rng.between(1, 12)
    half = rng.below(2) == 0
    if place.spoken:
        word = small_words(hour)
        part = one_of(rng, "half past|quarter to|quarter past").split()
        forms = {
            1: (word,),
            2: (word, "thirty" if half else "o'clock"),
            3: (*part, word),
            4: (word, "in", "the", one_of(rng, "morning|evening|afternoon")),
        }
        return forms.get(place.size)
    clock = f"{hour}:{30 if half else 15 * rng.below(4):02}"
    noon = one_of(rng, "a.m|p.m")
    if place.size == 2 and place.gaps[0] == ":":
        return str(hour), f"{15 * rng.below(4):02}"
    return {1: (clock,), 2: (clock, noon)}.get(place.size)


def age(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an age, alone or with "years old"."""
    years = rng.between(18, 79)
    if not place.spoken:
        return (str(years), "years", "old")[: place.size] if place.size < 4 else None
    tens = small_words(years // 10 * 10) if years > 19 else "thirty"
    unit = small_words(years % 9 + 1)
    old = ("years", "old")
    forms = {1: (tens,), 2: (tens, unit), 3: (tens, *old), 4: (tens, unit, *old)}
    return forms.get(place.size)
