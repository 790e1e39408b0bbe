"""Addresses with a street word of another language: "17 rue des Martyrs, 75009 Paris"."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.geography.abroad import city_in
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.places.places import zip_code
from privtool.text.surrogates.places.street_languages import (
    LANGUAGES,
    Language,
    may_have_street_word,
)
from privtool.text.surrogates.places.street_words import KEPT_WORDS, STREET_WORDS
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_NUMBER_BEFORE = r"(?P<start>[\W\d]*(?:(?<=\d)\s?(?:bis|ter|[a-z])\b[\s,]*)?"
_NAME, _END = r"(?P<name>[^\W\d](?:[^,\d]*[^\W\d])?)", r"[\W\d]*[a-z]?\W*"
_STREETS = tuple(
    re.compile(
        rf"{_NUMBER_BEFORE}(?P<kind>{language.before})\s+){_NAME}{_END}"
        if language.before
        else rf"{_NUMBER_BEFORE})(?P<name>[^\W\d]{{3,}}?)(?P<kind>{language.after})\b\.?{_END}",
        re.IGNORECASE,
    )
    for language in LANGUAGES
)
_FIVE_DIGITS = frozenset(  # of postcodes; those of the other countries have four
    ("France", "Germany", "Spain", "Italy", "Mexico", "Finland", "Sweden", "Peru", "Poland")
)
_COMMA = re.compile(r"(\s*,\s*)")
_CITY = re.compile(
    r"(?:(?P<code>(?:[A-Z]{1,2}-)?(?:\d{4,5}(?:\s?[A-Z]{2}\b)?|\d{3}\s\d{2}|\d\d-\d{3}))(?P<gap>\s+))?"
    r"(?P<city>[^\W\d](?:[^,\d]*[^\W\d])?)(?:(?P<after>\s+)(?P<last>\d{4,5}))?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"[^\W\d_]{2,}")
_UNCLEAR = word_set(
    "via place cours largo avenue ring tie plein am im"
)  # also English words or endings


class _Address(NamedTuple):
    """The parts between commas, the first of which is a street."""

    language: Language
    street: re.Match[str]
    parts: list[str]


def address_abroad(phrase: str, context: Context) -> str | None:
    """Return another address of a country with the same street words; None for any other.

    The street word gives the language away, so a city of another part of the world would say no
    less and would not read true.
    """
    read = _read(phrase)
    if read is None:
        return None
    language, street, parts = read
    named = next((each for each in parts[2::2] if world().country(each)), None)
    key = language.countries.phrases[0]
    length = next((len(code) for part in parts[2::2] if (code := _code_of(part))), 0)
    countries = _with_codes(language.countries, length)
    excluded = (named or "") if len(countries) > 1 else ""
    country = context.pick("country of street", key, countries, excluded=excluded)
    first = _street(street, language, context)
    rest = (
        _place(part, country, context) if index % 2 else part
        for index, part in enumerate(parts[1:])
    )
    return "".join([first, *rest])


def words_abroad(phrase: str) -> set[str] | None:
    """Return the words of an address abroad that are not kinds of streets; None for any other."""
    read = _read(phrase)
    if read is None:
        return None
    matches = (_CITY.fullmatch(part) for part in read.parts[2::2])
    places = (_WORD.findall(match["city"]) for match in matches if match is not None)
    words = {*_WORD.findall(read.street["name"]), *(word for each in places for word in each)}
    return {normalized(word) for word in words} - KEPT_WORDS


@lru_cache(maxsize=1 << 10)
def _read(phrase: str) -> _Address | None:
    """Return the parts of an address abroad; None for any other phrase or one with other words."""
    parts = _COMMA.split(phrase)
    if not may_have_street_word(parts[0]):
        return None  # the usual case
    if not any(map(str.isdigit, "".join(parts[:3]))) or not all(map(_is_readable, parts[2::2])):
        return None
    for language, pattern in zip(LANGUAGES, _STREETS, strict=True):
        street = pattern.fullmatch(parts[0])
        if street is None:
            continue
        clear = street["kind"].lower() not in _UNCLEAR
        if clear or any(map(_is_abroad, parts[2::2])):
            return _Address(language, street, parts)
    return None


def _is_readable(part: str) -> bool:
    """Return whether a part is a country, a city, or the number of a flat."""
    words = {normalized(word) for word in _WORD.findall(part)}
    return _CITY.fullmatch(part) is not None or words <= STREET_WORDS


def _is_abroad(part: str) -> bool:
    match = _CITY.fullmatch(part)
    return world().country(part) is not None or (
        match is not None and world().home(match["city"]) is not None
    )


def _street(match: re.Match[str], language: Language, context: Context) -> str:
    """Return the street with another name and other numbers."""
    text, name = match.string, match["name"]
    drawn = cased_like(name, context.pick("street abroad", name, language.names))
    before, after = text[: match.start("name")], text[match.end("name") :]
    return _digits(before, context) + drawn + _digits(after, context)


def _place(part: str, country: str, context: Context) -> str:
    """Return the country, one of its cities with another code, or other digits of a flat."""
    if world().country(part):
        return cased_like(part, country)
    match = _CITY.fullmatch(part)
    if match is None:
        return _digits(part, context)
    code, gap, city = match["code"] or "", match["gap"] or "", match["city"]
    before = zip_code(code, context) if code else ""
    end = match["after"] + zip_code(match["last"], context) if match["last"] else ""
    return before + gap + city_in(country, city, context) + end


def _code_of(part: str) -> str:
    """Return the digits of the postcode beside a city, "" without one."""
    match = _CITY.fullmatch(part)
    return "".join(filter(str.isdigit, match["code"] or match["last"] or "")) if match else ""


def _with_codes(countries: Pool, length: int) -> Pool:
    """Return the countries whose postcodes have as many digits; all of them if none has."""
    fitting = [name for name in countries.phrases if length == (5 if name in _FIVE_DIGITS else 4)]
    return Pool(fitting) if fitting else countries


def _digits(text: str, context: Context) -> str:
    def other(match: re.Match[str]) -> str:
        make = read_dictation(match[0]).randomized
        return context._replace(avoid=frozenset()).retry("street number", match[0], make)

    return _NUMBER.sub(other, text)
