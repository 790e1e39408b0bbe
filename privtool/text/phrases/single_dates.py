"""Dates of one word: a year, month, weekday or day, by the words around it."""

from __future__ import annotations

import re

from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS
from privtool.text.english.numbers import ordinal_words, small_words
from privtool.text.labels import Label
from privtool.text.phrases.cues import next_word, noun_follows
from privtool.text.phrases.number import is_of_bonds
from privtool.text.phrases.related import is_move
from privtool.text.phrases.slots import PhrasePlace, is_month, one_of
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

SHORT_MONTHS = "Jan|Feb|Aug|Sept|Oct|Nov|Dec"
_YEAR = re.compile(r"\b(1[89]\d\d|20[0-4]\d)\b")
_USUAL_YEARS = 1975, 2024
_DAY_PARTS = word_set("morning night afternoon evening session trading")
_OF_MONTHS = word_set(
    """quarter meeting issue contract contracts delivery figures report sales period deadline crude
    futures reading rise data elections election vote survey convention"""
)
_OF_POINTS = re.compile(r"(?: (?:to|or) \ufffc)? (?:point|percentage|cent)\b")
_DECADE = re.compile(r"\bthe (?:early|late|mid)[ -]$")
_MOVED = word_set("up down off rose fell")
_POSSESSIVES = word_set("my your his her our their")
_DAY = re.compile(r"\b\d{1,2},?\s*$")
_DAY_AFTER = re.compile(
    r"\s+(?:\d{1,2}\b|the(?:,| (?:\d|\ufffc|\w+(?:th|st|nd|rd)\b|second|third)))"
)
_PART_OF_MONTH = re.compile(
    r"\b(?:weeks?|days?|morning|night|evening|first|second|third|fourth|fifth|\d+(?:st|nd|rd|th)) "
    r"of $"
)
_OF_YEARS = re.compile(
    r"\b(?:year|yearly|annual(?:ly)?|full-year|fiscal|all|half|quarter)\b[^.?!\ufffc]{0,30} "
    r"(?:of|for|in) $"
)
_LATER = re.compile(
    r"\b(?:until|by|through|due in|next|to|until (?:early|late|mid)) (?:the end of )?$"
)
_DUE = re.compile(r"\b(?:due|matur(?:e|es|ing)|expir(?:e|es|ing)) in $")
_DESCRIBING = re.compile(
    r"\b(?:an?|the|its|his|her|our|their|this|that)(?: [\w-]+)? $", re.IGNORECASE
)
_OF_BIRTH = re.compile(r"\b(?:date of birth|dob)(?: is| was|:)? $", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:since|from|earlier|against|compared with|back in) (?:the )?$")


_YEAR_AS = re.compile(r"\byears? (?:as|than|like) $")


