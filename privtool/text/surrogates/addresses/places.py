"""Surrogates of countries, states, cities and other places, which agree with one another.

A state has one surrogate in a scope, a city comes from the surrogate of its state, and a ZIP code
from the surrogate of its city. So they stay consistent without a table of what was drawn.
"""

from __future__ import annotations

import re
from functools import cache

from privtool.text.letter_case import cased_like
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.kinds import kind_with_article, other, pool
from privtool.text.surrogates.name_lists import cities_in_script, locale_of, name_pools
from privtool.text.surrogates.names.digits_and_letters import replace_digits_in
from privtool.text.surrogates.names.renaming import landmark
from privtool.text.surrogates.places import areas, countries, cues
from privtool.text.surrogates.places.postcodes import (
    code_in,
    countries_with,
    form_of,
    with_other_code,
    without_code,
)
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

COMMA = re.compile(r"(\s*,\s*)")
_ARTICLE = re.compile(r"(?:the\s+(?=\S))?", re.IGNORECASE)
# Two places: "I-35 near Waco", "Devon and Cornwall", "Peru/Chile".
_BESIDE = re.compile(
    r"((?:the )?[A-Z][^,]*?)(\s+(?:(?:north|south|east|west) of|near|outside|and|&|to|or|on|at|in"
    r"|off|via)\s+|\s?/\s?)([A-Z][^,]*)"
)
_CODED = re.compile(r"(?:[A-Z]{1,2}|Rte?|Hwy)[-.]?\s?\d{1,4}\b.*|[A-Z]{3}")  # roads, airports
_COMPASS = "|".join(sorted(words("place_words.compass"), key=len, reverse=True))
# What stays before a place: "Southern California", "the City of Bend".
_HEAD = re.compile(
    rf"(?:{'|'.join(words('place_words.bodies'))}) of (?=[A-Z])|(?i:(?:(?:{_COMPASS}|far|other)\s+"
    r"(?:(?:side|end|edge|part|outskirts)\s+of\s+)?)(?=\S))"
)


def location(phrase: str, context: Context) -> str:
    """Return a country for a country, a state for a state, else a city.

    Parts separated by commas are replaced one by one; a city depends on the state or country after
    it.
    """
    if not any(map(str.isalpha, phrase)):
        raise NoSurrogateError
    beside = _BESIDE.fullmatch(phrase)
    if beside is not None and not is_known(phrase):
        first, between, last = beside.groups()
        return location(first, context) + between + location(last, context)
    parts = COMMA.split(phrase)
    return "".join(
        part if number % 2 or not part else listed_place(parts, number, context)
        for number, part in enumerate(parts)
    )


def is_known(name: str) -> bool:
    """Return whether a name is that of a known country, state, region or city."""
    return _kind_of(_ARTICLE.sub("", name, count=1)) != "unknown"


def is_area(name: str, after_comma: bool = False) -> bool:
    """Return whether a name is that of a country, state or region."""
    return areas.is_region(name, after_comma) or countries.world().country(name) is not None


def listed_place(parts: list[str], number: int, context: Context) -> str:
    """Return the surrogate of one of the places between commas, which are parts as well."""
    last = number + 2 >= len(parts)
    around = cues.place_in_cues(context.cues) if last else without_code(parts[number + 2])
    inside = _inside(without_code(parts[number]), around, context) if around else None
    if inside is not None:
        return with_other_code(parts[number], inside, context)
    return place(parts[number], number > 0, context)


def _inside(part: str, around: str, context: Context) -> str | None:
    """Return a city of the surrogate of the place around it; None unless the place is a city."""
    area, country = areas.area(around, True), countries.world().country(around)
    if is_area(part) and not (areas.is_state(area) and normalized(part) in gazetteer().home):
        return None
    if _with_kind(part, context) is not None or (area is None and country is None):
        return None
    if country is not None and not areas.is_state(area):
        return countries.foreign_city(part, country, context)
    return cased_like(part, areas.city_inside(part, area, context)) if area else None


