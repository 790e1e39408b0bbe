"""The embedded lists of names, by class: `names-en.tsv`, `persons.tsv`; and of what is none."""

from __future__ import annotations

from functools import cache

from privtool.text.labels import Label
from privtool.text.word_lists import LISTS, WordList, load_allow_list, make_word_list

NAMES_EN, PERSONS, ORDINARY = "names-en.tsv", "persons.tsv", "ordinary-en.txt"
WITHOUT_NAMES = ":without-names"  # ends the name of a list that has lost its names
_NAMES = {label.value for label in (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC)}


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
def ordinary_words() -> frozenset[str]:
    """Return words that are no names, without the common ones."""
    return frozenset(word for word, _ in rows_of(ORDINARY))


@cache
def class_names() -> dict[str, frozenset[str]]:
    """Return the words of `names-en.tsv` with their classes (`text/labels.py`)."""
    classes: dict[str, set[str]] = {}
    for word, label in rows_of(NAMES_EN):
        classes.setdefault(word, set()).add(label)
    return {word: frozenset(labels) for word, labels in classes.items()}


def without_names(words: WordList) -> WordList:
    """Return a list without the names of persons, places, organizations and peoples.

    As in the embedded list of common words, a name that is also a common word stays.
    """
    names = {word for word, labels in class_names().items() if labels & _NAMES}
    names |= person_names().keys()
    names -= load_allow_list().words
    return make_word_list(f"{words.name}{WITHOUT_NAMES}", words.words - names)
