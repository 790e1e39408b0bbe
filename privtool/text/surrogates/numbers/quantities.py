"""Quantities without a number: "a dozen", "half", "thousands"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.english.numbers import small_words
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = "ton|mile|pound|foot|yard|inch|gallon|acre|kilo|liter|pint|quart|meter|kilometer|hour"
_QUANTITY = re.compile(
    rf"\b(?P<scale>an?\s+(?=(?:hundred|thousand|million|billion)\b))"
    rf"|\b(?P<half>half\s+an?\s+(?!(?:hundred|thousand|million|billion|dozen)\b)|an?\s+half[\s-]|an?\s+(?=(?:{_UNITS})\b)(?!\w+\s+\w))"
    r"|\b(?P<parts>(?:one|two|three|four|five)[ -]"
    r"(?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?))\b"
    r"|\b(?P<dozen>(?:(?:half\s+)?a\s+)?(?:dozen|score))\b"
    r"|\b(?P<part>half(?!\s+a\b)|(?:a|one)\s+(?:half|third|quarter|fifth|sixth|eighth|tenth)|two\s+thirds|three\s+quarters)\b"
    r"|\b(?P<halves>half\s+an?(?=\s+(?:hundred|thousand|million|billion)))\b"
    r"|\b(?P<multiples>(?:tens|dozens|scores|hundreds|thousands)\s+of\s+"
    r"(?:hundreds|thousands|millions|billions))\b"
    r"|\b(?P<many>dozens|scores|hundreds|thousands|millions|billions)\b"
    r"|\b(?P<some>(?:several|an?\s+(?:couple|few|handful))(?=\s+(?:hundred|thousand|million|dozen))"
    r"(?!\s+of))\b|\b(?P<few>(?:a\s+)?(?:couple|few|handful))\b|\b(?P<often>once|twice|thrice)\b|\b(?P<times>single|double|triple|quadruple)\b",
    re.IGNORECASE,
)
SHARE = re.compile(
    r"(?:\w+\s+){0,2}?(?:one|1)\s+(?:in|out of)\s+(?:every\s+)?(?P<of>\d{1,2}|[a-z]+)",
    re.IGNORECASE,
)
_OTHERS = {
    "scale": ("two ", "three ", "five ", "seven "),
    "parts": ("a third", "a quarter", "two thirds", "three quarters"),
    "half": ("a quarter of a ", "a third of a ", "half a ", "three quarters of a "),
    "halves": ("one", "two", "three"),
    "part": ("a third", "a quarter", "two thirds", "three quarters"),
    "multiples": ("tens of thousands", "hundreds of thousands", "thousands", "millions"),
    "many": ("dozens", "hundreds", "thousands", "millions"),
    "some": ("a few", "a couple", "several"),
    "few": ("a few", "a couple", "a handful"),
    "often": ("twice", "three times", "four times"),
    "times": ("single", "double", "triple"),
}
_NEXT = {
    "dozens": ["scores", "hundreds"],
    "scores": ["dozens", "hundreds"],
    "hundreds": ["dozens", "scores", "thousands"],
    "thousands": ["dozens", "hundreds"],
    "millions": ["thousands", "billions"],
    "billions": ["millions", "trillions"],
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
        choices = _choices(match.lastgroup or "", match[0].lower())
        return capitalized_like(match[0], choices[rng.below(len(choices))])

    return _QUANTITY.sub(other, phrase)


def other_share(phrase: str, rng: KeyedRandom) -> str:
    """Return "one in seven" for "one in five"."""
    match = SHARE.fullmatch(phrase)
    if match is None:
        return phrase
    new = small_words(rng.between(3, 10)) if match["of"].isalpha() else str(rng.between(3, 10))
    return phrase[: match.start("of")] + capitalized_like(match["of"], new)


def _choices(kind: str, old: str) -> Sequence[str]:
    """Return the other quantities of a kind; of "dozens" and the like those next to it."""
    return _NEXT[old] if kind == "many" else [each for each in _OTHERS[kind] if each != old]
