"""Places of the world: states with their cities and ZIP codes, provinces, countries, regions.

States, cities and codes of the United States are from the package `zipcodes`. A place becomes one
of its kind in the surrogate of the larger place around it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import NamedTuple

from privtool.core.resources import MB, require_memory
from privtool.core.rng import KeyedRandom
from privtool.text.filling.words import classes_of
from privtool.text.labels import Label
from privtool.text.letter_case import capitalized_like, cased_like
from privtool.text.lexicon import entries, rows, words
from privtool.text.surrogates.common_words import frequent_words
from privtool.text.surrogates.context import Context, Pool, form_in, normalized
from privtool.text.surrogates.kinds import kind_of, other

REGION, LANDMARK, LONE_PLACE = "region", "landmark", "lone_place"  # classes of kinds
_ACRONYM_LENGTH = 3  # letters of "USA", whose capitals say nothing of the text
STATES = {code: name for code, name, *_ in rows("states")}
STATE_CODES = {normalized(name): code for code, name in STATES.items()}
_HOME = "United States"
_LARGER = 1.5  # power of the number of ZIP codes: large cities are better known
_MEMORY = 96 * MB  # 74 MB, of which a tenth of the codes takes some for a moment
_NO_TOWN = re.compile(
    r"\b(?:air force base|afb|naval|jbsa|university|nas|ngb|state prison)\b", re.I
)
_ZIP = re.compile(r"\s+\d{5}(?:-\d{4})?$")


class Gazetteer(NamedTuple):
    """Cities and states, weighted by their number of ZIP codes.

    `cities` has a pool for each state, without small towns that are called like a common word.
    `zips` has the codes of a (state, city), `home` the state with the largest city of a
    (normalized) name, `of_zip` the state and city of a code.
    """

    states: Pool
    cities: dict[str, Pool]
    zips: dict[tuple[str, str], list[str]]
    home: dict[str, str]
    of_zip: dict[str, tuple[str, str]]


@cache
def gazetteer() -> Gazetteer:
    """Return the ZIP codes of the fifty states. Raise `MemoryError` without memory for them."""
    require_memory(_MEMORY)  # `zipcodes` would abort the process, or hang
    import zipcodes

    codes: dict[tuple[str, str], list[str]] = defaultdict(list)
    of_zip: dict[str, tuple[str, str]] = {}
    # By first digits: `list_all` keeps 146 MB.
    for row in chain.from_iterable(map(zipcodes.similar_to, "0123456789")):
        if row["state"] in STATES and row["active"]:
            of_zip[row["zip_code"]] = row["state"], row["city"]
            if row["zip_code_type"] == "STANDARD" and not _NO_TOWN.search(row["city"]):
                codes[row["state"], row["city"]].append(row["zip_code"])
    # Frequent words that are no places by themselves, of which "Novice" is a town, too.
    common = {word for word in frequent_words() if Label.LOCATION.value not in classes_of(word)}
    sizes: Counter[str] = Counter()
    by_state: dict[str, dict[str, float]] = defaultdict(dict)
    for (state, city), zips in sorted(codes.items()):
        sizes[state] += len(zips)
        if len(zips) > 1 or normalized(city) not in common:
            by_state[state][city] = len(zips) ** _LARGER
    ordered = sorted(codes, key=lambda place: (len(codes[place]), place))  # the largest last
    return Gazetteer(
        states=Pool({STATES[state]: size for state, size in sorted(sizes.items())}),
        cities={state: Pool(cities) for state, cities in by_state.items()},
        zips=dict(codes),
        home={normalized(city): state for state, city in ordered},
        of_zip=of_zip,
    )


class Area(NamedTuple):
    """A state or a province: its code and its country, in which it stays if that is known."""

    name: str
    code: str = ""
    country: str = ""


@cache
def _areas() -> tuple[dict[str, Area], dict[str, Area], dict[str, Area]]:
    """Return the areas by name, by code and, those that are abbreviated, by abbreviation."""
    found = [Area(name) for name in entries("provinces.others")]
    found += [Area(*row) for row in rows("provinces")]
    short: dict[str, Area] = {}
    for code, name, written in rows("states"):
        found.append(Area(name, code, _HOME))
        keys = [each.replace(".", "").upper() for each in written.split("|") if each]
        short |= dict.fromkeys(keys, found[-1])
    named = {normalized(each.name): each for each in found}
    coded = {each.code: each for each in found if each.code}
    coded["DC"] = named["district of columbia"] = coded["MD"]
    return named, coded, short


def area(part: str, after_comma: bool = False) -> Area | None:
    """Return a state or province by name or code, with or without a ZIP code after it.

    Codes in lower case and abbreviations ("Calif.") count only with `after_comma`. The District of
    Columbia counts as the state around it.
    """
    bare = _ZIP.sub("", part.strip())
    named, coded, short = _areas()
    letters = bare.replace(".", "").upper()
    if letters in coded and (after_comma or bare.isupper()):
        return coded[letters]
    return named.get(normalized(bare)) or (short.get(letters) if after_comma else None)


def state_code(name: str) -> str:
    """Return the code of a state of the United States, by name or code; "" for any other place."""
    found = area(name, True)
    return found.code if found is not None and found.country == _HOME else ""


def written_like(part: str, drawn: Area) -> str:
    """Return an area as another one is written: a code or a name."""
    letters = part.strip().replace(".", "")
    if drawn.code and letters.upper() in _areas()[1]:
        return cased_like(part, drawn.code)
    return capitalized_like(part, drawn.name)


def area_surrogate(old: Area, context: Context) -> Area:
    """Return another state or province, the same throughout the scope."""
    home = old.country == _HOME
    kind, pool = ("state", gazetteer().states) if home else ("province", _near(old.country))
    return _areas()[0][normalized(context.pick(kind, old.name, pool))]


@cache
def _near(country: str) -> Pool:
    """Return the provinces of a country, or those that are drawn whatever their country."""
    return Pool(name for name, _, around in rows("provinces") if around == country)


def region(name: str, context: Context, after_comma: bool = False) -> str | None:
    """Return another part of the world, river, sea or province; None for any other place."""
    own = area(name, after_comma)
    if own is not None:
        return written_like(name, area_surrogate(own, context))
    return other(name, context, REGION, LANDMARK)


def is_area(name: str, after_comma: bool = False) -> bool:
    """Return whether a name is that of a country, state or region."""
    known = area(name, after_comma) or kind_of(name, REGION, LANDMARK) or world().country(name)
    return known is not None


def city_surrogate(city: str, code: str | None, context: Context) -> tuple[str, str]:
    """Return the state code and the name for a city, by default in the state of the largest one."""
    table = gazetteer()
    code = code or table.home.get(normalized(city))
    if code:
        new = area_surrogate(_areas()[1][code], context).code
    else:
        new = STATE_CODES[normalized(table.states.draw(context.rng("state of", city)))]
    return new, context.pick("city", f"{city}/{code}", table.cities[new], "CITY", excluded=city)


def draw_zip(code: str, rng: KeyedRandom, context: Context) -> str:
    """Return a ZIP code of the surrogate of the code's city, of any city for an unknown code."""
    table = gazetteer()
    code_of_state, city = table.of_zip.get(code, ("", code))
    place = city_surrogate(city, code_of_state, context)
    zips = table.zips.get(place)  # None for a city from the user's pool
    return Pool(sorted(zips or table.zips[place[0], table.cities[place[0]].draw(rng)])).draw(rng)


