"""Everyday words: those that can stand where a tagger took a common word for a name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from privtool.text.english.function_words import FUNCTION_WORDS
from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.word_lists import (
    VOCABULARY,
    load_allow_list,
    public_vocabulary,
    read_vocabulary,
)
from privtool.text.word_sets import word_set

_FREQUENT = 1_500  # words of public text
_ONE_LETTER = frozenset("ai")
_NEVER = word_set("there")  # expected where the subject of "is" is a thing with a name
_PRONOUNS = word_set(
    """i you he she it we they me him her us them someone somebody anyone anybody everyone
    everybody nobody one this that these those"""
)


@cache
def everyday_words(pronouns: bool) -> tuple[tuple[str], ...]:
    """Return the frequent words of public text that name nobody and nothing, as phrases.

    Function words other than pronouns are not in it: nobody takes "the" for a name.
    Pronouns are in it only if asked for: where one fits, so does the name of a person or place.
    """
    kept = _PRONOUNS if pronouns else frozenset()
    left_out = (FUNCTION_WORDS | _PRONOUNS | _NEVER) - kept
    common, persons = load_allow_list().words, person_names()
    frequent = read_vocabulary(public_vocabulary(Path(VOCABULARY)), _FREQUENT)
    return tuple(
        (word,)
        for word, _ in frequent
        if word.isalpha()
        and word in common
        and word not in persons
        and word not in left_out
        and not classes_of(word)
        and (len(word) > 1 or word in _ONE_LETTER)
    )
