"""States, provinces and other regions: each becomes another of its kind, written the same way."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import drawn_for, kind_of, other
from privtool.text.surrogates.places.us_gazetteer import gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized

REGION, LANDMARK, LONE_PLACE = "region", "landmark", "lone_place"  # classes of kinds
CODE_LENGTH = 2  # letters
_HOME = "United States"
# "Gulf of Corinth", "Coral Sea": that of another one of its kind.
_FEATURE = re.compile(r"(gulf|bay|strait|isle)s?\s+of\s+(?=\w)|.*\s(sea)\Z", re.IGNORECASE)
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?$")


class Area(NamedTuple):
    """A state or a province: its code, its usual short form, its country, some of its cities.

    It stays in its country if that is known; those without cities are not drawn.
    """

    name: str
    code: str = ""
    short: str = ""
    country: str = ""
    cities: tuple[str, ...] = ()


def area(part: str, after_comma: bool = False) -> Area | None:
    """Return a state or province by name or code, with or without a ZIP code after it.

    Codes in lower case count before a ZIP code and, with `after_comma`, anywhere; abbreviations
    ("Calif.") count only there. The District of Columbia counts as the state around it.
    """
    bare = _ZIP.sub("", part.strip())
    named, coded, short = _areas()
    letters = bare.replace(".", "").upper()
    if letters in coded and (after_comma or bare.isupper() or bare != part.strip()):
        return coded[letters]
    return named.get(normalized(bare)) or (short.get(letters) if after_comma else None)


def is_abbreviation(part: str) -> bool:
    """Return whether a word is the abbreviation of a state: "Conn"."""
    return part.replace(".", "").upper() in _areas()[2]


def is_state(found: Area | None) -> bool:
    """Return whether an area is a state of the United States."""
    return found is not None and found.country == _HOME


def state(code: str) -> Area:
    """Return the state with a code."""
    return _areas()[1][code]


def written_like(part: str, drawn: Area) -> str:
    """Return an area as another one is written: a code, an abbreviation or a name."""
    letters = part.strip().replace(".", "")
    if drawn.code and letters.upper() in _areas()[1] and not letters.istitle():
        return cased_like(part, drawn.code)
    if drawn.short and is_abbreviation(letters) and normalized(part) not in _areas()[0]:
        return drawn.short + ("." if part.rstrip().endswith(".") else "")
    return capitalized_like(part, drawn.name)


def area_surrogate(old: Area, context: Context) -> Area:
    """Return another state or province with cities, the same throughout the scope."""
    if old.country == _HOME:
        return _areas()[0][normalized(context.pick("state", old.name, gazetteer().states))]
    return _areas()[0][normalized(context.pick("province", old.name, provinces(old.country)))]


def city_inside(city: str, around: Area, context: Context) -> str:
    """Return a city of the surrogate of an area."""
    if around.country == _HOME:
        return city_surrogate(city, around.code, context)[1]
    return context.pick("city in region", city, Pool(area_surrogate(around, context).cities))


def region(name: str, context: Context, after_comma: bool = False) -> str | None:
    """Return another part of the world, river, sea or province; None for any other place."""
    own = area(name, after_comma)
    if own is not None:
        return written_like(name, area_surrogate(own, context))
    feature = _FEATURE.match(name) if kind_of(name, REGION, LANDMARK) is None else None
    if feature is not None:
        return drawn_for(name, (feature[1] or feature[2]).lower(), context)
    return other(name, context, REGION, LANDMARK)


def is_region(name: str, after_comma: bool = False) -> bool:
    """Return whether a name is that of a known region."""
    return area(name, after_comma) is not None or kind_of(name, REGION, LANDMARK) is not None


def city_surrogate(city: str, code: str | None, context: Context) -> tuple[str, str]:
    """Return the surrogate of a city: its state's code and its name.

    The state is by default that of the largest city of the name; an unknown city gets any.
    """
    table = gazetteer()
    code = code or table.home.get(normalized(city))
    if code:
        new = area_surrogate(state(code), context).code
    else:
        new = _areas()[0][normalized(table.states.draw(context.rng("state of", city)))].code
    return new, context.pick("city", f"{city}/{code}", table.cities[new], "CITY", excluded=city)


def draw_zip(code: str, rng: KeyedRandom, context: Context) -> str:
    """Return a ZIP code of the surrogate of the code's city, of any city for an unknown code."""
    table = gazetteer()
    code_of_state, city = table.of_zip.get(code, ("", code))
    # A city without a state is in the state where its name is largest.
    alone = not code_of_state or table.home.get(normalized(city)) == code_of_state
    place = city_surrogate(city, None if alone else code_of_state, context)
    zips = table.zips.get(place)  # None for a city from the user's pool
    return Pool(sorted(zips or table.zips[place[0], table.cities[place[0]].draw(rng)])).draw(rng)


@cache
def provinces(country: str = "") -> Pool:
    """Return the provinces of a country, or those that are drawn whatever their country."""
    known = _areas()[0].values()
    return Pool(each.name for each in known if each.cities and each.country == country)


@cache
def _areas() -> tuple[dict[str, Area], dict[str, Area], dict[str, Area]]:
    """Return the areas by name, by code and, those that are abbreviated, by abbreviation."""
    found = [Area(name) for name in entries("provinces.others")]
    for name, code, country, cities in rows("provinces"):
        found.append(Area(name, code, "", country, tuple(cities.split("|"))))
    short: dict[str, Area] = {}
    for code, name, written in rows("states"):
        usual, *others = written.split("|")
        found.append(Area(name, code, usual, _HOME))
        keys = [each.replace(".", "").upper() for each in (usual, *others) if each]
        short |= dict.fromkeys(keys, found[-1])
    named = {normalized(each.name): each for each in found}
    coded = {each.code: each for each in found if each.code}
    coded["DC"] = named["district of columbia"] = coded["MD"]
    return named, coded, short
