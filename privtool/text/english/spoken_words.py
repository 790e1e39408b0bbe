"""Spoken words: the words of a text with their readings, for aligners and scores.

The words are those of `text/words.py`, each with its enclitics and signs (`Anna's`, `$5`, `5%`).
A word is a sequence of parts, and each part has alternative readings: `XK4` is its letters or a
word, then a number. A reading is a sequence of slots, and a slot is a choice of words, with "" if
it is optional: 105 is one hundred (and) five, or one oh/zero five.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

import regex

from privtool.text.english.calendar import FULL_MONTHS
from privtool.text.english.numbers import small_words
from privtool.text.lexicon import rows
from privtool.text.words import ENCLITIC, words

Slots = tuple[tuple[str, ...], ...]
Readings = tuple[Slots, ...]

_DIGITS = (("zero", "oh", "o"), *((small_words(digit),) for digit in range(1, 10)))
_SCALES = ((("hundred",),), (("thousand",),), (("million",),))
_LONGEST_CARDINAL = 12
_LONGEST_PAIRED = 4
_DATE = re.compile(r"(\d{1,4})([/.\-])(\d{1,2})(?:\2(\d{4}|\d{2}))?", re.ASCII)
_CURRENCIES = {sign: said.split() for kind, sign, said in rows("readings") if kind == "currency"}
_SIGNS = {sign: said.strip("-") for kind, sign, said in rows("readings") if kind == "sign"}
_SPOKEN_BETWEEN = "&+=@%*\u00b0"  # signs that are not part of words but spoken
_ABBREVIATIONS = {
    each: tuple(said.split()) for kind, each, said in rows("readings") if kind == "abbreviation"
}
_LONGEST_SPELLED = 5  # letters, in capitals or codes
_TAIL = regex.compile(rf"(?i:{ENCLITIC})+|[%\u00b0]")
_NUMBER = r"(?:\d{1,3}(?:,\d{3})+|\d+)"
_MONEY = regex.compile(rf"([$\u00a3\u20ac])({_NUMBER})(?:\.(\d+))?")
_DECIMAL = regex.compile(rf"({_NUMBER})\.(\d+)")
_ORDINAL = regex.compile(rf"({_NUMBER})(?:st|nd|rd|th)", regex.I)
_PLURAL = regex.compile(r"(\d+)['\u2019]?s", regex.I)
_TIME = regex.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_FORMS: tuple[tuple[regex.Pattern[str], Callable[[regex.Match[str]], Readings]], ...] = (
    (_MONEY, lambda m: money_readings(m[1], _digits(m[2]), m[3] or "")),
    (_DECIMAL, lambda m: decimal_readings(_digits(m[1]), m[2])),
    (_ORDINAL, lambda m: (ordinal_slots(int(_digits(m[1]))),)),
    (_PLURAL, lambda m: plural_readings(m[1])),
    (_TIME, lambda m: time_readings(m[1], m[2], m[3])),
)
_LONGEST_FORM = 15
_RUNS = regex.compile(rf"{_NUMBER}(?!\d)|\d+|[\p{{L}}\p{{M}}'\u2019]+|[^\p{{L}}\p{{M}}\d]")
_DIGIT = regex.compile(r"\d")  # Python may not know the latest ones
_PLAIN = regex.compile(r"[a-z']+")


@functools.lru_cache(maxsize=1 << 14)
def digit_readings(digits: str) -> Readings:
    """Return the readings of digits: as a number, a year, in pairs, digit by digit."""
    found: list[Slots] = []
    number = int(digits)
    if len(digits) <= _LONGEST_CARDINAL and (digits[0] != "0" or len(digits) == 1):
        found.append(cardinal_slots(number))
    if len(digits) == 4 and digits[0] != "0" and digits[1:3] != "00":
        found.append(_pair_slots(digits))
    if len(digits) == 3 and digits[1:] != "00":
        found.append(_digit_slots(digits[:1]) + _pair_slots(digits[1:]))
    if len(digits) == 4 and digits[2:] == "00" and digits[1] != "0":
        found.append((*cardinal_slots(int(digits[:2])), ("hundred",)))
    if len(digits) > _LONGEST_PAIRED and len(digits) % 2 == 0 and "0" not in digits[::2]:
        found.append(_pair_slots(digits))
    found.append(_digit_slots(digits))
    return tuple(dict.fromkeys(found))


@functools.lru_cache(maxsize=1 << 14)
def cardinal_slots(number: int) -> Slots:
    """Return the slots of a number; `and` is optional, a first `one` may be `a`."""
    slots = _slots(number, "cardinal")
    if slots[:1] == (("one",),) and slots[1:2] in _SCALES:
        slots = (("one", "a"), *slots[1:])
    return slots


def ordinal_slots(number: int) -> Slots:
    """Return the slots of an ordinal."""
    return _slots(number, "ordinal")


def _slots(number: int, form: str) -> Slots:
    from num2words import num2words

    words = re.sub(r"[,\-]", " ", num2words(number, to=form)).split()
    return tuple(("and", "") if word == "and" else (word,) for word in words)


def plural_readings(digits: str) -> Readings:
    """Return the readings of decades and other plurals: 1990s, 90s, 7s."""
    found: list[Slots] = []
    for *before, last in digit_readings(digits):
        stems = (word[:-1] + "ie" if word.endswith("y") else word for word in last if word)
        plurals = (stem + ("es" if stem.endswith(("x", "o")) else "s") for stem in stems)
        found.append((*before, tuple(plurals)))
    return tuple(found)


def decimal_readings(whole: str, fraction: str) -> Readings:
    """Return the readings of 39.4: the decimals digit by digit, or two of them as a pair."""
    before = digit_readings(whole)
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
    found: list[Slots] = [(*hour, *_pair_slots(minutes))]
    if minutes == "00":
        found.insert(0, (*hour, ("o'clock", "hundred", "")))
    elif minutes == "30":
        found.append((("half",), ("past",), *hour))
    elif minutes == "15":
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
        elif pair[0] == "0":
            slots += _digit_slots(pair)
        else:
            slots += cardinal_slots(int(pair))
    return tuple(slots)


class SpokenWord(NamedTuple):
    """A word at `text[start:end]`, and the readings of its parts, in order."""

    start: int
    end: int
    parts: tuple[Readings, ...]


def spoken_words(text: str) -> list[SpokenWord]:
    """Return the words of a text with their readings."""
    found: list[SpokenWord] = []
    spans = words(text)
    limits = (*(word.start for word in spans[1:]), len(text))
    for (start, end, *_), limit in zip(spans, limits, strict=False):
        while (tail := _TAIL.match(text, end, limit)) is not None:
            end = tail.end()
        if start and text[start - 1] in "$\u00a3\u20ac":
            start -= 1
        parts = readings(text[start:end])
        between = [_SIGNS[sign] for sign in text[end:limit] if sign in _SPOKEN_BETWEEN]
        parts += tuple(((((sign, ""),)),) for sign in between)
        found.append(SpokenWord(start, end, parts))
    return found


@functools.lru_cache(maxsize=1 << 16)
def readings(word: str) -> tuple[Readings, ...]:
    """Return the readings of each part of a word; most words have one part with one reading."""
    if len(word) > 1 and word[-1] in "%\u00b0":
        return (*readings(word[:-1]), (((_SIGNS[word[-1]], ""),),))
    plain = _letters(word)
    if _PLAIN.fullmatch(plain):
        return (_letter_readings(word, plain),)
    if len(word) <= _LONGEST_FORM and all(map(str.isdecimal, _DIGIT.findall(word))):
        for pattern, read in _FORMS:
            match = pattern.fullmatch(word)
            if match:
                return (read(match),)
    in_parts = _part_readings(word)
    dates = date_readings(word)
    if dates:  # the whole as a date, or its parts in order
        spelled = tuple(slot for part in in_parts for slot in part[0])
        return ((spelled, *dates),)
    return in_parts


def _part_readings(word: str) -> tuple[Readings, ...]:
    """Return the readings of runs of letters, runs of digits and (optional) signs."""
    code = any(sign.isdecimal() or sign in "@._" for sign in word)
    parts: list[Readings] = []
    for run in _RUNS.findall(word):
        if run[0].isdecimal():
            digits = _digits(run)
            parts.append(digit_readings(digits))
        elif run[0].isalpha() or run[0] in "'\u2019":
            plain = _letters(run)
            if plain.strip("'"):
                parts.append(_letter_readings(run, plain, code))
        elif _SIGNS.get(run):
            slot = (_SIGNS[run], "point", "") if run == "." else (_SIGNS[run], "")
            parts.append(((slot,),))
    return tuple(parts)


def _letter_readings(written: str, plain: str, code: bool = False) -> Readings:
    """Return the readings of letters: as a word, and spelled if plausible, as in a `code`."""
    found: list[Slots] = [((name,),) for name in (*_ABBREVIATIONS.get(plain, ()), plain)]
    letters = plain.replace("'", "")
    spelled = (written.isupper() or code) and len(letters) <= _LONGEST_SPELLED
    if len(letters) > 1 and (spelled or not set(letters) & set("aeiouy")):
        found.append(tuple((letter,) for letter in letters))
    return tuple(found)


def _letters(word: str) -> str:
    """Return a word in lower case, without diacritics and with plain apostrophes."""
    lowered = word.lower().replace("\u2019", "'")
    if lowered.isascii():
        return lowered
    special = lowered.translate({0xDF: "ss", 0xE6: "ae", 0xF8: "o", 0x142: "l", 0x153: "oe"})
    parts = unicodedata.normalize("NFKD", special)
    return "".join(c for c in parts if not unicodedata.combining(c) and c.isprintable())


def _digits(number: str) -> str:
    """Return the digits of a number in any script as 0 to 9."""
    return "".join(str(unicodedata.digit(c)) for c in number if c.isdecimal())


def first_reading(word: str) -> list[str]:
    """Return the words of the first reading of a word: `42` is forty two."""
    return [slot[0] for part in readings(word) for slot in part[0] if slot[0]]


def spoken_forms(phrases: Iterable[str]) -> set[str]:
    """Return all spoken words of all readings of the phrases."""
    return {
        spoken
        for phrase in phrases
        for word in spoken_words(phrase)
        for part in word.parts
        for reading in part
        for slot in reading
        for spoken in slot
        if spoken
    }
