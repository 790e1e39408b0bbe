"""Word categories that tend to be private (Flechl 2022, section 4.3): numbers, dates, names, bands.

Words that often mean something else are in no category: `AMBIGUOUS` has those of numbers and dates.
Names are the most frequent given names of the United States (Faker) that `names-en.tsv` lists as
names of persons alone, which excludes "mark", "grace", "austin" and "april". Words are looked up
without enclitics: "monday's" is "monday".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import regex

from privtool.core.errors import UsageError, option
from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS, WEEKDAY_PLURALS
from privtool.text.english.numbers import CARDINALS, ORDINALS, SCALES, ordinal_words
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.scoring.counts import WordTest
from privtool.text.scoring.frequency_bands import BANDS
from privtool.text.words import words

NUMBERS, DATES, NAMES, LABELS = "numbers", "dates", "names", "labels"
CATEGORIES = (NUMBERS, DATES, NAMES, *BANDS, LABELS)
AMBIGUOUS = frozenset(
    (
        *("one", "oh", "o", "nought", "naught"),  # a pronoun, interjections, letters
        *("first", "second", "third"),  # ranks, a unit of time
        *("may", "march"),  # a verb, a walk
    )
)
COMMON_NAMES = 200
_DIGITS = regex.compile(r"\p{Nd}[\p{Nd}.,:/]*+(?:st|nd|rd|th)?")


def parse_categories(names: str | None) -> tuple[str, ...]:
    """Return the categories in a comma-separated list. Raise `UsageError` for an unknown one."""
    categories = tuple(dict.fromkeys(filter(None, (names or "").split(","))))
    for name in categories:
        if name not in CATEGORIES:
            raise UsageError(f"{option('categories')}: '{name}' is none of {', '.join(CATEGORIES)}")
    return categories


def category_tests(
    names: Sequence[str], bands: Mapping[str, frozenset[str]]
) -> dict[str, WordTest]:
    """Return a test of words for each category but `labels`, which are spans."""
    tests: dict[str, WordTest] = {NUMBERS: is_number, DATES: is_date, NAMES: is_name}
    tests |= {band: _membership_test(found) for band, found in bands.items()}
    return {name: tests[name] for name in names if name != LABELS}


def is_number(word: str) -> bool:
    """Return whether a word is a number: digits, a cardinal, or an ordinal from fourth on."""
    return any(_DIGITS.fullmatch(key) or key in _numbers() for key in _keys(word))


def is_date(word: str) -> bool:
    """Return whether a word is the full name of an English month or weekday."""
    return not _dates().isdisjoint(_keys(word))


def is_name(word: str) -> bool:
    """Return whether a word is one of the most common English given names."""
    return not common_names().isdisjoint(_keys(word))


def _membership_test(found: frozenset[str]) -> WordTest:
    return lambda word: _key(word) in found


def _keys(word: str) -> list[str]:
    """Return the keys to look up: that of the word, and those of its hyphenated parts."""
    key = _key(word)
    return [key, *key.split("-")] if "-" in key else [key]


@lru_cache(maxsize=1 << 16)
def _key(word: str) -> str:
    """Return the vocabulary key of a word; "" for several words joined."""
    found = words(word)
    return found[0].key if len(found) == 1 else ""


@cache
def _numbers() -> frozenset[str]:
    scales = [*SCALES, "trillion"]
    ordinals = [*ORDINALS, *(ordinal_words(tens) for tens in range(40, 100, 10))]
    of_scales = [scale + ending for scale in scales for ending in ("", "s", "th")]
    return frozenset([*CARDINALS, *ordinals, *of_scales]) - AMBIGUOUS - {"trillions"}


@cache
def _dates() -> frozenset[str]:
    return frozenset([*FULL_MONTHS, *FULL_WEEKDAYS, *WEEKDAY_PLURALS]) - AMBIGUOUS


@cache
def common_names() -> frozenset[str]:
    """Return the most common English given names that seldom mean anything else."""
    from privtool.text.surrogates.name_lists import given_name_weights

    weights = given_name_weights()
    fitting = [name for name in weights if classes_of(name) == {Label.PERSON.value}]
    ranked = sorted(fitting, key=lambda name: (-weights[name], name))
    return frozenset(ranked[:COMMON_NAMES]) - AMBIGUOUS
