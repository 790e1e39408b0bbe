"""Other ordinals for ordinals, in the same form: `21st`, "third", "thirty-fourth"."""

from __future__ import annotations

import re

from privtool.text.english.numbers import ORDINALS, TENS, ordinal, ordinal_ending
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = "|".join(word for word, value in ORDINALS.items() if value < 10)
_WORDS = "|".join(sorted(ORDINALS, key=len, reverse=True))
ORDINAL_PATTERN = (
    rf"\b(?:(?P<digits>\d+)(?:st|nd|rd|th)"
    rf"|(?P<tens>{'|'.join(TENS)})(?P<joint>[ -])(?P<unit>{_UNITS})|(?P<word>{_WORDS}))\b"
)
ORDINAL = re.compile(ORDINAL_PATTERN, re.IGNORECASE)


def value_of(found: re.Match[str]) -> int:
    """The number that a match of `ORDINAL` says."""
    if found["digits"]:
        return int(found["digits"])
    if found["tens"]:
        return TENS[found["tens"].lower()] + ORDINALS[found["unit"].lower()]
    return ORDINALS[found["word"].lower()]


def written_like(value: int, found: re.Match[str]) -> str:
    """Another value, below 100 for words, in the form of a match of `ORDINAL`."""
    if found["digits"]:
        return cased_like(found[0], f"{value}{ordinal_ending(value)}")
    return capitalized_like(found[0], ordinal(value, found["joint"] or " "))


def other_ordinal(found: re.Match[str], rng: KeyedRandom) -> str:
    """Another ordinal of about the same size: of as many digits, or words."""
    value = value_of(found)
    if found["digits"]:
        size = len(found["digits"])
        return written_like(rng.other(10 ** (size - 1), 10**size - 1, value), found)
    if not found["tens"]:
        return written_like(rng.other(1, 12, value), found)
    # "eighty fifth" is one of those over 20 that have two words.
    ten, unit = divmod(rng.other(0, 71, (value // 10 - 2) * 9 + value % 10 - 1), 9)
    return written_like(10 * ten + unit + 21, found)