def one_word_date(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a year, month, weekday or day alone, by the words around it."""
    sure = _fraction(place, rng) or _part(place, rng) or _compared_year(place, rng)
    if sure is not None:
        return sure
    found = _said(place, rng) if place.spoken else _written(place, rng)
    return found or _any(place, rng)


def _fraction(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return a part of a number that a tagger took for a date: "2 1/2"."""
    if place.after.startswith(" and a half"):
        count = rng.between(2, 9)
        return small_words(count) if place.spoken else str(count)
    moved = (place.last_word in _MOVED and is_of_bonds(place)) or is_move(place)
    if not (moved or place.preceding == Label.NUMBER.value or _OF_POINTS.match(place.after)):
        return None
    if noun_follows(place):  # "a 2 1/2-year period"
        return one_of(rng, "1/2-year|1/2-month|1/2-week")
    return one_of(rng, "1/2|1/4|3/4|3/8|5/8|7/8")


def _part(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return a part of a date whose other parts are not masked."""
    if is_month(place.last_word):
        return day_number(place, rng)
    if _DAY.search(place.before[-4:]) and place.before.rstrip().endswith(","):
        return year_near(place, rng)
    if re.match(r"\.\s+\d{1,2}\b", place.after):
        return one_of(rng, SHORT_MONTHS)
    if _DAY_AFTER.match(place.after) or _PART_OF_MONTH.search(place.before):
        return month_name(rng)
    if place.before.endswith(("'", "\u2019")):
        return f"{_decade(place, rng) % 100 or 90}s"  # "the '90s"
    return None


def _compared_year(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return a year that is compared with another one: "as good a year as [MASK] was"."""
    return str(year_near(place, rng)) if _YEAR_AS.search(place.before) else None


def _said(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    if place.before.endswith("in the "):
        return one_of(rng, "sixties|seventies|eighties|nineties")
    if place.last_word == "the":
        return ordinal_words(rng.between(2, 28))
    if place.last_word in _POSSESSIVES:
        return one_of(rng, "twenties|thirties|forties|fifties")
    return _near(place, rng)


def _written(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    last, after = place.last_word, next_word(place)
    if _DECADE.search(place.before):
        ending = "" if place.after.startswith(("'s", "\u2019s")) else "s"
        return f"{_decade(place, rng)}{ending}"
    if place.following or last in ("early", "late", "mid"):
        return year_near(place, rng)  # "the 1906 [MASK] earthquake"
    if place.before.endswith("(") and place.after.startswith(")"):
        return year_near(place, rng)  # of a film
    if last == "the" and not noun_follows(place):
        return f"{_decade(place, rng)}s"
    if noun_follows(place) and _DESCRIBING.search(place.before) and after not in _DAY_PARTS:
        return month_name(rng) if after in _OF_MONTHS else year_near(place, rng)
    if _OF_YEARS.search(place.before):
        return year_near(place, rng)
    return _near(place, rng)


def _near(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return what the word before it asks for, in speech and writing."""
    last = place.last_word
    if last in ("since", "by", "during") or place.before.endswith("'s "):
        return year_near(place, rng) if rng.below(4) else month_name(rng)
    if place.before.endswith("back in ") and not place.spoken:
        return year_near(place, rng)
    if last == "dated" or _OF_BIRTH.search(place.before):
        return f"{rng.between(1, 12)}/{rng.between(1, 28)}/{int(year_near(place, rng)) % 100:02}"
    if last in ("fiscal", "of") or _DUE.search(place.before):
        return year_near(place, rng)
    if last in ("every", "on", "next", "this"):
        return FULL_WEEKDAYS[rng.below(7)].capitalize()
    return None


def _any(place: PhrasePlace, rng: KeyedRandom) -> str:
    kind = place.shared % 10 if place.is_listed else rng.below(10)
    part = next_word(place) in _DAY_PARTS
    if kind < 5 and not place.spoken and not part:
        return year_near(place, rng)
    if (
        place.last_word == "in"
        or (kind < 8 and place.last_word != "a")
        or (noun_follows(place) and not part)
    ):
        return month_name(rng)
    return FULL_WEEKDAYS[rng.below(7)].capitalize()


def _decade(place: PhrasePlace, rng: KeyedRandom) -> int:
    return int(year_near(place, rng)) // 10 * 10


def month_name(rng: KeyedRandom) -> str:
    """Return a month."""
    return FULL_MONTHS[rng.below(12)].capitalize()


def day_number(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a day of a month, as a word where somebody speaks."""
    day = rng.between(1, 28)
    return ordinal_words(day % 19 + 1) if place.spoken else str(day)


def year_near(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a year next to those of the text, else one near to those of its other phrases.

    After "until" it is later than the others of the text, after "since" earlier.
    """
    seen = [int(year) for year in _YEAR.findall(place.before + " " + place.after)]
    later, since = _LATER.search(place.before), _SINCE.search(place.before)
    low, high = _USUAL_YEARS
    first, last = min(seen, default=0), max(seen, default=0)
    if not seen:
        first = last = low + place.shared % (high - low - 1)
    if later:
        return str(rng.between(last + 1, last + 2))
    if since:
        return str(rng.between(first - 4, first - 1))
    return str(rng.between(first - 4, last + 2) if seen else rng.between(first - 1, first))
