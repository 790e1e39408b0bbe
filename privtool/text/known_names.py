"""What the embedded lists know of names and words: `names-en.tsv`, `persons.tsv` and others.

`WordListRegistry` returns the word lists that records refer to: embedded ones and those of options.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from privtool.core.errors import DataError, UsageError, option
from privtool.text.english.calendar import ENGLISH_MONTHS, SHORT_WEEKDAYS, WEEKDAY_PLURALS, WEEKDAYS
from privtool.text.labels import Label
from privtool.text.languages import languages
from privtool.text.lexicon import rows, words
from privtool.text.word_lists import (
    LISTS,
    WordList,
    load_allow_list,
    load_vocabulary,
    make_word_list,
)

NAMES_EN, PERSONS, ORDINARY = "names-en.tsv", "persons.tsv", "ordinary-en.txt"
WITHOUT_NAMES = ":without-names"  # ends the name of a list that has lost its names
_NAMES = {label.value for label in (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC)}
_FUNCTION_WORDS = 300  # the most frequent words; hardly any of them is a name
_FREQUENT_WORDS = 600
_VOCABULARY = 30_000  # all else that is not listed is a rare word, perhaps a name
_ALSO_NAMES = frozenset(("will", "may"))
_NUMBER = "[1-9][0-9]{0,11}"
_LIMITED = re.compile(f"top({_NUMBER})|min({_NUMBER})")


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


def without_names(listed: WordList) -> WordList:
    """Return a list without the names of persons, places, organizations and peoples.

    As in the embedded list of common words, a name that is also a common word stays.
    """
    names = {word for word, labels in class_names().items() if labels & _NAMES}
    names |= person_names().keys()
    names -= load_allow_list().words
    return make_word_list(f"{listed.name}{WITHOUT_NAMES}", listed.words - names)


class NameLexicon(NamedTuple):
    """Words in lower case: listed names (true: hardly ever a word) and sets of other words.

    `common` words are in everyday use, `frequent` ones most of all; `function` words are hardly
    ever taken for a name. `known` are all that are not rare. `ordinary` are known or rare ones that
    an encyclopedia has in lower case.
    """

    listed: dict[str, bool]
    function: frozenset[str]
    frequent: frozenset[str]
    common: frozenset[str]
    known: frozenset[str]
    ordinary: frozenset[str]


@cache
def lexicon() -> NameLexicon:
    """Return what the embedded lists know."""
    common = load_allow_list()
    ranked = load_vocabulary(None, _FREQUENT_WORDS).words
    most = load_vocabulary(None, _FUNCTION_WORDS).words & common.words
    calendar = ENGLISH_MONTHS | WEEKDAYS.keys() | SHORT_WEEKDAYS | set(WEEKDAY_PLURALS)
    names, also_words = words("more_names.names"), words("more_names.words")
    return NameLexicon(
        listed=dict.fromkeys(also_words, False) | dict.fromkeys(names, True) | person_names(),
        function=(most | words("function.talk")) - _ALSO_NAMES,
        frequent=ranked & common.words | calendar,
        common=common.words | calendar,
        known=load_vocabulary(None, _VOCABULARY).words,
        ordinary=ordinary_words() - names - also_words,
    )


@cache
def full_forms() -> dict[str, tuple[str, ...]]:
    """Return the names that each nickname is short for, all in lower case: Elizabeth for Liz."""
    forms: dict[str, tuple[str, ...]] = {}
    for name, nicknames in rows("nicknames"):
        for nickname in nicknames.split():
            forms[nickname] = (*forms.get(nickname, ()), name)
    return forms


@cache
def other_names() -> dict[str, frozenset[str]]:
    """Return for each name those of the same person: its full forms, and all their nicknames."""
    names: dict[str, set[str]] = {}
    for nickname, full in full_forms().items():
        for name in full:
            names.setdefault(name, {name}).add(nickname)
    for nickname, full in full_forms().items():
        names.setdefault(nickname, set()).update(*(names[name] for name in full))
    return {name: frozenset(others - {name}) for name, others in names.items()}


class WordListRegistry:
    """The lists of the options, by their content, the embedded ones, and these without names."""

    def __init__(self, lists: Sequence[WordList]) -> None:
        self._known = {each.reference.rpartition("@")[2]: each for each in lists}

    def __call__(self, reference: str) -> WordList:
        """Return the list of a reference. Raise `DataError` for others."""
        name, _, digest = reference.rpartition("@")
        found = self._known.get(digest)
        if found is None and name.endswith(WITHOUT_NAMES):
            nameless = map(without_names, self._known.values())
            found = next((each for each in nameless if each.reference.endswith(digest)), None)
        found = found or embedded_list(reference)
        if found is None:
            raise DataError(
                "the record was masked with a word list that is not available: pass the same "
                f"{option('list')} FILE, or {option('vocab')} FILE with the same {option('top')} "
                f"or {option('min_count')}"
            )
        self._known[digest] = found
        return found


def embedded_list(reference: str) -> WordList | None:
    """Load the embedded list that a reference names, maybe without names; None for other lists.

    Raise `DataError` if the list of that name has changed since.
    """
    name = reference.partition("@")[0]
    full = name.removesuffix(WITHOUT_NAMES)
    kind, _, rest = full.partition("-")
    language, _, limit = rest.partition(":")
    limited = _LIMITED.fullmatch(limit) if kind == "vocab" else None
    if language not in languages() or not (limited or (kind == "common" and not limit)):
        return None
    with suppress(UsageError):  # no word meets the limit
        if limited is None:
            found = load_allow_list(language=language)
        else:
            top, min_count = (int(number) if number else None for number in limited.groups())
            found = load_vocabulary(None, top, min_count, language)
        if full != name:
            found = without_names(found)
        if found.reference == reference:
            return found
    raise DataError(f"the embedded word list {name} has changed: mask again with this version")
