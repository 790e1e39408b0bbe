"""Name lists of Faker: given names, surnames, and the gender and role of each name.

Surrogates are drawn from the US names with their frequencies; the names of other countries only
help to classify a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

import regex

from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import LISTS

GIVEN, SURNAME = "given", "surname"
SAINTS = Pool(entries("name_lists.saints", "intl"))
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
    genders: dict[str, str]
    roles: dict[str, str]
    only_given: frozenset[str]


def locale_of(phrase: str) -> str | None:
    """Return the locale for a phrase in a known non-Latin script, else None."""
    if phrase.isascii():
        return None
    found = (locale for char in phrase for script, locale in _scripts() if script.match(char))
    return next(found, None)


@cache
def _scripts() -> tuple[tuple[regex.Pattern[str], str], ...]:
    table = rows("scripts", "intl")
    return tuple((regex.compile(rf"\p{{{script}}}"), locale) for script, locale in table)


@cache
def name_pools(locale: str | None = None) -> NamePools:
    """Return the names to draw for a locale, by default those of the United States."""
    male, female, both = _given(locale or _LOCALE)
    surnames = {
        _MC.sub(lambda match: match[0][:2] + match[0][2].upper(), name): weight
        for name, weight in _weights(locale or _LOCALE, "last_names").items()
    }
    pools = Pool(both), Pool(male), Pool(female), Pool(surnames)
    if locale:
        return NamePools(*pools, {}, {}, frozenset())
    return NamePools(*pools, *_genders_and_roles(male, female, surnames))


def _given(locale: str) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return the given names of men, of women and of both."""
    male, female = (_weights(locale, f"first_names_{each}") for each in ("male", "female"))
    both = {name: male.get(name, 0) + female.get(name, 0) for name in {**male, **female}}
    return male, female, both


@cache
def cities_in_script(locale: str) -> Pool:
    """Return cities in another script, surnames where Faker has no cities."""
    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return name_pools(locale).surnames
    cities = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return Pool(cities) if cities else name_pools(locale).surnames


def given_name_weights() -> dict[str, float]:
    """Return the given names to draw from, in lower case, with their frequencies."""
    return {name.lower(): weight for name, weight in _given(_LOCALE)[2].items()}


def _genders_and_roles(
    male: Mapping[str, float], female: Mapping[str, float], surnames: Mapping[str, float]
) -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Return the gender and the role of each name in any of the lists, and those no surname."""
    men, women = _merged(male, "first_names_male"), _merged(female, "first_names_female")
    last = _merged(surnames, "last_names")
    genders, roles = _census(last)
    roles |= dict.fromkeys(last, SURNAME)
    for name in {**men, **women}:
        his, hers = men.get(name, 0.0), women.get(name, 0.0)
        if his > _GENDER_RATIO * hers:
            genders[name] = "male"
        elif hers > _GENDER_RATIO * his:
            genders[name] = "female"
        if last.get(name, 0.0) <= his + hers:
            roles[name] = GIVEN
    return genders, roles, frozenset({**men, **women}.keys() - last.keys())


def _census(surnames: Mapping[str, float]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the genders and roles of the given names of the census that no list calls surnames."""
    lines = (LISTS / "given-us.tsv").read_text("ascii").splitlines()
    genders = dict(line.split("\t") for line in lines)
    genders = {name: gender for name, gender in genders.items() if name not in surnames}
    known = {name: gender for name, gender in genders.items() if gender}
    return known, dict.fromkeys(genders, GIVEN)


def _merged(first: Mapping[str, float], attribute: str) -> dict[str, float]:
    """Return the names, normalized, with their frequency and a little for each other country."""
    merged: dict[str, float] = {}
    for name, weight in first.items():
        merged[normalized(name)] = merged.get(normalized(name), 0.0) + weight
    for locale in entries("name_lists.locales", "intl"):
        for name in getattr(_provider(locale), attribute, ()):
            merged[normalized(name)] = merged.get(normalized(name), 0.0) + _OTHER_WEIGHT
    return merged


def _provider(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


def _weights(locale: str, attribute: str) -> dict[str, float]:
    """Return names with their weights, all equal where Faker has a plain list."""
    provider = _provider(locale)
    weights: Any = getattr(provider, attribute, None) or getattr(provider, "first_names", ())
    return dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
