"""Measured quantities, which stay near what they were, and the order of two numbers."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import SMALL, TENS, small_words
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = r"""
    lbs?|pounds?|kgs?|kilos?|kilograms?|mg|mcg|grams?|g|ml|cc|oz|ounces?|cm|mm|inch(?:es)?|in
    |ft|feet|foot|meters?|metres?|m|km|kilometers?|miles?|mph|kph|degrees?|bpm|mmhg|kcal|celsius
    |fahrenheit|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?|acres?|stone|f|c"""
_MEASURE = re.compile(
    rf"\d\s?(?:{''.join(_UNITS.split())})\b|\d\s?(?:°|['\"\u2032\u2033\u2019\u201d])"
    rf"|\b[a-z]+\s(?:{''.join(_UNITS.split()).removesuffix('|f|c')})\b|\d(?:/|\s+over\s+)\d"
    r"|(?<![\d.])\d{1,3}\.\d{1,2}(?![\d.])",
    re.IGNORECASE,
)
_UNIT_WORDS = "|".join(word for word, value in SMALL.items() if 0 < value < 10)
_NUMBER = re.compile(
    r"(?<![\d.,])\d{1,3}(?:,\d{3})?(?:\.\d{1,2})?(?![\d,]*\d)"
    rf"|\b(?:{'|'.join(TENS)})[ -](?:{_UNIT_WORDS})\b"
    rf"|\b(?:{'|'.join(word for word in SMALL if word not in ('o', 'oh'))})\b",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"\s*(?:%|percent|[a-z]{0,2})?\s*(?:-|\u2013|\u2014|/|\b(?:to|or|and|through|out of|in)\b)"
    r"\s*(?:[$\u20ac\u00a3]|[a-z]{1,2}\$)?\s*",
    re.IGNORECASE,
)
_FEET = re.compile(r"\d\s?(?:['\u2032\u2019]|ft|feet|foot)\s?\Z", re.IGNORECASE)
_FOOT = 12  # inches
_FEW_PARTS = 10
_MOST_TRIES = 60
_WIDEST = 4  # how many times wider two numbers may lie apart


def is_measure(phrase: str) -> bool:
    """Return whether a phrase is a quantity with a unit, a small decimal or a ratio."""
    return _MEASURE.search(phrase) is not None and _NUMBER.search(phrase) is not None


def near(phrase: str, rng: KeyedRandom) -> str:
    """Return the phrase with each number at most a sixth away, or one step of its rounding.

    Such quantities identify nobody, and a height of nine feet or a fever of 27 degrees is no more
    private than a likely one.
    """
    return replace_ranges(
        phrase,
        (
            (*match.span(), _near(match[0], rng, bool(_FEET.search(phrase, 0, match.start()))))
            for match in _NUMBER.finditer(phrase)
        ),
    )


def _near(number: str, rng: KeyedRandom, inches: bool) -> str:
    if not number[0].isdigit():
        value = _value(number)
        new = _draw(round(value), 1, rng, 6)
        return capitalized_like(number, small_words(min(new, 99), "-" if "-" in number else " "))
    whole, point, decimals = number.replace(",", "").partition(".")
    digits = whole + decimals
    value = int(digits)
    size = len(digits) - len(digits.rstrip("0")) if value and not point else 0
    if inches and value < _FOOT:
        return str(rng.between_except(0, _FOOT - 1, value))
    new = _draw(value, 10**size, rng, 25 if point else 6)
    shown = f"{new:0{len(decimals) + 1}d}"
    if point:
        return f"{shown[: -len(decimals)]}.{shown[-len(decimals) :]}"
    return f"{new:,}" if "," in number else f"{new:0{len(whole)}d}" if whole[0] == "0" else shown


def _draw(value: int, step: int, rng: KeyedRandom, part: int) -> int:
    """Return another multiple of a step near a value, above zero if the value is."""
    old, reach = value // step, max(1 if part < _FEW_PARTS else 3, value // (part * step))
    return step * rng.between_except(max(old - reach, min(1, old)), old + reach, old)


def _value(number: str) -> float:
    if number[0].isdigit():
        return float(number.replace(",", ""))
    return sum(SMALL[word] for word in re.split("[ -]", number.lower()))


def in_order(phrase: str, make: Callable[[KeyedRandom], str]) -> Callable[[KeyedRandom], str]:
    """Return a maker that keeps the order of two numbers: "5 to 10", "two or three", "120/80"."""
    old = _pair(phrase)
    if old is None:
        return make

    def ordered(rng: KeyedRandom) -> str:
        made = make(rng)
        for _ in range(_MOST_TRIES):
            new = _pair(made)
            if new is None or _is_alike(old, new):
                break
            made = make(rng)
        return made

    return ordered


def _pair(phrase: str) -> tuple[float, float] | None:
    """Return the values of two numbers that belong together; None for anything else."""
    numbers = list(_NUMBER.finditer(phrase))
    if len(numbers) != 2 or not _JOINED.fullmatch(phrase[numbers[0].end() : numbers[1].start()]):
        return None
    return _value(numbers[0][0]), _value(numbers[1][0])


def _is_alike(old: tuple[float, float], new: tuple[float, float]) -> bool:
    """Return whether new numbers are in the order of the old ones, and not much farther apart."""
    if (old[0] < old[1]) != (new[0] < new[1]) or (old[0] == old[1]) != (new[0] == new[1]):
        return False
    (low, high), (new_low, new_high) = sorted(old), sorted(new)
    return new_high * max(low, 1) <= _WIDEST * high * max(new_low, 1)
