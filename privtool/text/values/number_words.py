"""Numbers in words of other languages than English, read and written as num2words does."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from privtool.core.rng import KeyedRandom
from privtool.text.lexicon import sections

_MARKS = re.compile(r"[^a-z]+")


class SaidNumber(NamedTuple):
    """A number, and the variant of its language that it is said in: "fr_CH"."""

    value: int
    variant: str

    def other(self, rng: KeyedRandom) -> str:
        """Return another number in words, with as many digits and zeros at the end.

        One, at the end too, is never drawn: it has a gender.
        """
        from num2words import num2words

        digits = str(self.value)
        zeros = len(digits) - len(digits.rstrip("0")) if self.value else 0
        unit = 10 ** min(zeros, len(digits) - 1)
        least, most = 10 ** (len(digits) - 1) // unit, 10 ** len(digits) // unit - 1
        fit = [n * unit for n in range(max(least, 2), most + 1) if n * unit % 10 != 1]
        fit = [n for n in fit if n != self.value]
        return str(num2words(fit[rng.below(len(fit))], lang=self.variant))


def said_number(words: Sequence[str], language: str) -> SaidNumber | None:
    """Return the number that words in lower case are, below 10,000; None for any others.

    From 1,000 on, only multiples of ten are known.
    """
    return _numbers(language).get(_key(words, language))


@cache
def _numbers(language: str) -> dict[str, SaidNumber]:
    from num2words import CONVERTER_CLASSES, num2words

    found: dict[str, SaidNumber] = {}
    for variant in (each for each in CONVERTER_CLASSES if each.partition("_")[0] == language):
        for value in chain(range(1000), range(1000, 10_000, 10)):
            words = re.findall(r"\w+", num2words(value, lang=variant))
            found.setdefault(_key(words, language), SaidNumber(value, variant))
    return found


def _key(words: Sequence[str], language: str) -> str:
    """Return words as one without signs; what is said between numbers is left out."""
    found = sections("numbers", language)
    joined = "".join(word for word in words if word not in found["between"])
    for leading in found.get("leading", ()):
        joined = joined.removeprefix(leading)
    return _MARKS.sub("", unicodedata.normalize("NFKD", joined))
