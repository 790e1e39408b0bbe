"""Countries with their large cities: a city becomes one of the surrogate of its country."""

from __future__ import annotations

from functools import cache, partial

from privtool.text.lexicon import rows, words
from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.places.us_gazetteer import STATES
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_ACRONYM_LENGTH = 3  # "UK", "USA": capitals that say nothing about the text around
DEFINITE = "definite"  # a cue: "the" without a noun after the place


class World:
    """Countries, the cities of each, and where each city is."""

    def __init__(self) -> None:
        self._cities: dict[str, Pool] = {}
        self._names = {normalized(name): name for name in _fakers_countries()}
        self._homes: dict[str, str] = {}
        self._usual: dict[str, str] = {}
        self._inland: set[str] = set()
        self.adjectives: dict[str, str] = {}
        articles = []
        for country, traits, adjective, others, cities, _ in rows("countries"):
            self._names |= {normalized(each): country for each in (country, *_split(others))}
            if cities:
                self._add_cities(country, _split(cities))
            if adjective:
                self.adjectives[country] = adjective
            articles += [country] if "the" in traits else []
            self._inland |= {country} if "inland" in traits else set()
        for country, *_, towns in rows("countries"):
            for town in _split(towns):
                self._homes.setdefault(normalized(town), country)
        for country, towns in rows("towns", "intl"):
            for town in towns.split("|"):
                self._homes.setdefault(town, country)
        self.cities = Pool(city for pool in self._cities.values() for city in pool.phrases)
        self.with_article = Pool(articles)
        self._with_article = frozenset(map(normalized, articles))
        self.countries = Pool(each for each in self._cities if each not in articles)
        self.capitals = Pool(pool.phrases[0] for pool in self._cities.values())

    def _add_cities(self, country: str, cities: list[str]) -> None:
        self._cities[country] = Pool(each.partition("/")[0] for each in cities)
        for each in cities:
            names = each.split("/")
            for name in names:
                self._homes[normalized(name)] = country
                self._usual[normalized(name)] = names[0]

    def country(self, name: str) -> str | None:
        """Return the usual name of a country; None if it is none."""
        return self._names.get(normalized(name))

    def needs_article(self, name: str) -> bool:
        """Return whether a name takes "the": "Netherlands", but not "Holland"."""
        return normalized(name) in self._with_article

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

    def fits_cues(self, country: str, cues: tuple[str, ...]) -> bool:
        """Return whether a country may stand where the cues are: none inland has a coast."""
        return "coast" not in cues or country not in self._inland


@cache
def world() -> World:
    """Return the countries of the world."""
    return World()


def _split(names: str) -> list[str]:
    return names.split("|") if names else []


def _fakers_countries() -> list[str]:
    from faker.providers.address import Provider

    return [name for name in Provider.countries if "(" not in name and name not in STATES.values()]


def country_surrogate(
    name: str, after_comma: bool, context: Context, article: bool = False
) -> str | None:
    """Return the surrogate of a country, one that follows "the" if the original does."""
    country = world().country(name)
    if country is None:
        return None
    acronym = name.isupper() and sum(map(str.isalpha, name)) <= _ACRONYM_LENGTH
    the = article or DEFINITE in context.cues or world().needs_article(name)
    if not after_comma and (the or acronym):
        surrogate = context.pick("country", country, world().with_article, "COUNTRY")
    else:
        surrogate = _in_scope(country, context)
    return surrogate if acronym else cased_like(name, surrogate)


def _in_scope(country: str, context: Context) -> str:
    fits = partial(world().fits_cues, cues=context.cues) if context.cues else None
    return context.pick("country", country, world().countries, "COUNTRY", fits=fits)


def nationality_in_scope(nationality: str, context: Context) -> str | None:
    """Return the adjective of the surrogate of a nationality's country; None if unknown."""
    country = _nations().get(normalized(nationality))
    if country is None:
        return None
    return world().adjectives.get(_in_scope(country, context._replace(cues=())))


@cache
def _nations() -> dict[str, str]:
    return {normalized(adjective): country for country, adjective in world().adjectives.items()}


def foreign_city(city: str, country: str, context: Context) -> str:
    """Return a city of the surrogate of a country, different ones for two cities if possible."""
    cities = world().cities_of(_in_scope(country, context)).phrases
    own, known = world().cities_of(country).phrases, world().usual(city)
    start = context.rng("city", country).below(len(cities))
    if known in own:  # in order, so that two cities stay two
        start += own.index(known)
    else:
        start += context.rng("city", city).below(len(cities))
    for drawn in (cities[(start + further) % len(cities)] for further in range(len(cities))):
        if context.is_fresh(drawn, normalized(city)):
            return cased_like(city, drawn)
    raise NoSurrogateError


def city_in(country: str, city: str, context: Context) -> str:
    """Return another city of a country, however the old one is spelled."""
    known, cities = world().usual(city), world().cities_of(country)
    return cased_like(city, context.pick("city in", known, cities, excluded=known))
