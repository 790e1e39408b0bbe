"""Coarser values: the year of a date, an age up to 89, three digits of a ZIP code."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.values import date as dates
from privtool.text.values import number as numbers
from privtool.text.values.code import dictated
from privtool.text.values.symbols import symbols_of

_OLDEST = 89
_ZIP = re.compile(r"(\d{3})\d{2}(?:\d{4})?")
_WORD = re.compile(r"[^\W\d_]+")


def generalize(label: Label, phrase: str, earliest_year: int = 0) -> str | None:
    """Return a coarser value of a phrase; None for one that is not read as a whole.

    A year before `earliest_year` is None, too: it may show that someone is over 89.
    """
    if label is Label.DATE:
        return _year(phrase, earliest_year)
    if label is Label.AGE:
        return _age(phrase)
    zip_code = _ZIP.fullmatch(dictated(phrase))
    if zip_code is None:
        return None
    return "000" if zip_code[1] in words("zip_prefixes.sparse", "policies") else zip_code[1]


def _year(phrase: str, earliest: int) -> str | None:
    symbols = symbols_of(phrase)
    found = dates.read(symbols, 0) if symbols.symbols else None
    if found is None or found[1] < len(symbols.symbols):
        return None
    values = found[0].values  # two digits may be of any century
    year = values.get("Y", values.get("E", 0) // 10000)
    return str(year) if year >= max(earliest, 1) else None


def _age(phrase: str) -> str | None:
    """Return an age that may stay as it is, or "90 or older"."""
    found = numbers.find(phrase)
    if len(found) != 1:
        return None
    rest = phrase[: found[0].start] + " " + phrase[found[0].end :]
    around = set(_WORD.findall(rest.lower()))
    if any(map(str.isdigit, rest)) or around - words("ages.years") - words("ages.shorter"):
        return None
    if found[0].size <= _OLDEST:
        return phrase
    return None if around & words("ages.shorter") else "90 or older"
