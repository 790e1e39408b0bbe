"""Classes of words that rules name: numbers, the calendar, and the sections of the lexicon."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from privtool.text.english import calendar, numbers
from privtool.text.lexicon import sections, words

_LANGUAGES = ("de", "es", "fr", "it", "pt", "nl")
_NO_NUMBERS = frozenset(("joint", "ordinal-ends", "between", "hesitations"))
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
    "month": calendar.ENGLISH_MONTHS,
    "month_abroad": calendar.FOREIGN_MONTHS,
    "weekday": frozenset(calendar.FULL_WEEKDAYS),
    "short_weekday": calendar.SHORT_WEEKDAYS,
    "any_weekday": frozenset((*calendar.WEEKDAYS, *calendar.WEEKDAY_PLURALS))
    - calendar.SHORT_WEEKDAYS,
    "number_abroad": frozenset(
        word
        for language in _LANGUAGES
        for section, listed in sections("numbers", language).items()
        if section not in _NO_NUMBERS
        for word in listed
    ),
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
