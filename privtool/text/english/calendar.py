"""Names of months and weekdays, full and short, in English and the other supported languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from privtool.text.lexicon import DATA, entries, sections, words

_OTHERS = ("de", "fr", "es", "it", "pt", "nl", "sv", "ru", "hi", "ko", "ja", "zh")
_LATIN = _OTHERS[:7]
_MORE = "calendar_more"  # what CLDR does not have


class CalendarName(NamedTuple):
    """A month (1 to 12) or weekday (0 is Monday) and all names of its kind in its language."""

    value: int
    names: tuple[str, ...]


def _rows(kind: str, language: str) -> Iterator[tuple[str, ...]]:
    """Yield the names of a kind in a language, from January or Monday on."""
    for file in ("calendar", _MORE):
        if (DATA / language / f"{file}.txt").exists():
            names = (name for name in sections(file, language) if kind in name)
            yield from (entries(f"{file}.{name}", language) for name in names)


def _table(kind: str, first: int) -> dict[str, CalendarName]:
    table: dict[str, CalendarName] = {}
    for names in chain.from_iterable(_rows(kind, language) for language in ("en", *_OTHERS)):
        for value, name in enumerate(names, first):
            table.setdefault(name, CalendarName(value, names))
    return table


def names_of(kind: str, language: str) -> tuple[str, ...]:
    """Return the names of a kind, month or weekday, in a language."""
    return next(_rows(kind, language))


@cache
def long_months(language: str) -> dict[str, str]:
    """Return the full name for each short one of a month in a language, but those of others."""
    pairs = [*zip(entries("dates.short", language), names_of("month", language), strict=True)]
    return {
        form: next(name for short, name in pairs if form == short or name.startswith(form))
        for form in words("dates.months", language) - MONTHS.keys()
    }


MONTHS = _table("month", 1)
WEEKDAYS = _table("weekday", 0)
FULL_MONTHS = MONTHS["january"].names
SHORT_MONTHS = words("calendar.short_months") | words("calendar.shorter_months")
SHORT_MONTHS -= set(FULL_MONTHS)
ENGLISH_MONTHS = SHORT_MONTHS | set(FULL_MONTHS)
# In the other languages with Latin script, with spelling variants that only detection needs.
_VARIANTS = [sections(_MORE, language)["variants"] for language in ("de", "fr")]
FOREIGN_MONTHS = (
    frozenset(chain(*_VARIANTS, *chain.from_iterable(_rows("month", each) for each in _LATIN)))
    - ENGLISH_MONTHS
)
MONTH_NAMES = ENGLISH_MONTHS | FOREIGN_MONTHS
FULL_WEEKDAYS = WEEKDAYS["monday"].names
WEEKDAY_PLURALS = WEEKDAYS["mondays"].names
SHORT_WEEKDAYS = frozenset(chain.from_iterable([*_rows("weekday", "en")][2:]))
