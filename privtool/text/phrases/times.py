"""Dates, times and ages by the number of their words."""

from __future__ import annotations

import re

from privtool.text.english.calendar import FULL_WEEKDAYS
from privtool.text.english.numbers import ordinal_words, small_words
from privtool.text.labels import Label
from privtool.text.phrases.cues import article_of, next_word, noun_follows
from privtool.text.phrases.related import month_after
from privtool.text.phrases.single_dates import (
    SHORT_MONTHS,
    day_number,
    month_name,
    one_word_date,
    year_near,
)
from privtool.text.phrases.slots import Earlier, PhrasePlace, Words, one_of
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_CLOCK = 3  # words of a time in digits
_WORDS_OF_AGE = 3  # "ten year old"
_IN_SMALL_UNITS = re.compile(r" (?:days|weeks|months)\b")
_COUNTED = re.compile(r"(\w+)(?:,? or|,) $")
_NUMBERS = [small_words(number) for number in (*range(20), *range(20, 100, 10))]
_LATE = re.compile(r"\.? (?:last night|tonight|in the (?:afternoon|evening)|this evening)\b")
_ORDINALS = "second|third|fourth|fifth|sixth"
_OLD = re.compile(r" (?:[a-z]+ )?(?:grand(?:mother|father|ma|pa)|granny|retiree)\b")
_YEARS = word_set("year years yrs yo months weeks days")
_IN_OFFICE = re.compile(
    r"(?: and|,) (?:former |vice |deputy |executive |senior |\w+'s )?(?:chairman|president|chief|"
    r"director|executive|treasurer|partner|senator|governor|minister)\b"
)
_CHILDREN = re.compile(r" (?:\ufffc |[a-z]+ )?(?:boy|girl|child|kid|son|daughter|baby|toddler)\b")
_OF_CHILDREN = re.compile(r"\b(?:children|kids|babies|toddlers|boys|girls) (?:were|are)\b")
_OF_SOME = re.compile(r"\b(?:of|by|with|for|some|many|those|these)(?: [a-z]+)? $")
_WHO = re.compile(r" (?:who|that)\b")
_BORN = re.compile(r"\b(?:born|birth\w*|dob|died|since|married)\b", re.IGNORECASE)
_BEFORE_DAYS = word_set("on until through effective due after dated from before to expires ending")
_ADULTS = word_set("male female man woman gentleman lady patient")
_BEFORE_YEARS = word_set("in since of early late mid by during")


