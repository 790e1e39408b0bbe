"""Parts of names that are words: "Jeannie Two Bears", "Big Tony"."""

from __future__ import annotations

from privtool.text.detection.names.cased_words import CasedWords
from privtool.text.detection.names.cue_words import ARTICLES
from privtool.text.word_sets import word_set

_COUNTS = word_set("two three four five six seven eight nine ten many good little")
_BYNAMES = word_set("big lil ol fat little old young")
_KUNYA = word_set("umm abu bint bin ibn")


def is_counted(words: CasedWords, index: int) -> bool:
    """Return whether a word is the "Two" of "Jeannie Two Bears" or "Two Feathers"."""
    after = index + 1
    return (
        after < len(words)
        and words.lower[index] in _COUNTS
        and words.capital(index)
        and (words.joined(index) or words.opens(index))
        and words.gap(after) == " "
        and words.capital(after)
    )


def is_byname(words: CasedWords, index: int) -> bool:
    """Return whether the word before a name is a part of it: "Big Tony", "umm nour"."""
    if words.lower[index] == "a":  # "by a whitehorse"
        return not words.cased and index > 0 and words.lower[index - 1] == "by"
    if words.lower[index] in _KUNYA:
        return words.gap(index + 1) == " "
    if words.lower[index] not in _BYNAMES or words.gap(index + 1) != " ":
        return False
    if words.cased:
        return words.capital(index) and words.capital(index + 1)
    return index == 0 or words.lower[index - 1] not in ARTICLES
