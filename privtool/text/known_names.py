"""The embedded lists of names, by class: `names-en.tsv` and `persons.tsv`."""

from __future__ import annotations

from functools import cache

from privtool.text.word_lists import LISTS

NAMES_EN, PERSONS = "names-en.tsv", "persons.tsv"


@cache
def rows_of(name: str) -> list[tuple[str, str]]:
    """Return the words (lower case) and classes of an embedded list, in its order."""
    lines = (LISTS / name).read_text(encoding="utf-8").splitlines()
    rows = (line.partition("\t") for line in lines if not line.startswith("#"))
    return [(word, label) for word, _, label in rows]


@cache
def person_names() -> dict[str, bool]:
    """Return the names of persons of many countries; true are those that are hardly ever words."""
    return {word: kind == "name" for word, kind in rows_of(PERSONS)}


@cache
def class_names() -> dict[str, frozenset[str]]:
    """Return the words of `names-en.tsv` with their classes (`text/labels.py`)."""
    classes: dict[str, set[str]] = {}
    for word, label in rows_of(NAMES_EN):
        classes.setdefault(word, set()).add(label)
    return {word: frozenset(labels) for word, labels in classes.items()}
