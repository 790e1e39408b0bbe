"""Addresses: another street and number; the places after it agree with one another."""

from __future__ import annotations

import re

from privtool.text.lexicon import entries, words
from privtool.text.surrogates.addresses.abroad import address_abroad, words_abroad
from privtool.text.surrogates.addresses.flats import with_other_flats, without_flats
from privtool.text.surrogates.addresses.streets import (
    CROSSING,
    WORD,
    name_spans,
    street,
    street_name,
)
from privtool.text.surrogates.addresses.values import (
    NUMBER_WORDS,
    STREET_WORDS,
    SUFFIXES,
)
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.places.places import COMMA, is_area, listed_place, location
from privtool.text.surrogates.places.postcodes import beside_code
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = re.compile(
    r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+[^\W_]|^(?:the )?(?:corner|intersection|junction) of ",
    re.IGNORECASE,
)
_LATITUDE = re.compile(r"\b(?:parallel|meridian)\Z", re.IGNORECASE)
_HOUSE = re.compile(
    rf"(?:the\s+)?(?:\w+\s+){{0,2}}(?:{'|'.join(words('streets.houses'))})", re.IGNORECASE
)
_ENDING = words("streets.endings", "intl")


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number, or a corner of two."""
    return _STREET.search(phrase) is not None and _LATITUDE.search(phrase) is None


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    if normalized(phrase) in SUFFIXES:
        return street_name(phrase, context)  # "Park"
    if (other := with_other_flats(phrase, address, context)) is not None:
        return other
    if (abroad := address_abroad(phrase, context)) is not None:
        return abroad
    parts = COMMA.split(phrase)
    return "".join(
        part if number % 2 or not part else _part(parts, number, context)
        for number, part in enumerate(parts)
    )


def _part(parts: list[str], number: int, context: Context) -> str:
    """Replace the text between two commas: a place, the name of a house, or a street."""
    part = parts[number]
    if _is_place(parts, number):
        return listed_place(parts, number, context)
    if len(parts) > 1 and _HOUSE.fullmatch(part):
        return cased_like(part, context.pick("house", part, Pool(entries("streets.house_names"))))
    return street(part, context)


def _is_place(parts: list[str], number: int) -> bool:
    """Return whether a part is a city, an area, or one of the two with a postcode."""
    part = parts[number]
    if number == 0:
        return False
    if is_area(part, True):
        return True
    coded = beside_code(part)
    if coded is None and any(map(str.isdigit, part)):
        return False
    name = part if coded is None else coded["city"] or coded["place"]
    found = {normalized(word) for word in WORD.findall(name)}
    before_area = number + 2 < len(parts) and is_area(_bare(parts[number + 2]), True)
    if found.isdisjoint(STREET_WORDS) and not any(word.endswith(tuple(_ENDING)) for word in found):
        return bool(found - NUMBER_WORDS)
    return before_area or (coded is not None and is_area(name, True))


def _bare(part: str) -> str:
    """Return a part without its postcode."""
    coded = beside_code(part)
    return part if coded is None else coded["city"] or coded["place"]


def identifying_words(phrase: str) -> set[str]:
    """Return the words of an address that are neither kinds of streets, flats nor numbers."""
    phrase = without_flats(phrase)
    abroad = words_abroad(phrase)
    if abroad is not None:
        return abroad
    found: set[str] = set()
    parts = COMMA.split(phrase)
    for number, part in enumerate(parts):
        if _is_place(parts, number):
            found |= {normalized(match[0]) for match in WORD.finditer(_bare(part))} - words(
                "streets.small"
            )
            continue
        sides = CROSSING.split(part)[::2]
        for side in sides:
            for start, end in name_spans(side, len(sides) > 1):
                found |= {normalized(match[0]) for match in WORD.finditer(side, start, end)}
    return {word for word in found if len(word) > 1}


def _in_other_script(phrase: str, context: Context) -> str:
    """Replace an address in another script by a place and random digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
