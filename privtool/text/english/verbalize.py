"""Readings of numbers: all usual ways to say them, as sequences of slots.

A slot is a choice of words, with "" if it is optional: 105 is one hundred (and) five, or one
oh/zero five.
"""

from __future__ import annotations

import functools
import re

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.english.numbers import small_words
from privtool.text.lexicon import rows

Slots = tuple[tuple[str, ...], ...]
Readings = tuple[Slots, ...]

_DIGITS = (("zero", "oh", "o"), *((small_words(digit),) for digit in range(1, 10)))
_SCALES = ((("hundred",),), (("thousand",),), (("million",),))
_LONGEST_CARDINAL = 12
_LONGEST_PAIRED = 4
_DATE = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})(?:\2(\d{4}|\d{2}))?", re.ASCII)
_CURRENCIES = {sign: said.split() for kind, sign, said in rows("readings") if kind == "currency"}


@functools.lru_cache(maxsize=1 << 14)
def digit_readings(digits: str) -> Readings:
    """Return the readings of digits: as a number, a year, in pairs, digit by digit."""
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
    """Return the slots of a number; `and` is optional, a first `one` may be `a`."""
    from num2words import num2words

    slots = _slots(num2words(number))
    if slots[:1] == (("one",),) and slots[1:2] in _SCALES:
        slots = (("one", "a"), *slots[1:])
    return slots


def ordinal_slots(number: int) -> Slots:
    """Return the slots of an ordinal."""
    from num2words import num2words

    return _slots(num2words(number, to="ordinal"))


def _slots(number: str) -> Slots:
    """Return the slots of a number as num2words writes it."""
    words = re.sub(r"[,\-]", " ", number).split()
    return tuple(("and", "") if word == "and" else (word,) for word in words)


def plural_readings(digits: str) -> Readings:
    """Return the readings of decades and other plurals: 1990s, 90s, 7s."""
    found: list[Slots] = []
    for slots in digit_readings(digits):
        *before, last = slots
        plurals = tuple(_plural_of(word) for word in last if word)
        found.append((*before, plurals))
    return tuple(found)


def decimal_readings(whole: str, fraction: str) -> Readings:
    """Return the readings of 39.4: the decimals digit by digit, or two of them as a pair."""
    before = digit_readings(whole) if whole else ((("zero", ""),),)
    after = _digit_slots(fraction)
    found = [(*slots, ("point", "dot"), *after) for slots in before]
    if len(fraction) == 2:
        found += [slots + _pair_slots(fraction) for slots in before]
        found += [(*slots, ("point",), *_pair_slots(fraction)) for slots in before]
    return tuple(found)


def money_readings(sign: str, whole: str, fraction: str) -> Readings:
    """Return the readings of an amount: five dollars (and) twenty (cents), five twenty."""
    plural, singular, cents = _CURRENCIES[sign]
    found: list[Slots] = []
    for slots in digit_readings(whole):
        unit = (plural, singular, "")
        if not fraction:
            found += [(*slots, unit), ((singular, plural), *slots)]
        elif fraction.strip("0"):
            rest = cardinal_slots(int(fraction.ljust(2, "0")[:2]))
            found.append((*slots, unit, ("and", ""), *rest, (cents, "")))
        else:
            found.append((*slots, unit))
    return tuple(found) + (decimal_readings(whole, fraction) if fraction else ())


def time_readings(hours: str, minutes: str, seconds: str | None) -> Readings:
    """Return the readings of 10:30, 10:05 and 10:00."""
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
    """Return the readings of 6/3, 6/3/2021 or 2021-06-03 with month names; none if not a date."""
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
        for year_slots in years:
            for number in (ordinal_slots(int(day)), cardinal_slots(int(day))):
                found.append((name, ("the", ""), *number, *year_slots))
            found.append((("the", ""), *ordinal_slots(int(day)), ("of", ""), name, *year_slots))
    return tuple(found)


def _digit_slots(digits: str) -> Slots:
    return tuple(_DIGITS[int(digit)] for digit in digits)


def _pair_slots(digits: str) -> Slots:
    """Return slots for pairs of digits: nineteen eighty five, twenty oh five, oh five."""
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
