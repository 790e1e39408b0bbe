"""Acronyms, numbers and numerals in names."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.kinds import LONGEST_ACRONYM
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom

_USUAL_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms
_DEPARTMENT = re.compile(r"(?<=.)(?:[PF]D|ISD)\Z")
_NUMBER = re.compile(r"\d+")
_LETTER = re.compile("[A-Z]")
_INITIALS = re.compile(r"[A-Z](?:\.[A-Z])+")
_ROMAN = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_NUMERALS = Pool(
    ["III", "V", "VII", "VIII", "XI", "XII", "XIV", "XVII", "XVIII", "XXI", "XXIV", "XXVII"]
)


def of_signs(part: str, context: Context, acronyms: bool = True) -> str | None:
    """Return another number, ordinal, letter, numeral or acronym; None for any word."""
    if part.isdigit():
        return replace_digits(part, context)
    if len(part) == 1:
        return context.retry("letter", part, lambda rng: _other_letters(part, rng))
    if _INITIALS.fullmatch(part):  # "P.S."
        return context.retry("letters", part, lambda rng: _other_letters(part, rng))
    if _ROMAN.fullmatch(part):
        return other_numeral(part, context)
    ordinal = ORDINAL.fullmatch(part)
    if ordinal is not None and part[0].isdigit():
        return context.retry("ordinal", part, lambda rng: other_ordinal(ordinal, rng))
    if acronyms and is_acronym(part):
        return context.retry("acronym", part, lambda rng: _other_acronym(part, rng))
    return None


def is_acronym(part: str) -> bool:
    """Return whether a part of a name is a few capitals."""
    return part.isupper() and part.isalpha() and 1 < len(part) <= LONGEST_ACRONYM


def replace_digits(digits: str, context: Context) -> str:
    dictation = read_dictation(digits)
    if not dictation.slots:
        raise NoSurrogateError
    return context.retry("number", digits, dictation.randomized)


def other_numeral(numeral: str, context: Context) -> str:
    """Return another Roman number."""
    return context.pick("numeral", numeral, _NUMERALS)


def replace_digits_in(phrase: str, context: Context) -> str:
    """Return the phrase with other digits; its letters stay."""
    return _NUMBER.sub(lambda match: replace_digits(match[0], context), phrase)


def in_other_script(phrase: str, context: Context) -> str:
    """Return a surname of the same script."""
    return context.pick("organization", phrase, name_pools(locale_of(phrase)).surnames)


def _other_letters(letters: str, rng: KeyedRandom) -> str:
    made = _LETTER.sub(lambda _: rng.choice(_USUAL_LETTERS), letters.upper())
    return made if letters.isupper() else made.lower()


def _other_acronym(acronym: str, rng: KeyedRandom) -> str:
    """Return other letters; those of police, fire and school departments stay: "LAPD"."""
    kept = _DEPARTMENT.search(acronym)
    ending = kept[0] if kept else ""
    return _other_letters(acronym[: len(acronym) - len(ending)], rng) + ending
