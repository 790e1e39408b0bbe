"""Countries with their large cities: a city becomes one of the surrogate of its country."""

from __future__ import annotations

from functools import cache

from privtool.text.letter_case import cased_like
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

ACRONYM_LENGTH = 3  # "UK", "USA": capitals that say nothing about the text around


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
        for country, _, adjective, others, cities, towns in rows("countries"):
            self._names |= dict.fromkeys(map(normalized, (country, *_split(others))), country)
            self._homes |= dict.fromkeys(map(normalized, _split(towns)), country)
            for city, *further in (each.split("/") for each in _split(cities)):
                self._usual |= dict.fromkeys(map(normalized, (city, *further)), city)
                self._homes |= dict.fromkeys(map(normalized, (city, *further)), country)
            if cities:
                self._cities[country] = Pool(each.split("/")[0] for each in _split(cities))
            if adjective:
                self.adjectives[country] = adjective
        self.cities = Pool(city for pool in self._cities.values() for city in pool.phrases)
        self.with_article = Pool(name for name, the, *_ in rows("countries") if the)
        articles = self.with_article.phrases
        self.countries = Pool(each for each in self._cities if each not in articles)
        self.capitals = Pool(pool.phrases[0] for pool in self._cities.values())

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


@cache
def world() -> World:
    """Return the countries of the world."""
    return World()


def _split(names: str) -> list[str]:
    return names.split("|") if names else []


def country_surrogate(
    name: str, after_comma: bool, context: Context, article: bool = False
) -> str | None:
    """Return the surrogate of a country, one that follows "the" if the original does."""
    country = world().country(name)
    if country is None:
        return None
    articles = world().with_article
    acronym = name.isupper() and sum(map(str.isalpha, name)) <= ACRONYM_LENGTH
    the = article or acronym
    if not after_comma and (the or normalized(name) in map(normalized, articles.phrases)):
        surrogate = context.pick("country", country, articles, "COUNTRY")
    else:
        surrogate = _in_scope(country, context)
    return surrogate if acronym else cased_like(name, surrogate)


def _in_scope(country: str, context: Context) -> str:
    return context.pick("country", country, world().countries, "COUNTRY")


def nationality_in_scope(nationality: str, context: Context) -> str | None:
    """Return the adjective of the surrogate of a nationality's country; None if unknown."""
    country = _nations().get(normalized(nationality))
    if country is None:
        return None
    return world().adjectives.get(_in_scope(country, context))


@cache
def _nations() -> dict[str, str]:
    return {normalized(adjective): country for country, adjective in world().adjectives.items()}


def foreign_city(city: str, country: str, context: Context) -> str:
    """Return a city of the surrogate of a country, in its letter case."""
    return city_in(_in_scope(country, context), city, context, country)


def city_in(country: str, city: str, context: Context, old: str = "") -> str:
    """Return another city of a country for one of an `old` country, by default the same.

    They are taken in order from a keyed start, so that two large cities stay two.
    """
    cities, known = world().cities_of(country).phrases, world().usual(city)
    own = world().cities_of(old or country).phrases
    start = context.rng("city", old or country).below(len(cities))
    start += own.index(known) if known in own else context.rng("city", city).below(len(cities))
    for drawn in (cities[(start + further) % len(cities)] for further in range(len(cities))):
        if context.is_fresh(drawn, normalized(known)) and normalized(drawn) != normalized(city):
            return cased_like(city, drawn)
    raise NoSurrogateError
