"""What word lists know of a word: whether it is a name, in common use, or frequent."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from privtool.text.english.calendar import ENGLISH_MONTHS, SHORT_WEEKDAYS, WEEKDAY_PLURALS, WEEKDAYS
from privtool.text.known_names import class_names, ordinary_words, person_names
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list, load_vocabulary

_FUNCTION_WORDS = 300  # the most frequent words; hardly any of them is a name
_FREQUENT_WORDS = 600
_VOCABULARY = 30_000  # all else that is not listed is a rare word, perhaps a name
_ALSO_NAMES = frozenset(("will", "may"))
_NAMES_OF_MONTHS = frozenset(("april", "may", "june", "august", "jan"))


class NameLexicon(NamedTuple):
    """Words in lower case: listed names (true: hardly ever a word) and sets of other words.

    `dates` are months and weekdays that are no given names. `common` words are in everyday use,
    `frequent` ones most of all; `function` words are hardly ever taken for a name. `known` are all
    that are not rare. `ordinary` are known or rare ones that an encyclopedia has in lower case.
    `other` name something else than a person.
    """

    listed: dict[str, bool]
    dates: frozenset[str]
    function: frozenset[str]
    frequent: frozenset[str]
    common: frozenset[str]
    known: frozenset[str]
    ordinary: frozenset[str]
    other: frozenset[str]


@cache
def lexicon() -> NameLexicon:
    """Return what the embedded lists know."""
    common = load_allow_list()
    ranked = load_vocabulary(None, _FREQUENT_WORDS).words
    most = load_vocabulary(None, _FUNCTION_WORDS).words & common.words
    other = {w for w, labels in class_names().items() if Label.PERSON.value not in labels}
    calendar = ENGLISH_MONTHS | WEEKDAYS.keys() | SHORT_WEEKDAYS | set(WEEKDAY_PLURALS)
    names, also_words = words("more_names.names"), words("more_names.words")
    return NameLexicon(
        listed=dict.fromkeys(also_words, False) | dict.fromkeys(names, True) | person_names(),
        dates=calendar - _NAMES_OF_MONTHS,
        function=(most | words("function.talk")) - _ALSO_NAMES,
        frequent=ranked & common.words | calendar,
        common=common.words | calendar,
        known=load_vocabulary(None, _VOCABULARY).words,
        ordinary=ordinary_words() - names - also_words,
        other=frozenset(other) | calendar,
    )
