"""Acronyms, numbers and numerals in names."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.kinds import LONGEST_ACRONYM, pool
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.values.code import read_dictation
from privtool.text.values.number import ORDINALS, other_ordinal

_USUAL_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms
_YEAR = re.compile(r"(?:18|19|20)\d\d")
_YEARS = 6  # by which a year may move
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])+\.?")
_DIGITS = re.compile(r"\d+(?:(?:st|nd|rd|th)\b)?", re.IGNORECASE)
_ROMAN = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})")


def of_signs(part: str, context: Context, acronyms: bool = True) -> str | None:
    """Return another number, ordinal, letter, numeral or acronym; None for any word."""
    if _YEAR.fullmatch(part):
        moved = context.rng("year", part).between_except(-_YEARS, _YEARS, 0)
        return str(int(part) + moved)
    if part.isdigit():
        return replace_digits(part, context)
    ordinal = ORDINALS.fullmatch(part)
    if ordinal is not None:
        return context.retry("ordinal", part, lambda rng: other_ordinal(ordinal, rng))
    if len(part) > 1 and _ROMAN.fullmatch(part):
        return context.pick("numeral", part, pool("numeral"))
    if len(part) == 1 or _INITIALS.fullmatch(part) or (acronyms and is_acronym(part)):
        return context.retry("letters", part, lambda rng: _other_letters(part, rng))
    return None


def is_acronym(part: str) -> bool:
    """Return whether a part of a name is a few capitals."""
    return part.isupper() and part.isalpha() and 1 < len(part) <= LONGEST_ACRONYM


def replace_digits(digits: str, context: Context) -> str:
    dictation = read_dictation(digits)
    if not dictation.slots:
        raise NoSurrogateError
    return context.retry("number", digits, dictation.randomized)


def replace_digits_in(phrase: str, context: Context) -> str:
    """Return the phrase with other digits; its letters stay."""
    return _DIGITS.sub(lambda match: of_signs(match[0], context) or match[0], phrase)


def in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, name_pools(locale_of(phrase)).surnames)


def _other_letters(letters: str, rng: KeyedRandom) -> str:
    made = re.sub("[A-Z]", lambda _: rng.choice(_USUAL_LETTERS), letters.upper())
    return made if letters.isupper() else made.lower()
