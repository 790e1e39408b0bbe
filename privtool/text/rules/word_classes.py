"""Classes of words that rules name: numbers, the calendar, and the sections of the lexicon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import cache

from privtool.text.english import calendar, numbers
from privtool.text.lexicon import entries, sections, words

OTHER_LANGUAGES = ("de", "es", "fr", "it", "pt", "nl")
LETTER_NAMES = dict(pair.split(":") for pair in entries("spelling.names"))
_MAGNITUDES = ("digits", "teens", "tens", "hundreds", "compounds", "others")


def numbers_in(*languages: str, kinds: Iterable[str] = _MAGNITUDES) -> frozenset[str]:
    """Return the number words of some languages, or other kinds of words that belong to numbers."""
    found = [sections("numbers", language) for language in languages]
    return frozenset(word for each in found for kind in kinds for word in each.get(kind, ()))


def joints_in(language: str) -> frozenset[str]:
    """Return what stands between the digit and the tens of a compound: "drieënveertig"."""
    joints = numbers_in(language, kinds=("joint",))
    return joints.union(joint.replace("e", "ë") for joint in joints)


FOREIGN_NUMBERS = numbers_in(*OTHER_LANGUAGES)
WEAK = frozenset(("um", "uma", "ein", "een"))  # fillers and articles, too
_COMPOUNDS = tuple(
    joint + tens
    for language in OTHER_LANGUAGES
    for joint in joints_in(language)
    for tens in numbers_in(language, kinds=("tens",))
)


def is_number(word: str) -> bool:
    """Return whether a word is one of these number words, or a compound of German or Dutch."""
    return word in FOREIGN_NUMBERS or (len(word) > 9 and word.endswith(_COMPOUNDS))


_NUMBERS: Mapping[str, Iterable[str]] = {
    kind: numbers.values_of(kind)
    for kind in ("unit", "teen", "tens", "scale", "repeat", "plural", "ordinal")
} | {"ordinal_unit": numbers.ORDINAL_UNITS, "large_ordinal": numbers.LARGE_ORDINALS}
_CLASSES: Mapping[str, Iterable[str]] = {
    **_NUMBERS,
    **{f"numbers.{kind}": listed for kind, listed in _NUMBERS.items()},
    "unit": [word for word, value in numbers.UNITS.items() if value],
    "zero": [word for word, value in numbers.UNITS.items() if not value],
    "small": numbers.SMALL,
    "decade": numbers.DECADES,
    "letter_name": LETTER_NAMES.keys() - words("spelling.names-also-words"),
    "month": calendar.ENGLISH_MONTHS,
    "foreign_month": calendar.FOREIGN_MONTHS,
    "weekday": calendar.FULL_WEEKDAYS,
    "short_weekday": calendar.SHORT_WEEKDAYS,
    "any_weekday": {*calendar.WEEKDAYS, *calendar.WEEKDAY_PLURALS} - calendar.SHORT_WEEKDAYS,
    **{f"number_{each}": numbers_in(each) for each in OTHER_LANGUAGES},
    "foreign_number_word": FOREIGN_NUMBERS | numbers_in(*OTHER_LANGUAGES, kinds=("ordinals",)),
    "foreign_gap": numbers_in(*OTHER_LANGUAGES, kinds=("between", "hesitations")).union(
        ",-.…", words("hesitations.pauses")
    ),
}


@cache
def class_of(name: str) -> frozenset[str]:
    """Return the words of a class or section ("kin.female"); raise `KeyError` without one."""
    if name in _CLASSES:
        return frozenset(_CLASSES[name])
    for language in ("en", "intl"):
        with suppress(KeyError, OSError):
            return words(name, language)
    raise KeyError(name)
