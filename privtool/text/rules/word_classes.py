"""Classes of words that rules name: numbers, the calendar, and the sections of the lexicon."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from privtool.text.english import calendar, numbers
from privtool.text.lexicon import entries, sections, words

ABROAD = ("de", "es", "fr", "it", "pt", "nl")
LETTER_NAMES = dict(pair.split(":") for pair in entries("spelling.names"))
_NO_NUMBERS = frozenset(("joint", "ordinals", "ordinal-ends", "between", "hesitations"))


def _said_abroad(*only: str, language: str) -> frozenset[str]:
    """Return the words of some sections of the numbers of a language, by default its numbers."""
    found = sections("numbers", language)
    names = only or found.keys() - _NO_NUMBERS
    return frozenset(word for name in names for word in found.get(name, ()))


def _of_all(*only: str) -> frozenset[str]:
    return frozenset[str]().union(*(_said_abroad(*only, language=each) for each in ABROAD))


_CLASSES = {
    "unit": frozenset(word for word, value in numbers.UNITS.items() if value),
    "zero": frozenset(word for word, value in numbers.UNITS.items() if not value),
    "small": frozenset(numbers.SMALL),
    "teen": frozenset(numbers.TEENS),
    "tens": frozenset(numbers.TENS),
    "scale": frozenset(numbers.SCALES),
    "decade": frozenset(numbers.DECADES),
    "ordinal": frozenset(numbers.ORDINALS),
    "ordinal_unit": frozenset(numbers.ORDINAL_UNITS),
    "numbers.unit": frozenset(numbers.UNITS),
    "numbers.teen": frozenset(numbers.TEENS),
    "numbers.tens": frozenset(numbers.TENS),
    "numbers.scale": frozenset(numbers.SCALES),
    "numbers.repeat": frozenset(numbers.REPEATS),
    "numbers.plural": frozenset(numbers.PLURALS),
    "numbers.ordinal": frozenset(numbers.ORDINALS),
    "numbers.ordinal_unit": frozenset(numbers.ORDINAL_UNITS),
    "numbers.large_ordinal": frozenset(numbers.LARGE_ORDINALS),
    "letter_name": frozenset(LETTER_NAMES) - words("spelling.names-also-words"),
    "month": calendar.ENGLISH_MONTHS,
    "month_abroad": calendar.FOREIGN_MONTHS,
    "weekday": frozenset(calendar.FULL_WEEKDAYS),
    "short_weekday": calendar.SHORT_WEEKDAYS,
    "any_weekday": frozenset((*calendar.WEEKDAYS, *calendar.WEEKDAY_PLURALS))
    - calendar.SHORT_WEEKDAYS,
    **{f"number_{each}": _said_abroad(language=each) for each in ABROAD},
    "number_abroad": _of_all() | _of_all("ordinals"),
    "gap_abroad": _of_all("between", "hesitations").union(",-.…", words("hesitations.pauses")),
}


@cache
def class_of(name: str) -> frozenset[str]:
    """Return the words of a class, or of a section of English ("kin.female") or any language.

    Raise `KeyError` without one.
    """
    if name in _CLASSES:
        return _CLASSES[name]
    for language in ("en", "intl"):
        with suppress(KeyError, OSError):
            return words(name, language)
    raise KeyError(name)