class World:
    """Countries, the cities of each, and where each city is."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._cities: dict[str, Pool] = {}
        self._homes = {
            town: country for country, towns in rows("towns", "intl") for town in towns.split("|")
        }
        self._usual: dict[str, str] = {}  # names of cities: Munich for "münchen"
        self.adjectives: dict[str, str] = {}
        for country, _, adjective, *lists in rows("countries"):
            others, cities, towns = (each.split("|") if each else [] for each in lists)
            self._names |= dict.fromkeys(map(normalized, (country, *others)), country)
            self._homes |= dict.fromkeys(map(normalized, towns), country)
            for names in (each.split("/") for each in cities):
                self._usual |= dict.fromkeys(map(normalized, names), names[0])
                self._homes |= dict.fromkeys(map(normalized, names), country)
            if cities:
                self._cities[country] = Pool(each.split("/")[0] for each in cities)
            if adjective:
                self.adjectives[country] = adjective
        self.nations = {normalized(adjective): name for name, adjective in self.adjectives.items()}
        self.cities = Pool(city for pool in self._cities.values() for city in pool.phrases)
        self.with_article = Pool(name for name, the, *_ in rows("countries") if the)
        articles = self.with_article.phrases
        self.countries = Pool(each for each in self._cities if each not in articles)

    def country(self, name: str) -> str | None:
        """Return the usual name of a country; None if it is none."""
        return self._names.get(normalized(name))

    def home(self, city: str) -> str | None:
        """Return the country of a city outside the United States; None for another place."""
        return self._homes.get(normalized(city))

    def usual(self, city: str) -> str:
        """Return the usual English name of a city: Munich for "München"."""
        return self._usual.get(normalized(city), city)

    def is_foreign(self, city: str) -> bool:
        """Return whether the name of a city, alone, means one outside the United States."""
        american = normalized(city) in words("place_words.american_too")
        return self.home(city) is not None and not american

    def cities_of(self, country: str) -> Pool:
        """Return the cities of a country, those of all for one without cities here."""
        return self._cities.get(country, self.cities)


world = cache(World)


@cache
def _countries(language: str, back: bool = False) -> dict[str, str]:
    """Return the names of countries in a language by their English names, or `back`."""
    if back:
        return {normalized(name): english for english, name in _countries(language).items()}
    return {row[0]: row[1] for row in rows("countries", language)}


def country_of(name: str, language: str) -> str | None:
    """Return the English name of a country that a text in a language names; None if it is none."""
    own = _countries(language, True).get(normalized(name)) if language else None
    return own or world().country(name)


def country_surrogate(
    name: str, after_comma: bool, context: Context, article: bool = False
) -> str | None:
    """Return the surrogate of a country, one that follows "the" if the original does."""
    country = country_of(name, context.language)
    if country is None:
        return None
    if context.language:
        drawn = _in_scope(country, context)
        return cased_like(name, _countries(context.language).get(drawn, drawn))
    articles = world().with_article
    acronym = name.isupper() and sum(map(str.isalpha, name)) <= _ACRONYM_LENGTH
    the = article or acronym or normalized(name) in map(normalized, articles.phrases)
    drawn = _in_scope(country, context, articles if the and not after_comma else None)
    return drawn if acronym else cased_like(name, drawn)


def _in_scope(country: str, context: Context, pool: Pool | None = None) -> str:
    pool = pool or world().countries
    if context.language:
        pool = pool.alike(country, _country_form(context.language))
    return context.pick("country", country, pool, "COUNTRY")


@cache
def _country_form(language: str) -> Callable[[str], int]:
    """Return the form of the name in a language of a country with an English name."""
    form, names = form_in(language, "country_forms"), _countries(language)
    return lambda country: form(names.get(country, country))


def nationality_in_scope(nationality: str, context: Context) -> str | None:
    """Return the adjective of the surrogate of a nationality's country; None if unknown."""
    country = world().nations.get(normalized(nationality))
    return world().adjectives.get(_in_scope(country, context)) if country else None


def foreign_city(city: str, country: str, context: Context) -> str:
    """Return a city of the surrogate of a country, "" if unknown."""
    cities, known = world().cities_of(_in_scope(country, context)), world().usual(city)
    return cased_like(city, context.pick("city abroad", known, cities))
