"""Ordinals replaced by other ones in the same form: `21st`, "third", "thirty-fourth"."""

from __future__ import annotations

import re

from privtool.text.english.numbers import ORDINALS, TENS, ordinal_ending, ordinal_words
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = "|".join(word for word, value in ORDINALS.items() if value < 10)
_ROUND = {f"{word[:-1]}ieth": value for word, value in TENS.items()} | {
    "hundredth": 100,
    "one hundredth": 100,
    "thousandth": 1000,
}
_VALUES = {**_ROUND, **ORDINALS}
_WORDS = "|".join(sorted(_VALUES, key=len, reverse=True))
_FEWEST_ROUND = 30
ORDINAL_PATTERN = (
    rf"\b(?:(?P<digits>\d+)(?:st|nd|rd|th)"
    rf"|(?P<tens>{'|'.join(TENS)})(?P<joint>[ -])(?P<unit>{_UNITS})|(?P<word>{_WORDS}))\b"
)
ORDINAL = re.compile(ORDINAL_PATTERN, re.IGNORECASE)


def value_of(match: re.Match[str]) -> int:
    """Return the value of a match of `ORDINAL`."""
    if match["digits"]:
        return int(match["digits"])
    if match["tens"]:
        return TENS[match["tens"].lower()] + ORDINALS[match["unit"].lower()]
    return _VALUES[match["word"].lower()]


def written_like(value: int, match: re.Match[str]) -> str:
    """Return another value, below 100 for words, in the form of a match of `ORDINAL`."""
    if match["digits"]:
        return cased_like(match[0], f"{value}{ordinal_ending(value)}")
    return capitalized_like(match[0], ordinal_words(value, match["joint"] or " "))


def near_ordinal(match: re.Match[str], rng: KeyedRandom) -> str:
    """Return an ordinal at most a third, or three, away, of as many digits."""
    value, size = value_of(match), len(match["digits"] or "")
    if not size and value >= _FEWEST_ROUND and not match["tens"]:
        return other_ordinal(match, rng)
    reach = max(3, value // 3)
    least, most = (10 ** (size - 1), 10**size - 1) if size else (1, 99)
    low, high = max(least, value - reach), min(most, value + reach)
    return written_like(rng.between_except(low, high, value), match)


def other_ordinal(match: re.Match[str], rng: KeyedRandom) -> str:
    """Return another ordinal of the same number of digits or words."""
    value = value_of(match)
    if match["digits"]:
        size = len(match["digits"])
        return written_like(rng.between_except(10 ** (size - 1), 10**size - 1, value), match)
    if not match["tens"] and value >= _FEWEST_ROUND:  # "our hundredth episode"
        return written_like(10 * rng.between_except(3, 9, value // 10), match)
    if not match["tens"]:
        return written_like(rng.between_except(1, 12, value), match)
    # "eighty fifth": one of the ordinals over 20 with two words.
    ten, unit = divmod(rng.between_except(0, 71, (value // 10 - 2) * 9 + value % 10 - 1), 9)
    return written_like(10 * ten + unit + 21, match)
