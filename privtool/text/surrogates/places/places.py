"""Surrogates of countries, states, cities and other places, which agree with one another.

A state has one surrogate in a scope, a city comes from the surrogate of its state, and a ZIP code
from the surrogate of its city. So they stay consistent without a table of what was drawn.
"""

from __future__ import annotations

import re
from functools import cache, partial

from privtool.text.lexicon import entries, rows, words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import NameGroups
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.places.coordinates import are_coordinates, other_coordinates
from privtool.text.surrogates.places.countries import (
    DEFINITE,
    city_in,
    country_surrogate,
    foreign_city,
    world,
)
from privtool.text.surrogates.places.cues import ADJECTIVE, AT, NOUN, place_in_cues
from privtool.text.surrogates.places.landmarks import head, is_landmark, landmark, other_digits
from privtool.text.surrogates.places.postcodes import beside_code, countries_with, form_of, zip_code
from privtool.text.surrogates.places.regions import (
    groups_in,
    is_region,
    province,
    province_surrogate,
    provinces,
    region,
)
from privtool.text.surrogates.places.states import (
    city_surrogate,
    state_code,
    state_surrogate,
    written_like,
)
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

COMMA = re.compile(r"(\s*,\s*)")
_ARTICLE = re.compile(r"the\s+(?=\S)", re.IGNORECASE)
# Two places: "I-35 near Waco", "Devon and Cornwall", "Peru/Chile".
_BESIDE = re.compile(
    r"((?:the )?[A-Z][^,]*?)(\s+(?:(?:north|south|east|west) of|near|outside|and|&|to|or|on|at|in"
    r"|off|via)\s+|\s?/\s?)([A-Z][^,]*)"
)
_BORDER = re.compile(r"(\w[^,-]*?)(\s?[-\u2013/]\s?)(\w[^,-]*?)(\s+(?:border|frontier))", re.I)
_NUMBERED = re.compile(r"(?:[A-Z]{1,2}|Rt|Rte|Hwy)[-.]?\s?\d{1,4}\b.*")
_AIRPORT = re.compile("[A-Z]{3}")
_AIRPORTS = Pool(("ATL", "BOS", "DEN", "DFW", "JFK", "LAX", "MIA", "ORD", "PHX", "SEA", "SFO"))
_ALIKE = 4  # letters at the start of two spellings of one name


def location(phrase: str, context: Context) -> str:
    """Return a country for a country, a state for a state, else a city.

    Parts separated by commas are replaced one by one; a city depends on the state or country after
    it.
    """
    if are_coordinates(phrase):
        return context.retry("coordinates", phrase, partial(other_coordinates, phrase))
    if not any(map(str.isalpha, phrase)):
        raise NoSurrogateError
    joined = _BORDER.fullmatch(phrase) or (None if is_known(phrase) else _BESIDE.fullmatch(phrase))
    if joined is not None:
        first, between, last, *word = joined.groups()
        return "".join([location(first, context), between, location(last, context), *word])
    parts = COMMA.split(phrase)
    return "".join(
        part if number % 2 or not part else listed_place(parts, number, context)
        for number, part in enumerate(parts)
    )


def is_known(name: str) -> bool:
    """Return whether a name is that of a known country, state, region or city."""
    bare = _ARTICLE.sub("", name, count=1)
    return is_area(bare) or normalized(bare) in gazetteer().home or world().is_foreign(bare)


def is_area(name: str, after_comma: bool = False) -> bool:
    """Return whether a name is that of a country, state or region."""
    known = state_code(name, after_comma) is not None or world().country(name) is not None
    return known or is_region(name)


def listed_place(parts: list[str], number: int, context: Context) -> str:
    """Return the surrogate of one of the places between commas, which are parts as well."""
    part = parts[number]
    last = number + 2 >= len(parts)
    around = place_in_cues(context.cues) if last else parts[number + 2]
    inside = _inside(part, around, context) if around else None
    return inside or place(part, number > 0, context)


