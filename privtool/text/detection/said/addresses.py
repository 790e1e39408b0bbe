"""Dictated streets with other words between their parts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Sequence

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import REPEATS, SMALL
from privtool.text.labels import Label
from privtool.text.lexicon import words
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

ADDRESS = Label.ADDRESS.value

_REACH = 40  # tokens from the announcement to the end of the street
_AFTER = 16  # tokens from a street to its postal code
_MOST_BETWEEN = 3  # words from "address" to "is"
_STREET_CUES = words("value_cues.streets")
_SUFFIXES = words("streets.suffixes")
_PLAIN_SUFFIXES = words("streets.plain_suffixes")
_COMMON_SUFFIXES = words("streets.common_suffixes")
_UNIT_WORDS = word_set("apartment apt unit suite flat floor room number")
_DETERMINERS = word_set("the a an this my our your his her their some any no")
_LINKS = word_set("is be to at on was s are")
_IT = word_set("it that")
_SENTENCE_ENDS = frozenset(".?!")
_ENDS = frozenset((ADDRESS, Label.ZIP.value))


def find_streets(view: TextView, spans: Sequence[Span]) -> list[Span]:
    """Find a house number after an announcement, up to a word such as "street"."""
    tokens = view.original_tokens
    parts = sorted(tokens.index_at(span.start) for span in spans if span.label in _ENDS)
    times = {span.start for span in spans if span.label == Label.TIME.value}
    # A street may go on after a word such as "park", which is also part of names.
    ends = [tokens.index_at(span.end) for span in spans if span.label == ADDRESS]
    ends = [end for end in ends if tokens.word[end - 1] not in _COMMON_SUFFIXES]
    found: list[Span] = []
    floor = 0
    for index in tokens.places(_SUFFIXES):
        if index < floor or tokens.at(index - 1) in _DETERMINERS:
            continue
        word = tokens.word[index]
        earlier = bisect_right(ends, index)
        floor = max(floor, ends[earlier - 1] if earlier else 0)
        announced, doubtful = _value_starts(tokens, index, _STREET_CUES)
        part = bisect_right(parts, index)
        if word in _PLAIN_SUFFIXES or (part < len(parts) and parts[part] <= index + _AFTER):
            announced += doubtful
        for first in announced:
            if floor <= first and _is_number(tokens, first, index, times):
                found.append(tokens.span(first, index + 1, ADDRESS, POSSIBLE))
                floor = floor if word in _COMMON_SUFFIXES else index + 1
                break
    return found


def _is_number(tokens: Tokens, first: int, suffix: int, times: Container[int]) -> bool:
    """Return whether a house number, and no time, begins at a token, some words before a suffix."""
    number = first + 1 if tokens.word[first] in _UNIT_WORDS else first
    if number >= suffix - 1 or tokens.start[first] in times:
        return False
    word = tokens.word[number]
    return word in SMALL or word in REPEATS or (word.isdigit() and len(word) <= 6)


def _value_starts(tokens: Tokens, stop: int, cues: Container[str]) -> tuple[list[int], list[int]]:
    """Return the first tokens of values announced before token `stop`: by cues, by "it's"."""
    first = stop
    while first > max(stop - _REACH, 0) and tokens.word[first - 1] not in _SENTENCE_ENDS:
        first -= 1
    announced: list[int] = []
    doubtful: list[int] = []
    for index in range(first, stop):
        if tokens.word[index] not in _LINKS:
            continue
        before = tokens.word[max(index - _MOST_BETWEEN, 0) : index]
        if any(word in cues for word in before):
            announced.append(index + 1)
        elif any(word in _IT for word in before[-2:]):
            doubtful.append(index + 1)
    return announced, doubtful
