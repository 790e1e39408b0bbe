"""Dictated numbers in other languages than English."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, LANGUAGES, WEAK, is_number
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_BETWEEN = word_set(", - . …").union(*(language.between for language in LANGUAGES))
_HESITATIONS = word_set("hm hmm uh um").union(*(language.hesitations for language in LANGUAGES))
_WORDS = tuple(language.words for language in LANGUAGES)
_MOST_BETWEEN = 3
_MOST_HESITANT = 7
_FEWEST = 3
_FEWEST_CLEAR = 2


def find(view: TextView) -> list[Span]:
    """Find three number words of one language or more, in a row."""
    tokens = view.tokens
    spans: list[Span] = []
    for words in _WORDS if not FOREIGN_NUMBERS.isdisjoint(tokens.word) else ():
        floor = 0
        for index in tokens.places(words):
            if index >= floor:
                floor, count = _run_stop(tokens, index, words)
                weak = sum(word in WEAK for word in tokens.word[index:floor])
                if count >= _FEWEST and count - weak >= _FEWEST_CLEAR:
                    spans.append(tokens.span(index, floor, Label.NUMBER.value, LIKELY))
    return sorted(spans)


def _run_stop(tokens: Tokens, first: int, words: frozenset[str]) -> tuple[int, int]:
    """Return where a run of number words stops, and how many there are."""
    index = stop = first
    count, most = 0, _MOST_BETWEEN
    while index - stop <= most:
        word = tokens.at(index)
        if is_number(word, words):
            count += 1
            stop, most = index + 1, _MOST_BETWEEN
        elif word in _HESITATIONS:
            most = _MOST_HESITANT
        elif word not in _BETWEEN:
            break
        index += 1
    return stop, count
