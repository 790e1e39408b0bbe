"""Addresses: another street and number; the places after it agree with one another."""

from __future__ import annotations

import re

from privtool.text.detection.addresses import UNIT
from privtool.text.lexicon import entries, words
from privtool.text.surrogates.addresses.abroad import read_abroad
from privtool.text.surrogates.addresses.streets import (
    NUMBER_WORDS,
    STREET_WORDS,
    name_spans,
    other_values,
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
_FLATS = re.compile(rf"(?:\s|\A){UNIT}(?:\s{UNIT})*\Z|\Z", re.IGNORECASE)
_LATITUDE = re.compile(r"\b(?:parallel|meridian)\Z", re.IGNORECASE)


def names_a_street(phrase: str) -> bool:
    """Return whether a place is a street with a number, or a corner of two."""
    if read_abroad(tuple(COMMA.split(phrase))) is not None:
        return True
    return _STREET.search(phrase) is not None and _LATITUDE.search(phrase) is None


def address(phrase: str, context: Context) -> str:
    """Return an address with another number, street and flat, city and code."""
    if locale_of(phrase) is not None:
        return _in_other_script(phrase, context)
    parts, flats = _read(phrase)
    abroad = read_abroad(tuple(parts))
    made = abroad.replaced(parts, context) if abroad else _replaced(parts, context)
    return "".join(
        part + other_values(flat, context) for part, flat in zip(made, flats, strict=True)
    )


def _read(phrase: str) -> tuple[list[str], list[str]]:
    """Return the parts between commas, those as well, and the floors and flats at their ends."""
    pieces = COMMA.split(phrase)
    starts = [flats.start() if (flats := _FLATS.search(piece)) else 0 for piece in pieces]
    parts = [piece[:start] for piece, start in zip(pieces, starts, strict=True)]
    return parts, [piece[start:] for piece, start in zip(pieces, starts, strict=True)]


def _replaced(parts: list[str], context: Context) -> list[str]:
    made = []
    for number, part in enumerate(parts):
        if number % 2 or not part:
            made.append(part)
        elif _is_place(parts, number):
            made.append(listed_place(parts, number, context))
        else:
            made.append(street(part, context))
    return made


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
    parts, _ = _read(phrase)
    abroad = read_abroad(tuple(parts))
    found = abroad.identifying_words(parts) if abroad else set()
    for number, part in enumerate(parts if abroad is None else ()):
        place = without_code(part) if _is_place(parts, number) else ""
        for span in [(0, len(place))] if place else name_spans(part):
            found |= {normalized(match[0]) for match in WORD.finditer(place or part, *span)}
    return {word for word in found if len(word) > 1 and word not in words("streets.small")}


def _in_other_script(phrase: str, context: Context) -> str:
    """Replace an address in another script by a place and random digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
