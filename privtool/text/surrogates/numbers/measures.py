"""Measured quantities, which stay near what they were."""

from __future__ import annotations

import re

from privtool.core.spans import replace_ranges
from privtool.text.english.numbers import SMALL, TENS, small_words
from privtool.text.surrogates.letter_case import capitalized_like
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = r"""
    lbs?|pounds?|kgs?|kilos?|kilograms?|mg|mcg|grams?|g|ml|cc|oz|ounces?|cm|mm|inch(?:es)?|in
    |ft|feet|foot|meters?|metres?|m|km|kilometers?|miles?|mph|kph|degrees?|bpm|mmhg|kcal|celsius
    |fahrenheit|hours?|hrs?|minutes?|mins?|days?|weeks?|months?|years?|acres?|stone|tbsps?|tsps?|tablespoons?|teaspoons?|cups?|gallons?|pints?|quarts?|liters?
    |litres?|tons?|yards?|blocks?|sq|percent|pct|[kmg]hz|hz|[kmgt]b|kwh?|mw|watts?|volts?
    |amps?|px|fps|rpm|psi|hp|l|f|c"""
_MEASURE = re.compile(
    rf"\d\s?(?:{''.join(_UNITS.split())})\b|\d\s?(?:°|['\"\u2032\u2033\u2019\u201d])"
    rf"|\b[a-z]+[\s-](?:{''.join(_UNITS.split()).removesuffix('|l|f|c')})\b|\d(?:/|\s+over\s+)\d"
    r"|(?<![\d.])\d{1,3}\.\d{1,2}(?![\d.])",
    re.IGNORECASE,
)
_UNIT_WORDS = "|".join(word for word, value in SMALL.items() if 0 < value < 10)
NUMBER = re.compile(
    r"(?<![\d.,])\d{1,3}(?:,\d{3})?(?:\.\d{1,3})?(?![\d,]*\d)"
    rf"|\b(?:{'|'.join(TENS)})[ -](?:{_UNIT_WORDS})\b"
    rf"|\b(?:{'|'.join(word for word in SMALL if word not in ('o', 'oh'))})\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"[\s-]*(?:feet|[a-z]{2,}s\b)", re.IGNORECASE)
_FEET = re.compile(
    r"(?:\d\s?['\u2032\u2019]|(?:\d|\b[a-z]+)\s?(?:ft|feet|foot)\.?)(?:\s+and)?\s*\Z", re.IGNORECASE
)
_SPOKEN_HEIGHT = re.compile(
    rf"(?:\w+\s+)?(?:four|five|six|seven)\s(?:{_UNIT_WORDS}|ten|eleven)", re.I
)
_MOST_PERCENT = 100
_FEVERS = range(95, 109)  # degrees Fahrenheit
_FIVE = 5
_FOOT = 12  # inches
_FEW_PARTS = 10


def is_measure(phrase: str) -> bool:
    """Return whether a phrase is a quantity with a unit, a small decimal or a ratio.

    A phrase with any other number ("5 kg, 48213") is none, as that number would stay.
    """
    if _MEASURE.search(phrase) is None or NUMBER.search(phrase) is None:
        return False
    return not any(map(str.isdigit, NUMBER.sub("", phrase)))


def near(phrase: str, rng: KeyedRandom, several: bool = False) -> str:
    """Return the phrase with each number at most a sixth away, or one step of its rounding.

    Such quantities identify nobody, and a height of nine feet or a fever of 27 degrees is no more
    private than a likely one. `several` says that a plural follows the phrase: "2" before "days".
    """
    numbers = list(NUMBER.finditer(phrase))
    height = _height(phrase, numbers, rng)
    if height is not None:
        return height
    return replace_ranges(
        phrase,
        (
            (*match.span(), _near(match[0], rng, _is_of_several(match, several)))
            for match in numbers
        ),
    )


def _is_of_several(match: re.Match[str], several: bool) -> bool:
    """Return whether a plural follows a number, in its phrase or, with `several`, after it."""
    last = several and match.end() == len(match.string)
    return last or _PLURAL.match(match.string, match.end()) is not None


def is_spoken_height(phrase: str) -> bool:
    """Return whether a quantity is a height without its units: "about six one"."""
    return _SPOKEN_HEIGHT.fullmatch(phrase) is not None


def spoken_height(phrase: str, rng: KeyedRandom) -> str:
    """Return another height without its units, at most four inches away."""
    return _other_height(phrase, list(NUMBER.finditer(phrase)), rng) or phrase


def vital_sign(phrase: str, rng: KeyedRandom) -> str:
    """Return values at most a twelfth away, shares of a hundred at most a thirtieth."""
    percent = "%" in phrase or "percent" in phrase.lower()

    def other(match: re.Match[str]) -> str:
        if "." in match[0] or not match[0].isdigit():
            return _near(match[0], rng, False)
        value = int(match[0])
        temperature = value in _FEVERS and not percent
        new = _draw(value, 1, rng, 50 if temperature else 30 if percent else 12, False)
        return str(min(new, _MOST_PERCENT - (value == _MOST_PERCENT)) if percent else new)

    return NUMBER.sub(other, phrase)


def _height(phrase: str, numbers: list[re.Match[str]], rng: KeyedRandom) -> str | None:
    """Return a height in feet and inches at most four inches away; None for another quantity."""
    feet_named = len(numbers) == 2 and _FEET.search(phrase, 0, numbers[1].start())
    return _other_height(phrase, numbers, rng) if feet_named else None


def _other_height(phrase: str, numbers: list[re.Match[str]], rng: KeyedRandom) -> str | None:
    """Return the phrase with other feet and inches; None if the latter are no inches."""
    if len(numbers) != 2:
        return None
    feet, inches = (round(number_value(match[0])) for match in numbers)
    if inches >= _FOOT:
        return None
    old = _FOOT * feet + inches
    new = rng.between_except(max(0, old - 4), old + 4, old)
    if new % _FOOT < 2:  # "one inches", "zero inches"
        new += 2 if old != new + 2 else 3
    values = zip(numbers, divmod(new, _FOOT), strict=True)
    return replace_ranges(
        phrase, ((*match.span(), number_like(match[0], value)) for match, value in values)
    )


def number_like(number: str, value: int) -> str:
    """Return a value in digits or words, as another number is written."""
    if number[0].isdigit():
        return str(value)
    return capitalized_like(number, small_words(value, "-" if "-" in number else " "))


def _near(number: str, rng: KeyedRandom, plural: bool) -> str:
    """Return a number near another one; two at least before a plural, if the old one is."""
    if not number[0].isdigit():
        value = number_value(number)
        new = _draw(round(value), 1, rng, 6, plural)
        return capitalized_like(number, small_words(min(new, 99), "-" if "-" in number else " "))
    whole, point, decimals = number.replace(",", "").partition(".")
    digits = whole + decimals
    value = int(digits)
    size = len(digits) - len(digits.rstrip("0")) if value and not point else 0
    step = _FIVE if not point and value % 10 == _FIVE and value > _FIVE else 10**size
    new = _draw(value, step, rng, 25 if point else 6, plural and not point)
    shown = f"{new:0{len(decimals) + 1}d}"
    if point:
        return f"{shown[: -len(decimals)]}.{shown[-len(decimals) :]}"
    return f"{new:,}" if "," in number else f"{new:0{len(whole)}d}" if whole[0] == "0" else shown


def _draw(value: int, step: int, rng: KeyedRandom, part: int, plural: bool) -> int:
    """Return another multiple of a step near a value, above zero if the value is.

    Before a plural, above one.
    """
    old, reach = value // step, max(1 if part < _FEW_PARTS else 3, value // (part * step))
    least = min(2 if plural and step == 1 else 1, old)
    if plural and step == 1 and old == least:
        reach = max(reach, 2)  # "2 days" would always become "3 days"
    return step * rng.between_except(max(old - reach, least), old + reach, old)


def number_value(number: str) -> float:
    """Return the value of a number in digits or words."""
    if number[0].isdigit():
        return float(number.replace(",", ""))
    return sum(SMALL[word] for word in re.split("[ -]", number.lower()))
