"""Addresses: another street and number; the places after it agree with one another."""

from __future__ import annotations

import re

from privtool.text.lexicon import entries, words
from privtool.text.surrogates.addresses.abroad import Abroad, read_abroad
from privtool.text.surrogates.addresses.flats import flats_start, other_flats
from privtool.text.surrogates.addresses.streets import (
    NUMBER_WORDS,
    STREET_WORDS,
    name_spans,
    street,
)
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import locale_of
from privtool.text.surrogates.places.landmarks import WORD
from privtool.text.surrogates.places.places import COMMA, is_area, listed_place, location
from privtool.text.surrogates.places.postcodes import without_code
from privtool.text.surrogates.prf import normalized

# "4th and Pine", "1150 Church Street" of a tagger that has one label for places.
_STREET = re.compile(
    r"\d(?:st|nd|rd|th)\b|^\d+[a-z]?\s+[^\W_]|^(?:the )?(?:corner|intersection|junction) of ",
    re.IGNORECASE,
)
_LATITUDE = re.compile(r"\b(?:parallel|meridian)\Z", re.IGNORECASE)


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number, or a corner of two."""
    return _STREET.search(phrase) is not None and _LATITUDE.search(phrase) is None


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    parts, flats, abroad = _read(phrase)
    made = abroad.replaced(context) if abroad else _replaced(parts, context)
    return "".join(
        part + other_flats(flat, context) for part, flat in zip(made, flats, strict=True)
    )


def _read(phrase: str) -> tuple[list[str], list[str], Abroad | None]:
    """Return the parts between commas, those as well, the flats at their ends, and if abroad."""
    pieces = COMMA.split(phrase)
    starts = [flats_start(piece) for piece in pieces]
    parts = [piece[:start] for piece, start in zip(pieces, starts, strict=True)]
    flats = [piece[start:] for piece, start in zip(pieces, starts, strict=True)]
    return parts, flats, read_abroad(tuple(parts))


def _replaced(parts: list[str], context: Context) -> list[str]:
    return [
        part if number % 2 or not part else _replaced_part(parts, number, context)
        for number, part in enumerate(parts)
    ]


def _replaced_part(parts: list[str], number: int, context: Context) -> str:
    """Replace the text between two commas: a place or a street."""
    part = parts[number]
    if _is_place(parts, number):
        return listed_place(parts, number, context)
    return street(part, context)


def _is_place(parts: list[str], number: int) -> bool:
    """Return whether a part is a city, an area, or one of the two with a postcode."""
    name = without_code(parts[number])
    if number == 0 or any(map(str.isdigit, name)):
        return False
    if is_area(name, True):
        return True
    found = {normalized(word) for word in WORD.findall(name)}
    endings = entries("streets.endings", "intl")
    if found.isdisjoint(STREET_WORDS) and not any(word.endswith(endings) for word in found):
        return bool(found - NUMBER_WORDS)
    return number + 2 < len(parts) and is_area(without_code(parts[number + 2]), True)


def identifying_words(phrase: str) -> set[str]:
    """Return the words of an address that are neither kinds of streets, flats nor numbers."""
    parts, _, abroad = _read(phrase)
    if abroad is not None:
        return abroad.identifying_words()
    found: set[str] = set()
    for number, part in enumerate(parts):
        place = without_code(part) if _is_place(parts, number) else None
        spans = name_spans(part) if place is None else ((0, len(place)),)
        for span in spans:
            found |= {normalized(match[0]) for match in WORD.finditer(place or part, *span)}
    return {word for word in found if len(word) > 1 and word not in words("streets.small")}


def _in_other_script(phrase: str, context: Context) -> str:
    """Replace an address in another script by a place and random digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
