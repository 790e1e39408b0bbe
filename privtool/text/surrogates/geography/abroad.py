"""Surrogates of countries and of large cities outside the United States."""

from __future__ import annotations

import re
from functools import cache, partial

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.terrain import fits_cues
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.place_forms import DEFINITE
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_AFTER_CODE = re.compile(r"(?P<code>(?:[A-Z]{1,2}-)?\d{4,5})(?P<gap>\s+)(?P<city>\D+)")
_BEFORE_CODE = re.compile(r"(?P<city>\D*[^\W\d])(?P<gap>\s+)(?P<code>\d{4}|\d{6}|\d{3}\s\d{3})")
_ACRONYM_LENGTH = 3  # "UK", "USA": capitals that say nothing about the text around


def foreign_city(city: str, country: str, context: Context) -> str:
    """Return a city of the surrogate of a country, different ones for two cities if possible."""
    cities = world().cities_of(_in_scope(country, context))
    rank = world().rank(city)
    if rank is None:
        return cased_like(city, context.pick("city", city, cities))
    first = context.rng("city", country).below(len(cities))
    in_order = (cities.phrases[(first + rank + k) % len(cities)] for k in range(len(cities)))
    for drawn in in_order:
        if context.is_fresh(drawn, normalized(city)):
            return cased_like(city, drawn)
    raise NoSurrogateError


def city_in(country: str, city: str, context: Context) -> str:
    """Return another city of a country, however the old one is spelled."""
    known = world().usual(city)
    return cased_like(
        city, context.pick("city in", known, world().cities_of(country), excluded=known)
    )


def country_surrogate(
    name: str, after_comma: bool, context: Context, article: bool = False
) -> str | None:
    """Return the surrogate of a country, one that follows "the" if the original does."""
    country = world().country(name)
    if country is None:
        return None
    acronym = name.isupper() and sum(map(str.isalpha, name)) <= _ACRONYM_LENGTH
    the = article or DEFINITE in context.cues
    if not after_comma and (the or acronym or normalized(name) in _with_article()):
        surrogate = context.pick("country", country, world().with_article, "COUNTRY")
    else:
        surrogate = _in_scope(country, context)
    return surrogate if acronym else cased_like(name, surrogate)


def _in_scope(country: str, context: Context) -> str:
    fits = partial(fits_cues, context=context) if context.cues else None
    return context.pick("country", country, world().countries, "COUNTRY", fits=fits)


@cache
def _with_article() -> frozenset[str]:
    return frozenset(map(normalized, world().with_article.phrases))


def city_after_code(place: str) -> re.Match[str] | None:
    """Match a city abroad after its postcode ("4051 Basel"): `code`, `gap` and `city`."""
    match = _AFTER_CODE.fullmatch(place)
    return match if match is not None and world().is_foreign(match["city"]) else None


def city_before_code(place: str) -> re.Match[str] | None:
    """Match a city abroad before its postcode ("Mumbai 400020"): `city`, `gap` and `code`."""
    match = _BEFORE_CODE.fullmatch(place)
    return match if match is not None and world().home(match["city"]) else None


@cache
def cities_in_script(locale: str) -> Pool:
    """Return cities in another script, surnames where Faker has no cities."""
    from importlib import import_module

    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return name_pools(locale).surnames
    cities = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return Pool(cities) if cities else name_pools(locale).surnames
