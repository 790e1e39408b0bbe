"""Addresses with a street word of another language: "17 rue des Martyrs, 75009 Paris"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from privtool.text.letter_case import cased_like
from privtool.text.lexicon import rows, sections, words
from privtool.text.surrogates.addresses.streets import KEPT_WORDS, other_values
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.places.countries import city_in, world
from privtool.text.surrogates.places.landmarks import WORD
from privtool.text.surrogates.places.postcodes import (
    code_in,
    countries_with,
    form_of,
    with_other_code,
    without_code,
)
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_NUMBER_BEFORE = r"(?P<start>[\W\d]*(?:(?<=\d)\s?(?:bis|ter|[a-z])\b[\s,]*)?"
_NAME, _END = r"(?P<name>[^\W\d](?:[^,\d]*[^\W\d])?)", r"[\W\d]*[a-z]?\W*"


class Abroad(NamedTuple):
    """A street with a word of a language, other names of streets, and its countries."""

    street: re.Match[str]
    names: Pool
    countries: list[str]

    def replaced(self, parts: list[str], context: Context) -> list[str]:
        """Return the parts of another address of a country with the same street words.

        The street word gives the language away, so a city of another part of the world would say
        no less and would not read true. The country has postcodes of the same form, if any has.
        """
        fitting = countries_with(form_of(next(filter(None, map(code_in, parts)), "")))
        countries = [each for each in self.countries if each in fitting] or self.countries
        named = {world().country(part) for part in parts}
        others = [each for each in countries if each not in named] or countries
        country = context.pick("country of street", countries[0], Pool(others), excluded="")
        name, (start, end) = self.street["name"], self.street.span("name")
        drawn = cased_like(name, context.pick("street abroad", name, self.names))
        before, after = (_digits(text, context) for text in (parts[0][:start], parts[0][end:]))
        return [before + drawn + after, *(_other(part, country, context) for part in parts[1:])]

    def identifying_words(self, parts: list[str]) -> set[str]:
        """Return the words of the street and the places that are not kinds of streets."""
        texts = (self.street["name"], *map(without_code, parts[2::2]))
        return {normalized(word) for text in texts for word in WORD.findall(text)} - KEPT_WORDS


@lru_cache(maxsize=1 << 10)
def read_abroad(parts: tuple[str, ...]) -> Abroad | None:
    """Return the street of an address abroad; None for any other or one with other words."""
    if not any(map(str.isdigit, "".join(parts[:3]))):
        return None
    places = [place for place in map(without_code, parts[2::2]) if not _is_flat(place)]
    if any(map(str.isdigit, "".join(places))):
        return None
    abroad = any(world().country(place) or world().home(place) for place in places)
    for pattern, names, countries in _languages():
        street = pattern.fullmatch(parts[0])
        unclear = street and street["kind"].lower() in words("streets.unclear", "intl")
        if street is not None and (abroad or not unclear):
            return Abroad(street, names, countries)
    return None


def _is_flat(part: str) -> bool:
    return {normalized(word) for word in WORD.findall(part) if len(word) > 1} <= KEPT_WORDS


def _other(part: str, country: str, context: Context) -> str:
    """Return the country, one of its cities with another code, or other digits of a flat."""
    city = without_code(part)
    if world().country(part) or _is_flat(city):
        return cased_like(part, country) if world().country(part) else _digits(part, context)
    return with_other_code(part, city_in(country, city, context), context)


def _digits(text: str, context: Context) -> str:
    return re.sub(r"\d+", lambda match: other_values(match[0], context), text)


@cache
def _languages() -> list[tuple[re.Pattern[str], Pool, list[str]]]:
    return [
        (_street(language, where, *special), Pool(names.split("|")), countries.split("|"))
        for language, where, names, countries, *special in rows("street_names", "intl")
    ]


def _street(language: str, where: str, *special: str) -> re.Pattern[str]:
    kinds = "|".join([*special, *_kinds(language)])
    if where == "before":
        pattern = rf"{_NUMBER_BEFORE}(?P<kind>{kinds})\s+){_NAME}{_END}"
    else:
        pattern = rf"{_NUMBER_BEFORE})(?P<name>[^\W\d]{{3,}}?)(?P<kind>{kinds})\b\.?{_END}"
    return re.compile(pattern, re.IGNORECASE)


def _kinds(language: str) -> list[str]:
    """Return the patterns of the street words of a language, the longest first."""
    known = sections("streets", "intl")
    found = (*known.get(language, ()), *known.get(f"{language}.more", ()))
    return [re.escape(kind) for kind in sorted(found, key=len, reverse=True)]
