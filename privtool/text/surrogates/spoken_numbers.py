"""Numbers written in words, from their values: the way back from `patterns/number_words.py`."""

from __future__ import annotations

from privtool.text.patterns.number_words import ORDINALS, TEENS, TENS, UNITS

_UNITS = {value: word for word, value in reversed(UNITS.items())}
_UNITS[0] = "zero"
_TEENS = {value: word for word, value in TEENS.items()}
_TENS = {value: word for word, value in reversed(TENS.items())}
_ORDINALS = {value: word for word, value in ORDINALS.items()}


def small(number: int, joint: str = " ") -> str:
    """A number below 100; `joint` stands in "twenty-five"."""
    if number < 10:
        return _UNITS[number]
    if number < 20:
        return _TEENS[number]
    tens, units = _TENS[number // 10 * 10], number % 10
    return tens + joint + _UNITS[units] if units else tens


def padded(number: int, joint: str = " ", zero: str = "oh") -> str:
    """A number below 100 of two digits: "oh six", "twenty five"."""
    return small(number, joint) if number >= 10 else one_by_one(f"{number:02d}", joint, zero)


def one_by_one(digits: str, joint: str = " ", zero: str = "oh") -> str:
    """Digits said one by one: "one nine oh five"."""
    return joint.join(zero if digit == "0" else _UNITS[int(digit)] for digit in digits)


def ordinal(number: int, joint: str = " ") -> str:
    """An ordinal below 100: "third", "twenty first", "fortieth"."""
    if number in _ORDINALS:
        return _ORDINALS[number]
    if number % 10 == 0:
        return f"{_TENS[number][:-1]}ieth"
    return _TENS[number // 10 * 10] + joint + _ORDINALS[number % 10]


def year(number: int, joint: str = " ", thousands: str = "") -> str:
    """A year: "nineteen eighty two", "nineteen oh five", "nineteen hundred", "two thousand five".

    `thousands`, " " or " and ", asks for "two thousand twenty" where "twenty twenty" would do;
    the years 2000 to 2009 are always written so.
    """
    century, rest = divmod(number, 100)
    if century == 20 and (thousands or rest < 10):
        return "two thousand" + ((thousands or " ") + small(rest, joint) if rest else "")
    if rest == 0:
        return small(century, joint) + " hundred"
    between = " oh " if rest < 10 else " "
    return small(century, joint) + between + small(rest, joint)


def ordinal_ending(number: int) -> str:
    """What is written behind the digits of an ordinal: `st`, `nd`, `rd` or `th`."""
    if number % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
