"""Everyday words: those that can stand where a tagger took a common word for a name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.lexicon import words
from privtool.text.word_lists import (
    VOCABULARY,
    load_allow_list,
    public_vocabulary,
    read_vocabulary,
)

_FREQUENT = 1_500  # words of public text
_ONE_LETTER = frozenset("ai")


@cache
def everyday_words(pronouns: bool) -> tuple[tuple[str], ...]:
    """Return the frequent words of public text that name nobody and nothing, as phrases.

    Function words other than pronouns are not in it: nobody takes "the" for a name.
    Pronouns are in it only if asked for: where one fits, so does the name of a person or place.
    """
    kept = words("grammar.pronouns") if pronouns else frozenset()
    left_out = (words("grammar.function") | words("grammar.pronouns") | {"there"}) - kept
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
