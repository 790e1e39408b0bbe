"""Addresses with a street word of another language: "17 rue des Martyrs, 75009 Paris"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from privtool.text.lexicon import rows, sections, words
from privtool.text.surrogates.addresses.values import KEPT_WORDS, with_other_values
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.places.countries import city_in, world
from privtool.text.surrogates.places.places import COMMA
from privtool.text.surrogates.places.postcodes import (
    beside_code,
    countries_with,
    form_of,
    zip_code,
)
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_NUMBER_BEFORE = r"(?P<start>[\W\d]*(?:(?<=\d)\s?(?:bis|ter|[a-z])\b[\s,]*)?"
_NAME, _END = r"(?P<name>[^\W\d](?:[^,\d]*[^\W\d])?)", r"[\W\d]*[a-z]?\W*"
_CITY = re.compile(r"[^\W\d](?:[^,\d]*[^\W\d])?")
_WORD, _LETTERS = re.compile(r"[^\W\d_]{2,}"), re.compile(r"[^\W\d]+")


class Language(NamedTuple):
    """The form of a street of a language, other names, and countries."""

    street: re.Pattern[str]
    names: Pool
    countries: list[str]


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
    code = next((code for part in parts[2::2] if (code := _code_of(part))), "")
    fitting = countries_with(form_of(code)).intersection(language.countries)
    countries = [each for each in language.countries if each in fitting or not fitting]
    named = {world().country(part) for part in parts[2::2]}
    others = [each for each in countries if each not in named] or countries
    key = language.countries[0]
    country = context.pick("country of street", key, Pool(others), excluded="")
    name = street["name"]
    drawn = cased_like(name, context.pick("street abroad", name, language.names))
    before, after = parts[0][: street.start("name")], parts[0][street.end("name") :]
    rest = (
        _place(part, country, context) if index % 2 else part
        for index, part in enumerate(parts[1:])
    )
    return "".join([_digits(before, context), drawn, _digits(after, context), *rest])


def words_abroad(phrase: str) -> set[str] | None:
    """Return the words of an address abroad that are not kinds of streets; None for any other."""
    read = _read(phrase)
    if read is None:
        return None
    places = (part for part in read.parts[2::2] if _is_place(part))
    found = {word for text in (read.street["name"], *places) for word in _WORD.findall(text)}
    return {normalized(word) for word in found} - KEPT_WORDS


@lru_cache(maxsize=1 << 10)
def _read(phrase: str) -> _Address | None:
    """Return the parts of an address abroad; None for any other phrase or one with other words."""
    parts = COMMA.split(phrase)
    if not may_have_street_word(parts[0]):
        return None  # the usual case
    numbered = any(map(str.isdigit, "".join(parts[:3])))
    if not numbered or not all(_is_place(part) or _is_flat(part) for part in parts[2::2]):
        return None
    for language in languages():
        street = language.street.fullmatch(parts[0])
        if street is None:
            continue
        clear = street["kind"].lower() not in words("streets.unclear", "intl")
        if clear or any(map(_is_abroad, parts[2::2])):
            return _Address(language, street, parts)
    return None


def _is_place(part: str) -> bool:
    return beside_code(part) is not None or _CITY.fullmatch(part) is not None


def _is_flat(part: str) -> bool:
    return {normalized(word) for word in _WORD.findall(part)} <= KEPT_WORDS


def _is_abroad(part: str) -> bool:
    coded = beside_code(part)
    city = part if coded is None else coded["city"] or coded["place"]
    return world().country(part) is not None or world().home(city) is not None


def _place(part: str, country: str, context: Context) -> str:
    """Return the country, one of its cities with another code, or other digits of a flat."""
    if world().country(part):
        return cased_like(part, country)
    coded = beside_code(part)
    if coded is None:
        return city_in(country, part, context) if _CITY.fullmatch(part) else _digits(part, context)
    city = city_in(country, coded["city"] or coded["place"], context)
    if coded["first"]:
        return zip_code(coded["first"], context) + coded["gap"] + city
    return city + coded["space"] + zip_code(coded["last"], context)


def _code_of(part: str) -> str:
    coded = beside_code(part)
    return "" if coded is None else coded["first"] or coded["last"]


def _digits(text: str, context: Context) -> str:
    return re.sub(r"\d+", lambda match: with_other_values(match[0], context), text)


@cache
def languages() -> tuple[Language, ...]:
    """Return the languages with street words."""
    return tuple(
        Language(_street(name, where, *special), Pool(names.split("|")), countries.split("|"))
        for name, where, names, countries, *special in rows("street_names", "intl")
    )


def _street(language: str, where: str, *special: str) -> re.Pattern[str]:
    kinds = "|".join([*special, *map(re.escape, _kinds(language))])
    if where == "before":
        pattern = rf"{_NUMBER_BEFORE}(?P<kind>{kinds})\s+){_NAME}{_END}"
    else:
        pattern = rf"{_NUMBER_BEFORE})(?P<name>[^\W\d]{{3,}}?)(?P<kind>{kinds})\b\.?{_END}"
    return re.compile(pattern, re.IGNORECASE)


def _kinds(language: str) -> tuple[str, ...]:
    """Return the street words of a language, the longest first."""
    known = sections("streets", "intl")
    found = (*known.get(language, ()), *known.get(f"{language}.more", ()))
    return tuple(sorted(found, key=len, reverse=True))


@cache
def _first_words_and_endings() -> tuple[frozenset[str], tuple[str, ...]]:
    """Return what a street with one of the words has: a word at the start, or an ending."""
    table = [(where, _kinds(name)) for name, where, *_ in rows("street_names", "intl")]
    before = [kind for where, kinds in table if where == "before" for kind in kinds]
    after = [kind.casefold() for where, kinds in table if where == "after" for kind in kinds]
    return frozenset(_LETTERS.findall(kind)[0] for kind in before), tuple(after)


def may_have_street_word(street: str) -> bool:
    """Return whether a street may have one of the words, at little cost."""
    first_words, endings = _first_words_and_endings()
    found = _LETTERS.findall(street.casefold())
    return any(word in first_words or word.endswith(endings) for word in found)
