"""How numbers are said: every usual reading, as sequences of slots of words.

A slot is a choice of words, with "" where nothing may be said: 105 is one hundred (and) five, or
one oh/zero five, or one oh five.
"""

from __future__ import annotations

import functools
import re

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.english.numbers import small_words

Slots = tuple[tuple[str, ...], ...]
Readings = tuple[Slots, ...]

_DIGITS = (("zero", "oh", "o"), *((small_words(digit),) for digit in range(1, 10)))
_LONGEST_CARDINAL = 12
_LONGEST_PAIRED = 4
_DATE = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})(?:\2(\d{4}|\d{2}))?", re.ASCII)
_CURRENCIES = {
    "$": ("dollars", "dollar", "cents"),
    "\u00a3": ("pounds", "pound", "pence"),
    "\u20ac": ("euros", "euro", "cents"),
}


@functools.lru_cache(maxsize=1 << 14)
def digit_readings(digits: str) -> Readings:
    """The readings of a run of digits: as a number, a year, in pairs, digit by digit."""
    found: list[Slots] = []
    number = int(digits)
    if len(digits) <= _LONGEST_CARDINAL and (digits[0] != "0" or len(digits) == 1):
        found.append(cardinal_slots(number))
    if len(digits) == 4 and digits[0] != "0" and digits[1:3] != "00":
        found.append(_pair_slots(digits))
    if 2 < len(digits) <= _LONGEST_PAIRED and digits[-2:] != "00":
        found += [_digit_slots(digits[:1]) + _pair_slots(digits[1:])] if len(digits) == 3 else []
    elif len(digits) == 4 and digits[1] != "0":
        found.append((*cardinal_slots(int(digits[:2])), ("hundred",)))
    if len(digits) > _LONGEST_PAIRED and len(digits) % 2 == 0 and "0" not in digits[::2]:
        found.append(_pair_slots(digits))
    found.append(_digit_slots(digits))
    return tuple(dict.fromkeys(found))


@functools.lru_cache(maxsize=1 << 14)
def cardinal_slots(number: int) -> Slots:
    """A number in words; `and` may be left out, `a` may stand for a first `one`."""
    from num2words import num2words

    said = re.sub(r"[,\-]", " ", num2words(number)).split()
    slots = [("and", "") if word == "and" else (word,) for word in said]
    if len(said) > 1 and said[:2] in (
        ["one", "hundred"],
        ["one", "thousand"],
        ["one", "million"],
    ):
        slots[0] = ("one", "a")
    return tuple(slots)


def ordinal_slots(number: int) -> Slots:
    """The ordinal of a number in words."""
    from num2words import num2words

    said = re.sub(r"[,\-]", " ", num2words(number, to="ordinal")).split()
    return tuple(("and", "") if word == "and" else (word,) for word in said)


def plural_readings(digits: str) -> Readings:
    """The readings of decades and the like: 1990s, 90s, 7s."""
    found: list[Slots] = []
    for slots in digit_readings(digits):
        *before, last = slots
        many = tuple(_plural_of(word) for word in last if word)
        found.append((*before, many))
    return tuple(found)


def decimal_readings(whole: str, fraction: str) -> Readings:
    """The readings of 39.4: the digits after the point one by one, or as a number."""
    before = digit_readings(whole) if whole else ((("zero", ""),),)
    after = _digit_slots(fraction)
    found = [(*slots, ("point", "dot"), *after) for slots in before]
    if len(fraction) == 2:
        found += [slots + _pair_slots(fraction) for slots in before]
        found += [(*slots, ("point",), *_pair_slots(fraction)) for slots in before]
    return tuple(found)


def money_readings(sign: str, whole: str, fraction: str) -> Readings:
    """The readings of an amount: five dollars (and) twenty (cents), five twenty."""
    many, one, small = _CURRENCIES[sign]
    found: list[Slots] = []
    for slots in digit_readings(whole):
        unit = (many, one, "")
        if not fraction:
            found += [(*slots, unit), ((one, many), *slots)]
        elif fraction.strip("0"):
            rest = cardinal_slots(int(fraction.ljust(2, "0")[:2]))
            found.append((*slots, unit, ("and", ""), *rest, (small, "")))
        else:
            found.append((*slots, unit))
    return tuple(found) + (decimal_readings(whole, fraction) if fraction else ())


def time_readings(hours: str, minutes: str, seconds: str | None) -> Readings:
    """The readings of 10:30, 10:05 and 10:00."""
    hour = cardinal_slots(int(hours))
    found: list[Slots]
    if not minutes.strip("0"):
        found = [(*hour, ("o'clock", "hundred", "")), (*hour, *_digit_slots(minutes))]
    else:
        found = [(*hour, *_pair_slots(minutes))]
        if minutes == "30":
            found.append((("half",), ("past",), *hour))
        if minutes == "15":
            found.append((("quarter",), ("past", "after"), *hour))
    if seconds:
        found = [
            (*slots, ("and", ""), *cardinal_slots(int(seconds)), ("seconds", "")) for slots in found
        ]
    return tuple(found)


def date_readings(text: str) -> Readings:
    """The readings of 6/3, 6/3/2021 or 2021-06-03 with the name of the month; none if no date."""
    match = _DATE.fullmatch(text)
    if not match:
        return ()
    first, _, second, third = match.groups()
    if len(first) > 2:
        orders = [(second, third, first)] if third and len(third) <= 2 else []
    else:
        orders = [(first, second, third), (second, first, third)]
    found: list[Slots] = []
    for month, day, year in orders:
        if not 1 <= int(month) <= 12 or not 1 <= int(day) <= 31:
            continue
        name = (FULL_MONTHS[int(month) - 1],)
        years = digit_readings(year) if year else ((),)
        for said in years:
            for number in (ordinal_slots(int(day)), cardinal_slots(int(day))):
                found.append((name, ("the", ""), *number, *said))
            found.append((("the", ""), *ordinal_slots(int(day)), ("of", ""), name, *said))
    return tuple(found)


def _digit_slots(digits: str) -> Slots:
    return tuple(_DIGITS[int(digit)] for digit in digits)


def _pair_slots(digits: str) -> Slots:
    """Two digits at a time: nineteen eighty five, twenty oh five, oh five."""
    slots: list[tuple[str, ...]] = []
    for start in range(0, len(digits), 2):
        pair = digits[start : start + 2]
        if pair == "00" and start:
            slots.append(("hundred",))
        elif pair[0] == "0" or len(pair) == 1:
            slots += _digit_slots(pair)
        else:
            slots += cardinal_slots(int(pair))
    return tuple(slots)


def _plural_of(word: str) -> str:
    if word.endswith("y"):
        return word[:-1] + "ies"
    return word + ("es" if word.endswith(("x", "o")) else "s")
