"""Dictated numbers in other languages than English."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.foreign_numbers import FOREIGN_NUMBERS, LANGUAGES, WEAK, is_number
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

NUMBER = Label.NUMBER.value

_BETWEEN = word_set(", - . … und y et e en traço traco guion guión bindestrich tiret trattino")
# What a speaker says between two numbers: "espera, no", "und dann", "attendez, pardon".
_HESITATIONS = word_set(
    """äh ähm eh euh este espera espere no perdón perdon a ver o sea luego digo después despues
    aeh aehm moment nein entschuldigung verzeihung sorry dann also warte warten halt
    attends attendez non pardon enfin puis alors donc ensuite ehm allora scusa scusi aspetta aspetti
    poi cioè cioe dopo hm hmm uh um"""
)
_LIKE = word_set("comme wie como come zoals")
_MOST_BETWEEN = 3
_WORDS = tuple(language.words for language in LANGUAGES)
_MOST_HESITANT = 7
_FEWEST = 3
_FEWEST_CLEAR = 2


def find(view: TextView) -> list[Span]:
    """Find three number words of one language or more, in a row."""
    spans: list[Span] = []
    if FOREIGN_NUMBERS.isdisjoint(view.tokens.word):
        return spans
    for words in _WORDS:
        floor = 0
        for index in view.tokens.places(words):
            if index >= floor:
                floor, count = _run_stop(view, index, words)
                weak = sum(word in WEAK for word in view.tokens.word[index:floor])
                if count >= _FEWEST and count - weak >= _FEWEST_CLEAR:
                    floor = _letter_stop(view.tokens, floor)
                    spans.append(view.tokens.span(index, floor, NUMBER, LIKELY))
    return sorted(spans)


def _letter_stop(tokens: Tokens, stop: int) -> int:
    """Return the stop of a run with the letter after it: "..., quarante, B comme Berthe"."""
    letter = stop + (tokens.at(stop) == ",")
    name = letter + 2
    if len(tokens.at(letter)) != 1 or tokens.at(letter + 1) not in _LIKE:
        return stop
    return name + 1 if tokens.at(name).startswith(tokens.at(letter)) else stop


def _run_stop(view: TextView, first: int, words: frozenset[str]) -> tuple[int, int]:
    """Return where a run of number words stops, and how many there are."""
    tokens = view.tokens
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
