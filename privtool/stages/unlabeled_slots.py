"""Slots that a tagger has no label for: a name might be the original, so common words fill them."""

from __future__ import annotations

from functools import cache

from privtool.interfaces.filling import WordBias
from privtool.text.filling.word_classes import classes_of
from privtool.text.word_lists import load_allow_list

ANY_THING = "one"  # a number, too
_RULED_OUT = -50.0  # added to a log-probability


@cache
def common_words_alone() -> WordBias:
    """Return a bias that rules out all words but common ones that name nobody and nothing."""
    words = (word for word in load_allow_list().words if not classes_of(word))
    return WordBias(dict.fromkeys((*words, ANY_THING), 0.0), _RULED_OUT)
