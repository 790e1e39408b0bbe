"""Single words that are names of a class in public text, drawn as often as they occur there."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from privtool.text.filling.acronyms import ACRONYMS
from privtool.text.filling.word_classes import classes_of, words_of_class
from privtool.text.labels import Label
from privtool.text.surrogates.pools import Pool
from privtool.text.word_lists import VOCABULARY, load_allow_list, public_vocabulary, read_vocabulary

_FEWEST = 3  # letters of a name


@cache
def names_of_class(label: Label) -> Pool:
    """Return the one-word names of a class that are no common words and of no other class."""
    counts = dict(read_vocabulary(public_vocabulary(Path(VOCABULARY))))
    common = load_allow_list().words
    weights: dict[str, float] = {}
    for word in words_of_class(label.value):
        other = Label.PERSON.value in classes_of(word)
        if len(word) >= _FEWEST and word not in common and not other and word in counts:
            weights[as_name(word)] = float(counts[word])
    return Pool(weights)


def as_name(word: str) -> str:
    """Return a word in lower case as a name is written."""
    return word.upper() if word in ACRONYMS else word[:1].upper() + word[1:]