def date(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a month, day, year or weekday as they are written at such a place."""
    gaps, size = place.gaps, place.size
    if size == 1:
        return (one_word_date(place, rng),)
    commas = [gap.strip() == "," for gap in gaps]
    if commas[0] and size > 1 and (size == 3 or noun_follows(place)):
        weekday = FULL_WEEKDAYS[rng.below(5)].capitalize()
        if noun_follows(place):  # "Friday, the second trading session"
            return (weekday, "the", one_of(rng, _ORDINALS))[:size] if size < 4 else None
        return (weekday, month_name(rng), day_number(place, rng)) if not commas[1] else None
    dotted = gaps[0].startswith(".")
    month = month_after(place) or month_name(rng)
    month = one_of(rng, SHORT_MONTHS) if dotted else month
    first = _later_day(place, rng) if month_after(place) else day_number(place, rng)
    if size == 2:
        if place.spoken and place.last_word in ("her", "his", "their", "my", "your"):
            return one_of(rng, "early|mid|late"), one_of(rng, "twenties|thirties|forties|fifties")
        if place.spoken and place.last_word == "the" and not commas[0]:  # "the nineteen fifties"
            return "nineteen", one_of(rng, "fifties|sixties|seventies|eighties")
        if place.spoken and place.earlier and place.earlier.words[0] == "nineteen":
            return "nineteen", one_of(rng, "seventies|eighties|nineties")
        if place.spoken and place.last_word in _BEFORE_YEARS:
            return ("nineteen", small_words(10 * rng.between(5, 9)))
        if commas[0]:
            return (first, year_near(place, rng))
        return (month, first if dotted or not _takes_year(place, rng) else year_near(place, rng))
    written = not place.spoken and not _may_be_dictated(place)
    if size == 4 and written and not any(gap.strip() for gap in gaps):
        weekday = FULL_WEEKDAYS[rng.below(5)].capitalize()
        return (weekday, month, first, year_near(place, rng))
    if size == 3:
        if place.spoken and not any(gap.strip() for gap in gaps):
            return _spoken_year(rng) if place.last_word == "in" else _spoken_date(rng)
        return (month, first, year_near(place, rng))
    if any(gap.strip() for gap in gaps) or not _may_be_dictated(place):
        return None
    coming = (place.before or place.after) and not _BORN.search(place.before)
    return (_coming_date(place, rng) if coming else None) or _dictated_date(size, rng)


def _takes_year(place: PhrasePlace, rng: KeyedRandom) -> bool:
    """Return whether a year, not a day, follows the month: "since May 1994", "on May 4"."""
    if place.last_word in _BEFORE_YEARS and not place.spoken:
        return True
    if place.spoken or place.after.startswith(","):
        return False
    if place.last_word in _BEFORE_DAYS or (place.earlier and month_after(place)):
        return False
    return rng.below(3) == 0


def _later_day(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a day after that of the earlier date."""
    days = [int(word) for word in (place.earlier or Earlier((), "")).words if word.isdigit()]
    first = min(days[0] if days else 1, 27)
    return str(rng.between(first + 1, 28))


def _may_be_dictated(place: PhrasePlace) -> bool:
    """Return whether numbers may be words: in speech, or where no text shows that it is written."""
    return place.spoken or not any(char.isalpha() for char in place.before + place.after)


def _spoken_date(rng: KeyedRandom) -> Words:
    return month_name(rng), "the", ordinal_words(rng.between(1, 19))


def _spoken_year(rng: KeyedRandom) -> Words:
    """Return the year of "in nineteen eighty five"."""
    return "nineteen", small_words(10 * rng.between(5, 9)), small_words(rng.between(1, 9))


def _coming_date(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a day of a month without a year, as people make appointments."""
    day, month = ordinal_words(rng.between(1, 19)), one_of(rng, "this|next")
    if place.size == 4 and place.last_word == "the":
        return day, "of", month, "month"
    forms = {4: ("the", day, "of", month_name(rng)), 5: ("the", day, "of", month, "month")}
    return forms.get(place.size)


def _dictated_date(size: int, rng: KeyedRandom) -> Words | None:
    """Return a date with its year in words."""
    month, day = month_name(rng), ordinal_words(rng.between(1, 19))
    tens, unit = small_words(10 * rng.between(5, 9)), small_words(rng.between(1, 9))
    forms = {
        4: (month, day, "nineteen", tens),
        5: (month, day, "nineteen", tens, unit),
        6: (month, "the", day, "nineteen", tens, unit),
        7: ("the", day, "of", month, "nineteen", tens, unit),
    }
    return forms.get(size)


def time(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a time of day."""
    hour = rng.between(1, 12)
    half = rng.below(2) == 0
    if place.spoken or place.size > _CLOCK:
        word = small_words(hour)
        part = one_of(rng, "half past|quarter to|quarter past").split()
        forms = {
            1: (word,),
            2: (word, "thirty" if half else "o'clock"),
            3: (*part, word),
            4: (word, "in", "the", one_of(rng, "morning|evening|afternoon")),
            5: (word, "thirty", "in", "the", one_of(rng, "morning|evening|afternoon")),
            6: (*part, word, "in", "the", one_of(rng, "morning|evening|afternoon")),
        }
        return forms.get(place.size)
    clock = f"{hour}:{30 if half else 15 * rng.below(4):02}"
    noon = "p.m" if _LATE.match(place.after) else one_of(rng, "a.m|p.m")
    if place.size == 2 and place.gaps[0] == ":":
        return str(hour), f"{15 * rng.below(4):02}"
    zone = one_of(rng, "EDT|EST")
    return {1: (clock,), 2: (clock, noon), 3: (clock, noon, zone)}.get(place.size)


def age(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an age, alone, with "years old", or before a noun as "ten-year-old"."""
    youngest, oldest = 18, 79
    if _OLD.match(place.after):
        youngest, oldest = 62, 89
    elif _IN_OFFICE.match(place.after):
        youngest, oldest = 38, 69
    years = rng.between(youngest, oldest)
    described = noun_follows(place) and next_word(place) not in _YEARS
    named = place.following == Label.PERSON.value  # "34-year-old [PERSON]"
    named = named or (place.following == Label.MISC.value and article_of(place) != "")
    worded = place.following == Label.WORD.value and article_of(place) != ""
    attribute = described or worded or named
    if place.size == 1 and _IN_SMALL_UNITS.match(place.after):  # "at the age of six weeks"
        count = rng.between(2, 11)
        return (small_words(count) if place.spoken else str(count),)
    if place.size == 1 and attribute:
        child = _CHILDREN.match(place.after) is not None
        return (f"{rng.between(2, 12) if child else years}-year-old",)
    if any(gap.strip() for gap in place.gaps):
        return None
    if article_of(place) and place.size == _WORDS_OF_AGE:
        young = small_words(rng.between(2, 15))
        grown = small_words(10 * rng.between(2, 8))
        said = grown if next_word(place) in _ADULTS else young
        return said if place.spoken else str(years), "year", "old"
    if place.size == _WORDS_OF_AGE and _WHO.match(place.after) and _OF_SOME.search(place.before):
        return str(rng.between(11, 19)), "year", "olds"
    if not place.spoken:
        return (str(years), "years", "old")[: place.size] if place.size < 4 else None
    counted = _COUNTED.search(place.before)
    if counted and counted[1] in _NUMBERS[:-1]:  # "eleven or twelve years old"
        at = _NUMBERS.index(counted[1])
        word = _NUMBERS[at + 1]
        return (word, "years", "old")[: place.size] if place.size < 4 else None
    if _OF_CHILDREN.search(place.before) and place.size < 4:
        return (small_words(rng.between(2, 12)), "years", "old")[: place.size]
    tens = small_words(years // 10 * 10) if years > 19 else "thirty"
    unit = small_words(years % 9 + 1)
    old = ("years", "old")
    forms = {1: (tens,), 2: (tens, unit), 3: (tens, *old), 4: (tens, unit, *old)}
    return forms.get(place.size)
