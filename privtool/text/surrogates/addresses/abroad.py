"""Addresses with a street word of another language: "17 rue des Martyrs, 75009 Paris"."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from privtool.text.lexicon import rows, sections, words
from privtool.text.surrogates.addresses.streets import KEPT_WORDS, other_values
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.places.countries import city_in, world
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
_CITY = re.compile(r"[^\W\d](?:[^,\d]*[^\W\d])?")
_WORD = re.compile(r"[^\W\d_]{2,}")


class Language(NamedTuple):
    """The form of a street of a language, other names, and countries."""

    street: re.Pattern[str]
    names: Pool
    countries: list[str]


class Abroad(NamedTuple):
    """An address: the parts between commas, the first of which is a street, and the commas."""

    language: Language
    street: re.Match[str]
    parts: tuple[str, ...]

    def replaced(self, context: Context) -> list[str]:
        """Return the parts of another address of a country with the same street words.

        The street word gives the language away, so a city of another part of the world would say
        no less and would not read true.
        """
        country = self._country(context)
        name = self.street["name"]
        drawn = cased_like(name, context.pick("street abroad", name, self.language.names))
        start, end = self.street.span("name")
        first = self.parts[0]
        before, after = (_digits(text, context) for text in (first[:start], first[end:]))
        return [
            before + drawn + after,
            *(_other(part, country, context) for part in self.parts[1:]),
        ]

    def _country(self, context: Context) -> str:
        """Return a country whose postcodes have the form of the one here, if there is any."""
        code = next(filter(None, map(code_in, self.parts[2::2])), "")
        fitting = countries_with(form_of(code)).intersection(self.language.countries)
        countries = [each for each in self.language.countries if each in fitting or not fitting]
        named = {world().country(part) for part in self.parts[2::2]}
        others = [each for each in countries if each not in named] or countries
        key = self.language.countries[0]
        return context.pick("country of street", key, Pool(others), excluded="")

    def identifying_words(self) -> set[str]:
        """Return the words of the street and the places that are not kinds of streets."""
        places = (part for part in map(without_code, self.parts[2::2]) if _CITY.fullmatch(part))
        texts = (self.street["name"], *places)
        return {normalized(word) for text in texts for word in _WORD.findall(text)} - KEPT_WORDS


@lru_cache(maxsize=1 << 10)
def read_abroad(parts: tuple[str, ...]) -> Abroad | None:
    """Return an address abroad; None for any other or one with other words."""
    if not may_have_street_word(parts[0]):
        return None  # the usual case
    numbered = any(map(str.isdigit, "".join(parts[:3])))
    if not numbered or not all(map(_is_readable, parts[2::2])):
        return None
    abroad = any(
        world().country(part) or world().home(part) for part in map(without_code, parts[2::2])
    )
    for language in _languages():
        street = language.street.fullmatch(parts[0])
        unclear = street and street["kind"].lower() in words("streets.unclear", "intl")
        if street is not None and (abroad or not unclear):
            return Abroad(language, street, parts)
    return None


def may_have_street_word(street: str) -> bool:
    """Return whether a street may have one of the words, at little cost."""
    return _any_word().search(street.casefold()) is not None


def _is_readable(part: str) -> bool:
    """Return whether a part is a country, a city, or the number of a flat."""
    found = {normalized(word) for word in _WORD.findall(part)}
    return found <= KEPT_WORDS or _CITY.fullmatch(without_code(part)) is not None


def _other(part: str, country: str, context: Context) -> str:
    """Return the country, one of its cities with another code, or other digits of a flat."""
    if world().country(part):
        return cased_like(part, country)
    city = without_code(part)
    if _CITY.fullmatch(city) is None:
        return _digits(part, context)
    return with_other_code(part, city_in(country, city, context), context)


def _digits(text: str, context: Context) -> str:
    return re.sub(r"\d+", lambda match: other_values(match[0], context), text)


@cache
def _languages() -> tuple[Language, ...]:
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


def _kinds(language: str) -> list[str]:
    """Return the street words of a language, the longest first."""
    known = sections("streets", "intl")
    found = (*known.get(language, ()), *known.get(f"{language}.more", ()))
    return sorted(found, key=len, reverse=True)


@cache
def _any_word() -> re.Pattern[str]:
    """Return the pattern of a word before a name, or of an ending."""
    kinds: dict[str, list[str]] = {"before": [], "after": []}
    for name, where, *_ in rows("street_names", "intl"):
        kinds[where] += (re.escape(kind.casefold()) for kind in _kinds(name))
    before, after = ("|".join(kinds[where]) for where in ("before", "after"))
    return re.compile(rf"(?<![^\W\d_])(?:{before})(?![^\W\d_])|(?:{after})(?![^\W_])")
