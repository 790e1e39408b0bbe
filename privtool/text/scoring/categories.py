"""Word categories that tend to be private (Flechl 2022, section 4.3): numbers, dates, names, bands.

Words that often mean something else are in no category (`scored.txt`: those of numbers and dates).
Names are the most frequent given names of the United States (Faker) that `names-en.tsv` lists as
names of persons alone, which excludes "mark", "grace", "austin" and "april". Words are looked up
without enclitics: "monday's" is "monday".

Bands are words that de-identification made rare in a training text (section 4.2). `r10`: the count
after is below a tenth of the count before; `r20`: from a tenth to a fifth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import regex

from privtool.core.errors import UsageError, option
from privtool.text import lexicon
from privtool.text.english.calendar import FULL_MONTHS, FULL_WEEKDAYS, WEEKDAY_PLURALS
from privtool.text.english.numbers import CARDINALS, ORDINALS, SCALES, ordinal_words
from privtool.text.filling.words import classes_of
from privtool.text.labels import Label
from privtool.text.scoring.alignment import OF_WORDS, PLAIN, scored_words
from privtool.text.word_lists import read_vocabulary
from privtool.text.words import words

WordTest = Callable[[str], bool]
BANDS = {"r10": (0, 10), "r20": (10, 20)}  # percent, from (included) to (excluded)
NUMBERS, DATES, NAMES, LABELS = "numbers", "dates", "names", "labels"
CATEGORIES = (NUMBERS, DATES, NAMES, *BANDS, LABELS)
AMBIGUOUS = lexicon.words("scored.ambiguous")
COMMON_NAMES = 200
_DATES = frozenset([*FULL_MONTHS, *FULL_WEEKDAYS, *WEEKDAY_PLURALS]) - AMBIGUOUS
_DIGITS = regex.compile(r"\p{Nd}[\p{Nd}.,:/]*+(?:st|nd|rd|th)?")
_MARKERS = ("[", "<")  # "[PERSON]" is not "person"


def frequency_bands(
    before: Mapping[str, int], after: Mapping[str, int]
) -> dict[str, frozenset[str]]:
    """Return the words of each band, given counts before and after."""
    return {
        name: frozenset(
            word
            for word, count in before.items()
            if least * count <= 100 * after.get(word, 0) < most * count
        )
        for name, (least, most) in BANDS.items()
    }


def read_bands(
    before: Path | None, after: Path | None, normalization: str = PLAIN
) -> dict[str, frozenset[str]]:
    """Return the bands of normalized words in two vocabularies of `privtool vocab`.

    Raise `UsageError` if a file is missing or no vocabulary.
    """
    if before is None or after is None:
        raise UsageError(
            f"{option('categories')} {' and '.join(BANDS)} need {option('before')} and "
            f"{option('after')}"
        )
    return frequency_bands(
        *(_normalized(dict(read_vocabulary(path)), normalization) for path in (before, after))
    )


def _normalized(counts: Mapping[str, int], normalization: str) -> Mapping[str, int]:
    """Return the counts of normalized words: `plain` splits words at hyphens."""
    if normalization not in OF_WORDS:
        return counts
    found: Counter[str] = Counter()
    for key, count in counts.items():
        if key.isalnum() or key.startswith(_MARKERS):
            found[key] += count
            continue
        for part in scored_words(key, normalization):
            for word in words(part.word):  # without enclitics: "don't-know"
                found[word.key] += count
    return found


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
    return not _DATES.isdisjoint(_keys(word))


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
def common_names() -> frozenset[str]:
    """Return the most common English given names that seldom mean anything else."""
    from privtool.text.surrogates.name_lists import given_name_weights

    weights = given_name_weights()
    fitting = [name for name in weights if classes_of(name) == {Label.PERSON.value}]
    ranked = sorted(fitting, key=lambda name: (-weights[name], name))
    return frozenset(ranked[:COMMON_NAMES]) - AMBIGUOUS
