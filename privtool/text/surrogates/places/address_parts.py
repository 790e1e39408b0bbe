"""The parts of an address between commas: cities, with or without a code."""

from __future__ import annotations

import re

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.abroad import city_in
from privtool.text.surrogates.geography.states import state_code
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.names.digits_and_letters import replace_digits_in
from privtool.text.surrogates.places.places import location, place_after_comma, zip_code
from privtool.text.surrogates.places.street_words import STREET_WORDS
from privtool.text.surrogates.prf import normalized

_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019\u02bc]\p{L}[\p{L}\p{M}]*+)*+")
COMPOUND = re.compile(r"(\w{3,}?)(straße|strasse|str|weg|platz|gasse|allee|straat|laan)", re.I)
_PROVINCE = re.compile(
    r"(?:ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT)(?:(?P<gap>\s+)(?P<code>[A-Z]\d[A-Z]\s?\d[A-Z]\d))?"
)
# Drawn with their provinces, none of whose codes is that of a state.
_CANADA = pool_of(
    """Calgary,AB|Winnipeg,MB|Halifax,NS|Saskatoon,SK|Kelowna,BC|Ottawa,ON|Sherbrooke,QC
    |Moncton,NB|Toronto,ON|Edmonton,AB|Victoria,BC|Kingston,ON|Regina,SK"""
)
_AUSTRALIAN = re.compile(
    r"(?P<city>[^\W\d][^,\d]*?)\s+(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT)\s+(?P<code>\d{4})"
)
_AUSTRALIA = pool_of(
    """Geelong,VIC|Cairns,QLD|Newcastle,NSW|Hobart,TAS|Ballarat,VIC|Fremantle,WA|Wollongong,NSW
    |Townsville,QLD|Bendigo,VIC|Adelaide,SA|Launceston,TAS"""
)
_HOUSE = re.compile(
    r"(?:the\s+)?(?:\w+\s+){0,2}(?:rectory|vicarage|cottage|barn|lodge|manor|grange|mill|forge"
    r"|farmhouse|bungalow|oaks|elms|laurels|willows)",
    re.IGNORECASE,
)
_GREEN = re.compile(r"(?P<number>\d+\w?\s+)?(?P<name>the\s+[^\W\d]+)", re.IGNORECASE)
_GREENS = pool_of("The Close|The Green|The Crescent|The Mews|The Paddock|The Chase|The Drive")
_HOUSES = pool_of(
    """The Old Forge|The Coach House|Rose Cottage|Ivy Cottage|Orchard House|The Laurels|The Willows
    |Hillcrest|Fairview|Meadow Barn|The Old School|Brook Lodge"""
)
_CITY_STATE_ZIP = re.compile(r"[^\W\d][^\d,]*?\s+[A-Z]{2}\s+\d{5}(?:-\d{4})?", re.IGNORECASE)
_CITY_POSTCODE = re.compile(
    r"([^\W\d][^\d,]*?)(\s+)([A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2})", re.IGNORECASE
)
_CODE_CITY = re.compile(r"((?:[A-Z]{1,2}-)?\d{4,5})(\s+)([^\W\d][^\d,]*)", re.IGNORECASE)


def is_city(parts: list[str], number: int) -> bool:
    """Return whether a part without digits stands between a street and a state: "Bend, OR"."""
    if not 0 < number < len(parts) - 2 or any(map(str.isdigit, parts[number])):
        return False
    return any(map(str.isalpha, parts[number])) and state_code(parts[number + 2], True) is not None


def canadian(parts: list[str], number: int, context: Context) -> str | None:
    """Return another Canadian city or its province, with another code; None for anything else.

    The two are drawn as one, by the city.
    """
    at = (
        number + 2 if number + 2 < len(parts) and _PROVINCE.fullmatch(parts[number + 2]) else number
    )
    province = _PROVINCE.fullmatch(parts[at])
    if province is None or at < 2 or any(map(str.isdigit, parts[at - 2])):
        return None
    old = parts[at - 2]
    city, _, code = context.pick("canadian", old, _CANADA, excluded=old).partition(",")
    if at != number:
        return cased_like(old, city)
    postal = zip_code(province["code"], context) if province["code"] else ""
    return code + (province["gap"] or "") + postal


def australian(part: str, context: Context) -> str | None:
    """Return another Australian city with its state and code; None for anything else."""
    match = _AUSTRALIAN.fullmatch(part)
    if match is None:
        return None
    city = match["city"]
    new, _, state = context.pick("australian", city, _AUSTRALIA, excluded=city).partition(",")
    return f"{cased_like(city, new)} {state} {zip_code(match['code'], context)}"


def house_name(part: str, context: Context) -> str | None:
    """Return another name of a house, "The Old Forge"; None for anything else."""
    green = _GREEN.fullmatch(part)
    if green is not None:
        number = replace_digits_in(green["number"], context) if green["number"] else ""
        return number + cased_like(green["name"], context.pick("green", green["name"], _GREENS))
    if _HOUSE.fullmatch(part) is None:
        return None
    return cased_like(part, context.pick("house", part, _HOUSES))


def city_and_code(part: str, context: Context) -> str | None:
    """Return another city with a code after or before it; None for anything else."""
    if _CITY_STATE_ZIP.fullmatch(part):
        return place_after_comma(part, context)
    british = _CITY_POSTCODE.fullmatch(part)
    if british is not None:
        city, gap, code = british.groups()
        new = city_in("United Kingdom", city, context)
        return new + gap + zip_code(code, context)
    other = _CODE_CITY.fullmatch(part)
    words = {normalized(word) for word in _WORD.findall(part)}
    if other is None or words & STREET_WORDS or any(map(COMPOUND.fullmatch, words)):
        return None
    code, gap, city = other.groups()
    return zip_code(code, context) + gap + location(city, context)


def in_other_script(phrase: str, context: Context) -> str:
    """Replace an address in another script by a place and random digits."""
    rng = context.rng("street number", phrase)
    place = location(re.sub(r"[\d\s]+", " ", phrase).strip(), context)
    digits = "".join(str(rng.between(1, 9)) for char in phrase if char.isdigit())
    return f"{place} {digits}".strip()
