"""Name lists of Faker: given names, surnames, and the gender and role of each name.

Surrogates in English are drawn from the US names with their frequencies, for which the names of
other countries only help to classify a name; those in another language from the names of its
locales, all equally likely, as lists without frequencies are.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from typing import Any, NamedTuple

import regex

from privtool.text.known_names import rows_of
from privtool.text.languages import settings
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.context import Pool, normalized

GIVEN, SURNAME = "given", "surname"
_LOCALE = "en_US"
_GENDER_RATIO = 4.0  # a name this many times as frequent for one gender counts as that one
_OTHER_WEIGHT = 1e-6  # of a name for each list of another country
_MC = re.compile(r"^Mc[a-z](?=[a-z]{2})")  # "Mcdonald", as Faker has it


class NamePools(NamedTuple):
    """Pools of names, the gender and role of each known name, and those that are no surname."""

    given: Pool
    male: Pool
    female: Pool
    surnames: Pool
    genders: Mapping[str, str] = {}
    roles: Mapping[str, str] = {}
    only_given: frozenset[str] = frozenset()


def locale_of(phrase: str) -> str | None:
    """Return the locale for a phrase in a known non-Latin script, else None."""
    found = None if phrase.isascii() else _letter_of_locale().search(phrase)
    return None if found is None else found.lastgroup


@cache
def _letter_of_locale() -> regex.Pattern[str]:
    scripts = rows("scripts", "intl")
    return regex.compile("|".join(rf"(?P<{each}>\p{{{script}}})" for script, each in scripts))


@cache
def name_pools(locale: str = _LOCALE) -> NamePools:
    """Return the names to draw for a locale, by default those of the United States."""
    male, female, both = _given(locale)
    surnames = {
        _MC.sub(lambda match: match[0][:2] + match[0][2].upper(), name): weight
        for name, weight in _weights(locale, "last_names").items()
    }
    known = _genders_and_roles(male, female, surnames) if locale == _LOCALE else ()
    return NamePools(Pool(both), Pool(male), Pool(female), Pool(surnames), *known)


def pools_for(phrase: str, language: str = "") -> NamePools:
    """Return the names to draw for a phrase: those of its script, else of its language."""
    locale = locale_of(phrase)
    if locale:
        return name_pools(locale)
    return _pools_of(language) if language else name_pools()


@cache
def _pools_of(language: str) -> NamePools:
    """Return the names of a language; a name of both genders is drawn for one of no known gender.

    Its genders and roles are those that the lists leave no doubt of.
    """
    men = _names_in(language, "first_names_male", "men")
    women = _names_in(language, "first_names_female", "women")
    last, given = _names_in(language, "last_names", "surnames"), men | women
    his, hers = men.keys() - women.keys(), women.keys() - men.keys()
    return NamePools(
        Pool(given.values()),
        Pool(name for key, name in men.items() if key in his),
        Pool(name for key, name in women.items() if key in hers),
        Pool(last.values()),
        dict.fromkeys(his, "male") | dict.fromkeys(hers, "female"),
        dict.fromkeys(last.keys() - given.keys(), SURNAME)
        | dict.fromkeys(given.keys() - last.keys(), GIVEN),
    )


def _names_in(language: str, attribute: str, more: str) -> dict[str, str]:
    """Return names in order by their keys, words with a capital: not "Hans-J.", "van Berkel"."""
    data = settings(language)
    names = {name for locale in data["locales"] for name in _weights(locale, attribute)}
    plain = (name for name in names if name[:1].isupper() and name.replace("-", "").isalpha())
    return {normalized(name): name for name in sorted({*plain, *data.get(more, ())})}


def _given(locale: str) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return the given names of men, of women and of both."""
    male, female = (_weights(locale, f"first_names_{each}") for each in ("male", "female"))
    both = {name: male.get(name, 0) + female.get(name, 0) for name in {**male, **female}}
    return male, female, both


@cache
def cities_in_script(locale: str) -> Pool:
    """Return cities in another script, surnames where Faker has no cities."""
    cities = _cities(locale)
    return Pool(cities) if cities else name_pools(locale).surnames


@cache
def cities_of(language: str) -> Pool:
    """Return cities of the countries of a language."""
    data = settings(language)
    listed = (city for locale in data["locales"] for city in _cities(locale))
    known = (city for city in listed if city[:1].isupper() and city[-1:].isalpha())  # not "Revo'"
    return Pool(sorted({*known, *data.get("cities", ())}))


def _cities(locale: str) -> Sequence[str]:
    """Return the cities of Faker for a locale, none where it makes them up."""
    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return ()
    cities: Sequence[str] = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return cities


def given_name_weights() -> dict[str, float]:
    """Return the given names to draw from, in lower case, with their frequencies."""
    return {name.lower(): weight for name, weight in _given(_LOCALE)[2].items()}


def _genders_and_roles(
    male: Mapping[str, float], female: Mapping[str, float], surnames: Mapping[str, float]
) -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Return the gender and the role of each name in any of the lists, and those no surname."""
    men, women = _merged(male, "first_names_male"), _merged(female, "first_names_female")
    last = _merged(surnames, "last_names")
    # The given names of the census that no list calls surnames.
    census = {name: gender for name, gender in rows_of("given-us.tsv") if name not in last}
    genders = {name: gender for name, gender in census.items() if gender}
    roles = dict.fromkeys(census, GIVEN) | dict.fromkeys(last, SURNAME)
    for name in {**men, **women}:
        his, hers = men.get(name, 0.0), women.get(name, 0.0)
        if his > _GENDER_RATIO * hers:
            genders[name] = "male"
        elif hers > _GENDER_RATIO * his:
            genders[name] = "female"
        if last.get(name, 0.0) <= his + hers:
            roles[name] = GIVEN
    return genders, roles, frozenset({**men, **women}.keys() - last.keys())


def _merged(first: Mapping[str, float], attribute: str) -> dict[str, float]:
    """Return the names, normalized, with their frequency and a little for each other country."""
    merged: dict[str, float] = {}
    locales = map(_provider, entries("name_lists.locales", "intl"))
    others = (name for each in locales for name in getattr(each, attribute, ()))
    for name, weight in chain(first.items(), ((name, _OTHER_WEIGHT) for name in others)):
        merged[normalized(name)] = merged.get(normalized(name), 0.0) + weight
    return merged


def _provider(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


def _weights(locale: str, attribute: str) -> dict[str, float]:
    """Return names with their weights, all equal where Faker has a plain list."""
    weights: Any = getattr(_provider(locale), attribute)
    return dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
