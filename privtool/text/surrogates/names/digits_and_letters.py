"""Acronyms, numbers and numerals in names."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context, NoSurrogateError
from privtool.text.surrogates.dictation import read_dictation
from privtool.text.surrogates.name_lists import locale_of, name_pools
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom

_USUAL_LETTERS = "ABCDEFGHILMNOPRSTUW"  # of acronyms
_DEPARTMENT = re.compile(r"(?<=.)(?:[PF]D|ISD)\Z")
_NUMBER = re.compile(r"\d+")
_NUMERALS = Pool(
    ["III", "V", "VII", "VIII", "XI", "XII", "XIV", "XVII", "XVIII", "XXI", "XXIV", "XXVII"]
)


def random_letters(word: str, rng: KeyedRandom) -> str:
    return "".join(rng.choice("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for _ in word)


def usual_letter(rng: KeyedRandom) -> str:
    return rng.choice(_USUAL_LETTERS)


def other_acronym(acronym: str, rng: KeyedRandom) -> str:
    """Return other letters; those of police, fire and school departments stay: "LAPD"."""
    kept = _DEPARTMENT.search(acronym)
    ending = kept[0] if kept else ""
    letters = acronym[: len(acronym) - len(ending)]
    return "".join(usual_letter(rng) for _ in letters) + ending


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
