"""Nationalities and religions of persons in other languages than English."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import rows
from privtool.text.surrogates.context import Context, Pool

_ENDINGS = "endings"


class _Form(NamedTuple):
    """A form of a word for a person: in which row and column of the table, with which ending."""

    row: tuple[str, ...]
    column: int
    ending: str


def people_abroad(phrase: str, context: Context) -> str | None:
    """Return another nationality or religion in the same form; None for any other phrase.

    All forms of a word become those of one other word, "Iranerin" and "iranisch", unless a record
    has one of these, and it is drawn again.
    """
    form = _forms(context.language).get(phrase.lower())
    if form is None:
        return None
    kind, first = form.row[:2]
    new = context.pick("people", first, _pool(kind, context.language))
    drawn = _forms(context.language)[new.lower()]
    return capitalized_like(phrase, drawn.row[form.column] + form.ending)


@cache
def _forms(language: str) -> dict[str, _Form]:
    found: dict[str, _Form] = {}
    endings: list[list[str]] = []
    for row in rows("peoples", language):
        if row[0] == _ENDINGS:
            endings = [["" if each == "-" else each for each in cell.split(",")] for cell in row]
            continue
        for column, form in enumerate(row[1:], 1):
            for ending in endings[column] if endings else [""]:
                found.setdefault((form + ending).lower(), _Form(row, column, ending))
    return found


@cache
def _pool(kind: str, language: str) -> Pool:
    return Pool(row[1] for row in rows("peoples", language) if row[0] == kind)
