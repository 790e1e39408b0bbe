"""Consistent surrogates of countries, states, cities and ZIP codes.

A state has one surrogate in a scope, a city comes from the surrogate of its state, and a ZIP code
from the surrogate of its city. So they stay consistent without a table of what was drawn.
"""

from __future__ import annotations

import re
from functools import partial

import regex

from privtool.text.surrogates.common_words import private_dictation
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import randomize, read_dictation
from privtool.text.surrogates.geography.abroad import (
    cities_in_script,
    city_after_code,
    city_before_code,
    city_in,
    country_surrogate,
    foreign_city,
)
from privtool.text.surrogates.geography.countries import NATIONS_OF, world
from privtool.text.surrogates.geography.cued_places import cued_place, large_city, venue
from privtool.text.surrogates.geography.definite_places import definite_place, lone_kind
from privtool.text.surrogates.geography.next_place import CANADIAN, TOWNS_TOO, place_in_cues
from privtool.text.surrogates.geography.regions import city_of_region, region
from privtool.text.surrogates.geography.states import city_and_state, state_code, written_like
from privtool.text.surrogates.geography.terrain import state_surrogate
from privtool.text.surrogates.geography.us_gazetteer import gazetteer
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.names.digits_and_letters import replace_digits_in
from privtool.text.surrogates.names.organizations import known_organization
from privtool.text.surrogates.names.peoples import compound, is_people, people
from privtool.text.surrogates.places.cities import city_surrogate, draw_zip
from privtool.text.surrogates.places.coded import road_or_airport
from privtool.text.surrogates.places.coordinates import are_coordinates, other_coordinates
from privtool.text.surrogates.places.corners import other_corner
from privtool.text.surrogates.places.joined import BESIDE, BORDER, SIDES
from privtool.text.surrogates.places.landmarks import TOWN_OF, direction, landmark
from privtool.text.surrogates.prf import KeyedRandom, normalized
from privtool.text.word_sets import word_set

_URBAN = re.compile(
    r"(?:greater|downtown|uptown|midtown|inner|metro|metropolitan)\s", re.IGNORECASE
)
_LOSE_ARTICLE = word_set("punjab tyrol crimea yucatán ukraine transvaal")
_COMMA = re.compile(r"(\s*,\s*)")
_LETTERS = regex.compile(r"\p{L}")
_UK_POSTCODE = re.compile(r"[a-z]{1,2}[0-9][a-z0-9]?[0-9][a-z]{2}")
_ZIP_LENGTH = 5
_WITH_ZIP = re.compile(r"(.*?\S)(\s+)(\d{5}(?:-\d{4})?)", re.DOTALL)
_ARTICLE = re.compile(r"^the\s+(?=\S)", re.IGNORECASE)


def location(phrase: str, context: Context) -> str:
    """Return a country for a country, a state for a state, else a city.

    Parts separated by commas are replaced one by one; a city depends on the state or country after
    it.
    """
    if are_coordinates(phrase):
        return context.retry("coordinates", phrase, partial(other_coordinates, phrase))
    if _LETTERS.search(phrase) is None:
        raise NoSurrogateError
    corner = other_corner(phrase, context)
    if corner is not None:
        return corner
    border = BORDER.fullmatch(phrase)
    if border:
        first, sign, last, word = border.groups()
        first, last = (location(side.rstrip("."), context) for side in (first, last))
        return f"{first}{sign}{last}{word}"
    sides = SIDES.fullmatch(phrase)
    if sides is not None:  # "Central and Eastern Europe"
        return location(sides["last"], context)
    beside = BESIDE.fullmatch(phrase)
    if beside and world().country(phrase) is None:
        first, between, last = beside.groups()
        street = between.strip() in ("on", "off") and last.isalpha()  # "Starbucks on Elm"
        after = context.pick("street", last, name_pools().surnames) if street else ""
        return location(first, context) + between + (after or location(last, context))
    if context.cues and "," not in phrase:
        placed = _by_cues(phrase, context)
        if placed is not None:
            return placed
    parts = _COMMA.split(phrase)
    following = [*parts[2::2], ""]
    surrogates: list[str] = []
    for part, after in zip(parts[::2], following, strict=True):
        surrogates.append(_before(part, after, bool(surrogates), context) if part else part)
    return "".join(
        text for pair in zip(surrogates, [*parts[1::2], ""], strict=True) for text in pair
    )


def _by_cues(phrase: str, context: Context) -> str | None:
    """Return the adjective for "U.S. growers", or a place in what follows; else None."""
    key = phrase.replace(".", "").upper()
    if key in NATIONS_OF and "adjective" in context.cues and "noun" not in context.cues:
        return people(NATIONS_OF[key], context)
    around = place_in_cues(context.cues)
    bare = _bare(phrase)
    if around is None or state_code(phrase, False) or region(bare, context):
        return None
    own = direction(bare) or landmark(bare, context)
    return None if own else _before(phrase, around, False, context)


def place_after_comma(part: str, context: Context) -> str:
    """Replace a place after a comma: a state, whose code may be in lower case, or another place."""
    return _replace_place(part, None, context, True)


