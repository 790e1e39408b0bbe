"""Spoken words: the words of a text with their readings, for aligners and scores.

The words are those of `text/words.py`, each with its enclitics and signs (`Anna's`, `$5`, `5%`).
A word is a sequence of parts, and each part has alternative readings: `XK4` is its letters or a
word, then a number.
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Callable, Iterable
from typing import NamedTuple

import regex

from privtool.text.english.verbalize import (
    Readings,
    date_readings,
    decimal_readings,
    digit_readings,
    money_readings,
    ordinal_slots,
    plural_readings,
    time_readings,
)
from privtool.text.lexicon import rows
from privtool.text.words import ENCLITIC, words

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


class SpokenWord(NamedTuple):
    """A word at `text[start:end]`, and the readings of its parts, in order."""

    start: int
    end: int
    parts: tuple[Readings, ...]


def spoken_words(text: str) -> list[SpokenWord]:
    """Return the words of a text with their readings."""
    found: list[SpokenWord] = []
    spans = words(text)
    for index, word in enumerate(spans):
        limit = spans[index + 1].start if index + 1 < len(spans) else len(text)
        start, end = word.start, word.end
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
    found: list[tuple[tuple[str, ...], ...]] = [
        ((name,),) for name in _ABBREVIATIONS.get(plain, ())
    ]
    found.append(((plain,),))
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
