"""Slots that a tagger has no label for: a name might be the original, so common words fill them."""

from __future__ import annotations

from functools import cache

from privtool.core.language_marks import ENGLISH
from privtool.interfaces.filling import WordBias
from privtool.text.filling.word_classes import classes_of
from privtool.text.languages import languages
from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list

ANY_THING = "one"  # a number, too
_RULED_OUT = -50.0  # added to a log-probability
_OVERRATED = -3.0


@cache
def common_words_alone(language: str = ENGLISH) -> WordBias:
    """Return a bias that rules out all words but common ones that name nobody and nothing.

    Those of a language that is not ours are unknown: nothing is ruled out.
    """
    if language not in languages():
        return WordBias({})
    common = [word for word in load_allow_list(None, language).words if not classes_of(word)]
    overrated = words("fills.overrated").intersection(common)
    biases = dict.fromkeys((*common, ANY_THING), 0.0) | dict.fromkeys(overrated, _OVERRATED)
    return WordBias(biases, _RULED_OUT)
