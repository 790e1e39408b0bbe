"""How far a password or the name of an account goes that is spoken, sign by sign."""

from __future__ import annotations

from privtool.text.english.numbers import CARDINALS, REPEATS
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_MOST_WORDS = 16
_CASES = word_set("capital uppercase lowercase caps cap")
_SIGNS = word_set(
    """dash hyphen underscore dot hash hashtag pound star asterisk exclamation percent ampersand
    dollar ! @ # $ % & * _ -"""
)
_AFTER_SIGNS = word_set("mark point sign")
_WORDS_OF_A_LETTER = frozenset("ai")


def spoken_stop(tokens: Tokens, first: int) -> int:
    """Return the stop of the secret that starts at a token: "capital b bluebird ninety nine".

    After its first word, it goes on with numbers, letters, the names of signs and what these
    announce.
    """
    stop = first + 1
    for index in range(first + 1, min(first + _MOST_WORDS, len(tokens))):
        word, before = tokens.word[index], tokens.word[index - 1]
        if not (_is_part(word, before) or (before in _CASES | _SIGNS and word.isalpha())):
            break
        stop = index + 1
    return stop


def _is_part(word: str, before: str) -> bool:
    """Return whether a word says a number, a letter or a sign, or what a letter begins."""
    if word.isdigit() or word in CARDINALS or word in REPEATS:
        return True
    if word in _CASES or word in _SIGNS or (word in _AFTER_SIGNS and before in _SIGNS):
        return True
    if len(word) == 1:
        return word.isalpha() and word not in _WORDS_OF_A_LETTER
    return len(before) == 1 and before.isalpha() and word.startswith(before)