def zip_code(phrase: str, context: Context) -> str:
    """Return a ZIP code of the surrogate of its city; other postcodes keep their form.

    British ones begin with ZZ99, which does not exist.
    """
    with_state = _WITH_ZIP.fullmatch(phrase)
    if with_state and state_code(with_state.group(1), True):
        return _replace_place(phrase, None, context, True)
    dictation = private_dictation(phrase, cues_only=True)
    chars = dictation.chars
    if not chars:
        raise NoSurrogateError

    def make(rng: KeyedRandom) -> str:
        new = randomize(dictation, rng)
        if chars.isdigit() and len(chars) in (_ZIP_LENGTH, 9) and _is_undisguised(phrase):
            new = draw_zip(chars[:_ZIP_LENGTH], rng, context) + new[_ZIP_LENGTH:]
        elif _UK_POSTCODE.fullmatch(chars) and len(chars) >= 6:
            new = "zz99"[: len(chars) - 3] + new[-3:]
        return dictation.render(new)

    return context.retry("ZIP", phrase, make)


def _replace_place(
    part: str, state: str | None, context: Context, after_comma: bool = False
) -> str:
    """Return the surrogate of one place; `after_comma`, state codes may be in lower case."""
    locale = locale_of(part)
    if locale is not None:
        return context.pick("city", part, cities_in_script(locale))
    abroad = city_after_code(part)
    if abroad:  # "4051 Basel"
        code = replace_digits_in(abroad["code"], context)
        return code + abroad["gap"] + _replace_place(abroad["city"], state, context)
    coded = city_before_code(part)
    if coded:  # "Mumbai 400020"
        city = _replace_place(coded["city"], state, context)
        return city + coded["gap"] + replace_digits_in(coded["code"], context)
    with_zip = _WITH_ZIP.fullmatch(part)
    if with_zip:  # "IL 62704"
        before, gap, code = with_zip.groups()
        return _replace_place(before, state, context, True) + gap + zip_code(code, context)
    key = normalized(part)
    known = state_code(part, after_comma or context.kind == "STATE" or "state" in context.cues)
    if known is not None and not (state and key in gazetteer().home):
        new = state_surrogate(known, context)
        return cased_like(part, written_like(part, new))
    special = _special_place(part, after_comma, context) if state is None else None
    if special is None and context.kind == "FAC":
        special = venue(part, context)
    return special or cased_like(part, city_surrogate(_bare(part), state, context)[1])


def _before(part: str, after: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of the place before a comma and another place."""
    state, country = state_code(after, True) if after else None, world().country(after)
    if state is None and country is not None and world().country(part) is None:
        return foreign_city(part, country, context)
    if after in CANADIAN and state_code(part, False) is None:
        return city_in("Canada", part, context)  # "Vancouver, BC"
    province = region(after, context) if after and state is None and country is None else None
    city = city_of_region(part, province, context) if province else None
    return city or _replace_place(part, state, context, after_comma)


def _special_place(part: str, after_comma: bool, context: Context) -> str | None:
    """Return the surrogate of any place but American cities and unknown ones, else None."""
    bare = _bare(part)
    article = part[: len(part) - len(bare)]
    body = TOWN_OF.match(bare)
    if body is not None:  # "the City of Brampton"
        return article + body[0] + _replace_place(bare[body.end() :], None, context)
    coded = road_or_airport(bare, context)
    if coded is not None:
        return article + coded
    side = direction(bare)  # "the east Pacific Ocean"
    beside = region(bare[len(side) :], context) if side else None
    special = region(bare, context) or (side + beside if beside else None)
    lone = lone_kind(bare, context)
    if lone is not None:
        return lone  # "rigs in the Gulf"
    if special is None and is_people(bare.split()[-1]) and normalized(bare) not in TOWNS_TOO:
        special = people(bare, context) or compound(bare, context)  # "German", "West German"
    if special is None and context.cues:
        if "island" in context.cues or normalized(bare) not in gazetteer().home:
            special = landmark(bare, context)
        special = special or (None if side else cued_place(bare, context))
    special = special or country_surrogate(bare, after_comma, context, bool(article))
    if special is not None:
        return ("" if normalized(bare) in _LOSE_ARTICLE else article) + special
    known = known_organization(bare, context)  # "Walmart", of a tagger for places
    town = normalized(bare) in gazetteer().home or world().is_foreign(bare)
    if known is not None and (article or not town or "the" in context.cues):
        return article + known
    definite = None if side else definite_place(bare, context)
    if definite is not None:
        return article + definite
    split = city_and_state(bare, after_comma)
    if split is not None and not (side or landmark(bare, context)):
        city, gap, its_state = split
        surrogate = _replace_place(city, state_code(its_state, True), context)
        return surrogate + gap + _replace_place(its_state, None, context, True)
    if "CITY" not in context.options.pools and world().is_foreign(bare):
        return foreign_city(bare, world().home(bare) or "", context)
    if normalized(bare) in gazetteer().home and not bare.lower().endswith(" park"):
        return None
    if side.rstrip().endswith(" of"):  # "the east side of Spokane"
        return article + side + _replace_place(bare[len(side) :], None, context)
    named = landmark(bare, context)
    if named is not None:
        return article + named
    if not side:
        abroad = not bare.isascii() and "CITY" not in context.options.pools  # "Kopački Rit"
        return article + foreign_city(bare, "", context) if abroad else None
    rest = bare[len(side) :]
    home = normalized(rest) in gazetteer().home and not state_code(rest, False)
    abroad = world().is_foreign(rest) or world().country(rest) is not None
    if _URBAN.match(side) and home and not abroad:
        return article + side + large_city(rest, context)
    return article + side + _replace_place(rest, None, context)


def _bare(place: str) -> str:
    """Return a place without "the" in front."""
    return _ARTICLE.sub("", place, count=1)


def _is_undisguised(phrase: str) -> bool:
    """Return whether the digits are written or spoken without code words."""
    return all(slot.kind != "code" for slot in read_dictation(phrase).slots)
