"""Quantities without a number: "a dozen", "half", "thousands"."""

from __future__ import annotations

import re

from privtool.text.english.numbers import small_words
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom

_QUANTITY = re.compile(
    r"\b(?P<dozen>(?:a\s+)?(?:dozen|score))\b"
    r"|\b(?P<part>half(?!\s+a\b)|(?:a|one)\s+(?:half|third|quarter)|two\s+thirds|three\s+quarters)\b"
    r"|\b(?P<halves>half\s+an?(?=\s+(?:hundred|thousand|million|billion)))\b"
    r"|\b(?P<many>dozens|scores|hundreds|thousands|millions|billions)\b"
    r"|\b(?P<few>(?:a\s+)?(?:couple|few|handful))\b|\b(?P<often>once|twice|thrice)\b|\b(?P<times>single|double|triple|quadruple)\b",
    re.IGNORECASE,
)
_OTHERS = {
    "halves": ("one", "two", "three"),
    "part": ("a third", "a quarter", "two thirds", "three quarters"),
    "many": ("dozens", "hundreds", "thousands", "millions"),
    "few": ("a few", "a couple", "a handful"),
    "often": ("twice", "three times", "four times"),
    "times": ("single", "double", "triple"),
}


def has_quantity(phrase: str) -> bool:
    """Return whether a phrase has a quantity."""
    return _QUANTITY.search(phrase) is not None


def is_quantity(phrase: str) -> bool:
    """Return whether a phrase is a quantity and nothing else."""
    return _QUANTITY.fullmatch(phrase.strip()) is not None


def other_quantities(phrase: str, rng: KeyedRandom) -> str:
    """Return the phrase with other quantities of the same kind."""

    def other(match: re.Match[str]) -> str:
        if match.lastgroup == "dozen":
            return capitalized_like(match[0], small_words(rng.between(5, 19)))
        choices = [each for each in _OTHERS[match.lastgroup or ""] if each != match[0].lower()]
        return capitalized_like(match[0], choices[rng.below(len(choices))])

    return _QUANTITY.sub(other, phrase)