def _inside(part: str, around: str, context: Context) -> str | None:
    """Return a city of the surrogate of the place around it; None unless the place is a city."""
    home = normalized(part) in gazetteer().home
    if not home and (is_area(part) or head(part) or is_landmark(part)):
        return None
    code = beside_code(around)
    around = around if code is None else code["place"] or code["city"]
    state, country, own = state_code(around, True), world().country(around), province(around)
    if state is not None:
        return cased_like(part, city_surrogate(part, state, context)[1])
    if country is not None and world().country(part) is None:
        return foreign_city(part, country, context)
    if own is not None and state_code(part) is None:
        cities = Pool(province_surrogate(own, context).cities)
        return cased_like(part, context.pick("city in region", part, cities))
    return None


def place(part: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of one place; `after_comma`, codes may be in lower case."""
    locale = locale_of(part)
    if locale is not None:
        return context.pick("city", part, _cities_in_script(locale))
    coded = beside_code(part)
    if coded is not None:
        return _with_code(coded, context)
    state = state_code(part, after_comma or context.kind == "STATE" or "state" in context.cues)
    if state is not None:
        return cased_like(part, written_like(part, state_surrogate(state, context)))
    article = _ARTICLE.match(part)
    start = article.end() if article else 0
    return part[:start] + _bare_place(part[start:], after_comma, context, article is not None)


def _with_code(coded: re.Match[str], context: Context) -> str:
    """Return another place with another postcode on the same side of it."""
    name, code = coded["city"] or coded["place"], coded["first"] or coded["last"]
    homes = countries_with(form_of(code)) if not code.isdigit() else frozenset()
    state = state_code(name, True)
    if state is not None:
        other = cased_like(name, written_like(name, state_surrogate(state, context)))
    elif len(homes) == 1 and world().country(name) is None and not is_region(name):
        other = city_in(min(homes), name, context)
    else:
        other = place(name, True, context)
    if coded["first"]:
        return zip_code(code, context) + coded["gap"] + other
    return other + coded["space"] + zip_code(code, context)


def _bare_place(name: str, after_comma: bool, context: Context, article: bool) -> str:
    """Return the surrogate of a place without its article: the first that fits of its kinds."""
    known = (
        _numbered(name, context)
        or _lone(name, context)
        or region(name, context)
        or (_cued(name, context) if context.cues else None)
        or _country(name, after_comma, context, article)
        or _definite(name, context)
        or _city_and_area(name, after_comma, context)
    )
    if known is not None:
        return known
    home = normalized(name) in gazetteer().home
    if world().is_foreign(name) and "CITY" not in context.options.pools:
        return foreign_city(name, world().home(name) or "", context)
    kept = "" if home else head(name)
    if not home and is_landmark(name):
        return landmark(name, context)
    if kept:
        return kept + _part_of(kept, name[len(kept) :], context)
    if context.kind == "FAC" and not home:
        pool = _pool("venue" if " " in name else "surnames")
        return cased_like(name, context.pick("venue", name, pool))
    if not name.isascii() and "CITY" not in context.options.pools:
        return foreign_city(name, "", context)  # "Kopački Rit"
    return cased_like(name, city_surrogate(name, None, context)[1])


def _numbered(name: str, context: Context) -> str | None:
    """Return another road or airport for the code of one: "I-95", "LAX"; else None."""
    if any(map(str.isdigit, name)) and (_NUMBERED.fullmatch(name) or not unfamiliar_words(name)):
        return other_digits(name, context)
    if _AIRPORT.fullmatch(name) and not is_area(name):
        return context.pick("airport", name, _AIRPORTS)
    return None


def _lone(name: str, context: Context) -> str | None:
    """Return another kind of place for one after "the": "the Bay" for "the Gulf"; else None."""
    lone = "the" in context.cues or name in entries("lone_places.direction")
    pool = _lone_kinds().pool_with(name) if lone else None
    return None if pool is None else cased_like(name, context.pick("kind", name, pool))


def _country(name: str, after_comma: bool, context: Context, article: bool) -> str | None:
    """Return another country, or its adjective for "U.S. growers"; None for other places."""
    country = world().country(name)
    if country is not None and ADJECTIVE in context.cues and NOUN not in context.cues:
        drawn = context.pick("country", country, _with_adjectives(), "COUNTRY")
        return world().adjectives.get(drawn, drawn)
    return country_surrogate(name, after_comma, context, article)


def _cued(name: str, context: Context) -> str | None:
    """Return another place of the kind that the words around it tell; None without any."""
    kind = _kind_of(name)
    if is_landmark(name) and kind != "home":
        return landmark(name, context)
    for cue, kinds, pool in rows("cued_kinds"):
        fits = cue in context.cues and kind in kinds.split() and not (head(name) and kind != "home")
        if fits and not (
            cue == "island" and "road" in context.cues and kind in ("home", "unknown")
        ):
            named = f"the_{pool}" if "the" in context.cues and pool == "peak" else pool
            return cased_like(name, context.pick(cue, name, _pool(named)))
    return None


def _kind_of(name: str) -> str:
    """Return whether a name is an area, a city abroad or at home, or unknown."""
    if is_area(name):
        return "area"
    if world().is_foreign(name):
        return "abroad"
    return "home" if normalized(name) in gazetteer().home else "unknown"


def _definite(name: str, context: Context) -> str | None:
    """Return a name that takes "the" for one that has it; None for others and for towns."""
    if DEFINITE not in context.cues or context.kind == "FAC":
        return None
    key = normalized(name)
    if (
        is_landmark(name)
        or head(name)
        or (_kind_of(name) in ("home", "abroad") and (" " in key or unfamiliar_words(key)))
    ):
        return None  # "the Dallas", of a slip of the tongue
    kind = "area" if name.isascii() else "area_abroad"
    kind = "range" if key[-1] == "s" and " " not in key else kind  # "up in the Sierras"
    pool = _pool("venue" if AT in context.cues else kind)
    drawn = context.pick(
        "area", name, pool, fits=lambda new: normalized(new)[:_ALIKE] != key[:_ALIKE]
    )
    return cased_like(name, drawn)


def _city_and_area(name: str, after_comma: bool, context: Context) -> str | None:
    """Return a city and the state or province right after it, "austin texas"; else None."""
    if normalized(name) in gazetteer().home or is_landmark(name):
        return None
    for gap in re.finditer(r"\s+", name):
        city, area = name[: gap.start()], name[gap.end() :]
        clear = after_comma or len(area) > 2 or not name.isupper()
        known = state_code(area, after_comma) or province(area)
        if clear and known and not head(name):
            return (
                listed_place([city, gap[0], area], 0, context) + gap[0] + place(area, True, context)
            )
    return None


def _part_of(kept: str, rest: str, context: Context) -> str:
    """Return a large city after "downtown", else any place: "Southern California"."""
    urban = kept.split()[0].lower() in words("place_words.urban")
    if urban and _kind_of(rest) == "home":
        return cased_like(rest, context.pick("large city", rest, gazetteer().large))
    return place(rest, False, context)


def _pool(name: str) -> Pool:
    """Return what is drawn for a kind of places."""
    if name == "surnames":
        return name_pools().surnames
    if name == "large_cities":
        return gazetteer().large
    return _named_pool(name)


@cache
def _named_pool(name: str) -> Pool:
    pools = {"capitals": world().capitals, "provinces": provinces()}
    return pools.get(name) or Pool(entries(f"cued_places.{name}"))


@cache
def _with_adjectives() -> Pool:
    return Pool(name for name in world().countries.phrases if name in world().adjectives)


@cache
def _lone_kinds() -> NameGroups:
    return NameGroups(groups_in("lone_places"))


@cache
def _cities_in_script(locale: str) -> Pool:
    """Return cities in another script, surnames where Faker has no cities."""
    from importlib import import_module

    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return name_pools(locale).surnames
    cities = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return Pool(cities) if cities else name_pools(locale).surnames