def place(part: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of one place; `after_comma`, codes may be in lower case."""
    locale = locale_of(part)
    if locale is not None:
        return context.pick("city", part, cities_in_script(locale))
    code = code_in(part)
    name = without_code(part)
    homes = countries_with(form_of(code)) if code and not code.isdigit() else frozenset()
    if len(homes) == 1 and not is_area(name, True):
        made = countries.city_in(min(homes), name, context)
    else:
        made = _named(name, after_comma or bool(code), context)
    return with_other_code(part, made, context)


def _named(name: str, after_comma: bool, context: Context) -> str:
    """Return the surrogate of a place without a postcode: the first that fits of its kinds."""
    short = after_comma or context.kind == "STATE" or "state" in context.cues
    start = len(_ARTICLE.match(name)[0])  # type: ignore[index]  # matches anything
    article, bare = name[:start], name[start:]
    definite = bool(article) or "the" in context.cues
    known = (
        _coded(bare, short, context)
        or areas.region(bare, context, short)
        or other(bare, context, areas.LONE_PLACE)  # "the Bay" for "the Gulf"
        or _with_kind(bare, context)
        or _cued(bare, context)
        or _country(bare, after_comma, definite, context)
        or _city_and_area(bare, after_comma, context)
        or _city(bare, definite, context)
    )
    return article + known


def _coded(name: str, after_comma: bool, context: Context) -> str | None:
    """Return another road or airport for the code of one: "I-95", "LAX"; else None."""
    code = _CODED.fullmatch(name) is not None
    if any(map(str.isdigit, name)) and (code or not unfamiliar_words(name)):
        return replace_digits_in(name, context)
    airport = code and not is_area(name, after_comma)
    return context.pick("airport", name, pool("airport_code")) if airport else None


def _with_kind(name: str, context: Context) -> str | None:
    """Return an unknown place with another name next to the words that stay; None for others.

    "Lake Michigan", "the City of Bend".
    """
    if _kind_of(name) != "unknown":
        return None
    head = _HEAD.match(name)
    made = landmark(name, context)
    if made is None and head is not None:
        return head[0] + place(name[head.end() :], False, context)
    return made


def _cued(name: str, context: Context) -> str | None:
    """Return another place of the kind that the words around it tell; None without any."""
    kind = _kind_of(name) if context.cues else ""
    for cue, kinds, drawn in rows("cued_kinds") if kind else ():
        if kind in kinds.split() and cue in context.cues:
            drawn = kind_with_article(drawn, "the" in context.cues)
            return cased_like(name, context.pick(cue, name, _pool(drawn)))
    return None


def _kind_of(name: str) -> str:
    """Return whether a name is an area, a city abroad or at home, or unknown."""
    if is_area(name):
        return "area"
    if countries.world().is_foreign(name):
        return "abroad"
    return "home" if normalized(name) in gazetteer().home else "unknown"


def _country(name: str, after_comma: bool, definite: bool, context: Context) -> str | None:
    """Return another country, or its adjective for "U.S. growers"; None for other places."""
    country, adjectives = countries.world().country(name), countries.world().adjectives
    if country is not None and cues.ADJECTIVE in context.cues and cues.NOUN not in context.cues:
        drawn = context.pick("country", country, Pool(adjectives.keys()), "COUNTRY")
        return adjectives.get(drawn, drawn)
    return countries.country_surrogate(name, after_comma, context, definite)


def _city_and_area(name: str, after_comma: bool, context: Context) -> str | None:
    """Return a city and the state or province right after it, "austin texas"; else None."""
    for gap in re.finditer(r"\s+", name) if _kind_of(name) == "unknown" else ():
        city, area = name[: gap.start()], name[gap.end() :]
        clear = after_comma or len(area) > areas.CODE_LENGTH or not name.isupper()
        if clear and areas.area(area, after_comma):
            return (
                listed_place([city, gap[0], area], 0, context) + gap[0] + place(area, True, context)
            )
    return None


def _city(name: str, definite: bool, context: Context) -> str:
    """Return a city for a city or an unknown place, an area for one after "the"."""
    known, ours = _kind_of(name), "CITY" in context.options.pools
    if known == "unknown" and context.kind == "FAC":
        drawn = pool("venue") if " " in name else name_pools().surnames
        return cased_like(name, context.pick("venue", name, drawn))
    if known == "unknown" and definite:
        return cased_like(name, context.pick("area", name, pool("area")))
    if not ours and (known == "abroad" or (known == "unknown" and not name.isascii())):
        return countries.foreign_city(name, countries.world().home(name) or "", context)
    return cased_like(name, areas.city_surrogate(name, None, context)[1])


@cache
def _pool(name: str) -> Pool:
    """Return what is drawn for a cue: a pool of that name here, or the names of a kind."""
    named = {"surnames": name_pools().surnames, "capitals": countries.world().capitals}
    return named.get(name) or pool(name)
