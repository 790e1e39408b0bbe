"""Kinds of words that tend to be private (Flechl 2022, section 4.3): numbers, dates, names, bands.

A word of a kind that often means something else is in none: `OFTEN_ELSE` has those of numbers and
dates. A name is one of the most frequent given names of the United States (Faker) that our list of
names has as the name of a person and of nothing else (`names-en.tsv`; of each name there nine
tenths are written with a capital, and it is no place, month or ordinary word): no "mark", "grace",
"austin" or "april". Words are looked up without enclitics: "monday's" is "monday".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import regex

from privtool.core.errors import UsageError
from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS, WEEKDAY_PLURALS
from privtool.text.english.numbers import CARDINALS, ORDINALS, SCALES, ordinal_words
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.scoring.counts import IsOfKind
from privtool.text.scoring.frequency_bands import BANDS
from privtool.text.words import words

NUMBERS, DATES, NAMES, LABELS = "numbers", "dates", "names", "labels"
KINDS = (NUMBERS, DATES, NAMES, *BANDS, LABELS)
OFTEN_ELSE = frozenset(
    (
        *("one", "oh", "o", "nought", "naught"),  # a pronoun, sounds, letters, turns of speech
        *("first", "second", "third"),  # orders of things, a unit of time
        *("may", "march"),  # leave to do something, a walk
    )
)
COMMON_NAMES = 200  # of the most frequent given names that fit
_DIGITS = regex.compile(r"\p{Nd}[\p{Nd}.,:/]*+(?:st|nd|rd|th)?")


def parse_kinds(given: str | None) -> tuple[str, ...]:
    """The kinds in a list with commas. Raises `UsageError` for one that there is not."""
    names = tuple(dict.fromkeys(filter(None, (given or "").split(","))))
    for name in names:
        if name not in KINDS:
            raise UsageError(f"--categories: '{name}' is none of {', '.join(KINDS)}")
    return names


def kinds_of_words(
    names: Sequence[str], bands: Mapping[str, frozenset[str]]
) -> dict[str, IsOfKind]:
    """For each kind what tells its words; `labels` are no kind of words and left out."""
    tests: dict[str, IsOfKind] = {NUMBERS: is_number, DATES: is_date, NAMES: is_name}
    tests |= {band: _is_among(found) for band, found in bands.items()}
    return {name: tests[name] for name in names if name != LABELS}


def is_number(word: str) -> bool:
    """Whether a word is a number: in digits, a cardinal, or an ordinal from fourth on."""
    return any(_DIGITS.fullmatch(key) or key in _numbers() for key in _keys(word))


def is_date(word: str) -> bool:
    """Whether a word is an English month or day of the week, in full."""
    return not _dates().isdisjoint(_keys(word))


def is_name(word: str) -> bool:
    """Whether a word is one of the most common English given names."""
    return not common_names().isdisjoint(_keys(word))


def _is_among(found: frozenset[str]) -> IsOfKind:
    return lambda word: _key(word) in found


def _keys(word: str) -> list[str]:
    """What to look up: where hyphens do not part words, their parts as well."""
    key = _key(word)
    return [key, *key.split("-")] if "-" in key else [key]


@lru_cache(maxsize=1 << 16)
def _key(word: str) -> str:
    """The word that vocabularies know it by; several words joined have none."""
    found = words(word)
    return found[0].key if len(found) == 1 else ""


@cache
def _numbers() -> frozenset[str]:
    scales = [*SCALES, "trillion"]
    ordinals = [*ORDINALS, *(ordinal_words(tens) for tens in range(40, 100, 10))]
    of_scales = [scale + ending for scale in scales for ending in ("", "s", "th")]
    return frozenset([*CARDINALS, *ordinals, *of_scales]) - OFTEN_ELSE - {"trillions"}


@cache
def _dates() -> frozenset[str]:
    return frozenset([*FULL_MONTHS, *FULL_WEEKDAYS, *WEEKDAY_PLURALS]) - OFTEN_ELSE


@cache
def common_names() -> frozenset[str]:
    """The most common English given names that seldom mean anything else."""
    from privtool.text.surrogates.name_lists import given_name_weights

    weights = given_name_weights()
    fitting = [name for name in weights if classes_of(name) == {Label.PERSON.value}]
    ranked = sorted(fitting, key=lambda name: (-weights[name], name))
    return frozenset(ranked[:COMMON_NAMES]) - OFTEN_ELSE
