"""Dates whose day is said in words of other languages: "am dritten Februar", "trois août"."""

from __future__ import annotations

from privtool.text.detection.foreign_numbers import ALSO_ENGLISH, is_number, is_ordinal
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_OF_MONTH = word_set("de di d")
_BETWEEN_NUMBERS = word_set("y e et und - en")
_BEFORE_DAY = word_set("le el il lo am den vom zum del al dia día op")
_BEFORE_YEAR = word_set("de del y e et und - en")
_MOST_DAY_WORDS = 4


def said_abroad(tokens: Tokens, month: int, floor: int) -> tuple[int, int] | None:
    """Return a date whose day is in words of another language: "am dritten Februar".

    First token and stop, with the year in words or digits: "tres de mayo de mil novecientos dos".
    """
    first = last = month - (tokens.at(month - 1) in _OF_MONTH)
    while first > floor and last - first < _MOST_DAY_WORDS:
        word = tokens.at(first - 1)
        if not (is_number(word) or is_ordinal(word) or word in _BETWEEN_NUMBERS):
            break
        first -= 1
    while first < last and tokens.word[first] in _BETWEEN_NUMBERS:
        first += 1
    said = {word for word in tokens.word[first:last] if word not in _BETWEEN_NUMBERS}
    cued = last < month or tokens.at(first - 1) in _BEFORE_DAY
    if not said or (said <= ALSO_ENGLISH and not cued) or _is_feast(tokens, first, month):
        return None
    stop = index = month + 1
    while tokens.at(index) in _BEFORE_YEAR or is_number(tokens.at(index)):
        index += 1
        if is_number(tokens.at(index - 1)):
            stop = index
    if stop == month + 1 and len(tokens.at(index)) == 4 and tokens.at(index).isdigit():
        stop = index + 1
    return first, stop


def _is_feast(tokens: Tokens, first: int, month: int) -> bool:
    return tokens.word[first : month + 1] == ["cinco", "de", "mayo"]
