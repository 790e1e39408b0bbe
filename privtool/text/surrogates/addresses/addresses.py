"""Addresses: another street and number; the places after it agree with one another."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from privtool.text.detection.addresses import UNIT
from privtool.text.letter_case import cased_like
from privtool.text.lexicon import entries, rows, sections, words
from privtool.text.surrogates.addresses.places import COMMA, is_area, listed_place, location
from privtool.text.surrogates.addresses.streets import (
    KEPT_WORDS,
    NUMBER_WORDS,
    STREET_WORDS,
    name_spans,
    other_values,
    street,
)
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.names.name_parts import PART
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

# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = re.compile(
    r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+[^\W_]|^(?:the )?(?:corner|intersection|junction) of ",
    re.IGNORECASE,
)
_FLATS = re.compile(rf"(?:\s|\A){UNIT}(?:\s{UNIT})*\Z|\Z", re.IGNORECASE)
_NUMBER_BEFORE = r"(?P<start>[\W\d]*(?:(?<=\d)\s?(?:bis|ter|[a-z])\b[\s,]*)?"
_NAME, _END = r"(?P<name>[^\W\d](?:[^,\d]*[^\W\d])?)", r"[\W\d]*[a-z]?\W*"


class Abroad(NamedTuple):
    """A street with a word of another language: other names of streets, and its countries."""

    street: re.Match[str]
    names: Pool
    countries: list[str]


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number, or a corner of two."""
    if read_abroad(tuple(COMMA.split(phrase))) is not None:
        return True
    return _STREET.search(phrase) is not None


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    parts, flats = _read(phrase)
    abroad = read_abroad(tuple(parts))
    country = _country_abroad(abroad, parts, context) if abroad else ""
    made: list[str] = []
    for number, (part, flat) in enumerate(zip(parts, flats, strict=True)):
        if number == 0 and abroad is not None:
            made.append(_street_abroad(abroad, part, context))
        elif not number % 2 and part:
            place = _is_place(parts, number)
            made.append(_place(parts, number, country, context) if place else street(part, context))
        else:
            made.append(part)
        made.append(other_values(flat, context))
    return "".join(made)


def identifying_words(phrase: str) -> set[str]:
    """Return the words of an address that are neither kinds of streets, flats nor numbers."""
    parts, _ = _read(phrase)
    abroad = read_abroad(tuple(parts))
    found = _words(abroad.street["name"]) - KEPT_WORDS if abroad else set()
    for number, part in enumerate(parts[1:] if abroad else parts, 1 if abroad else 0):
        if _is_place(parts, number):
            found |= _words(without_code(part))
        else:
            found |= {word for span in name_spans(part) for word in _words(part[slice(*span)])}
    return found - words("streets.small")


@lru_cache(maxsize=1 << 10)
def read_abroad(parts: tuple[str, ...]) -> Abroad | None:
    """Return the street of an address abroad; None for any other or one with other words."""
    if not any(map(str.isdigit, "".join(parts[:3]))):
        return None
    places = [place for place in map(without_code, parts[2::2]) if not _words(place) <= KEPT_WORDS]
    if any(map(str.isdigit, "".join(places))):
        return None
    abroad = any(world().country(place) or world().home(place) for place in places)
    for pattern, names, countries in _languages():
        found = pattern.fullmatch(parts[0])
        unclear = found and found["kind"].lower() in words("streets.unclear", "intl")
        if found is not None and (abroad or not unclear):
            return Abroad(found, names, countries)
    return None


def _read(phrase: str) -> tuple[list[str], list[str]]:
    """Return the parts between commas, those as well, and the floors and flats at their ends."""
    pieces = COMMA.split(phrase)
    starts = [flats.start() if (flats := _FLATS.search(piece)) else 0 for piece in pieces]
    parts = [piece[:start] for piece, start in zip(pieces, starts, strict=True)]
    return parts, [piece[start:] for piece, start in zip(pieces, starts, strict=True)]


def _country_abroad(abroad: Abroad, parts: list[str], context: Context) -> str:
    """Return another country with the same street words.

    The street word gives the language away, so a city of another part of the world would say no
    less and would not read true. The country has postcodes of the same form, if any has.
    """
    fitting = countries_with(form_of(next(filter(None, map(code_in, parts)), "")))
    countries = [each for each in abroad.countries if each in fitting] or abroad.countries
    named = {world().country(part) for part in parts}
    others = [each for each in countries if each not in named] or countries
    return context.pick("country of street", countries[0], Pool(others), excluded="")


def _street_abroad(abroad: Abroad, part: str, context: Context) -> str:
    name, (start, end) = abroad.street["name"], abroad.street.span("name")
    drawn = cased_like(name, context.pick("street abroad", name, abroad.names))
    before, after = (
        re.sub(r"\d+", lambda match: other_values(match[0], context), text)
        for text in (part[:start], part[end:])
    )
    return before + drawn + after


def _place(parts: list[str], number: int, country: str, context: Context) -> str:
    """Return another place of an address, in a country if it is a street abroad that tells it."""
    part = parts[number]
    if not country:
        return listed_place(parts, number, context)
    if world().country(part):
        return cased_like(part, country)
    return with_other_code(part, city_in(country, without_code(part), context), context)


def _is_place(parts: list[str], number: int) -> bool:
    """Return whether a part is a city, an area, or one of the two with a postcode."""
    name = without_code(parts[number])
    if number == 0 or number % 2 or any(map(str.isdigit, name)):
        return False
    if is_area(name, True):
        return True
    found = _words(name)
    endings = entries("streets.endings", "intl")
    if found.isdisjoint(STREET_WORDS) and not any(word.endswith(endings) for word in found):
        return bool(found - NUMBER_WORDS)
    return number + 2 < len(parts) and is_area(without_code(parts[number + 2]), True)


def _words(text: str) -> set[str]:
    return {normalized(match[0]) for match in PART.finditer(text) if len(match[0]) > 1}


@cache
def _languages() -> list[tuple[re.Pattern[str], Pool, list[str]]]:
    return [
        (_street_of(language, where, *special), Pool(names.split("|")), countries.split("|"))
        for language, where, names, countries, *special in rows("street_names", "intl")
    ]


def _street_of(language: str, where: str, *special: str) -> re.Pattern[str]:
    """Return the pattern of streets with a word of a language, the longest words first."""
    known = sections("streets", "intl")
    found = (*known.get(language, ()), *known.get(f"{language}.more", ()))
    kinds = "|".join([*special, *map(re.escape, sorted(found, key=len, reverse=True))])
    if where == "before":
        pattern = rf"{_NUMBER_BEFORE}(?P<kind>{kinds})\s+){_NAME}{_END}"
    else:
        pattern = rf"{_NUMBER_BEFORE})(?P<name>[^\W\d]{{3,}}?)(?P<kind>{kinds})\b\.?{_END}"
    return re.compile(pattern, re.IGNORECASE)


def _in_other_script(phrase: str, context: Context) -> str:
    """Replace an address in another script by a place and random digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
