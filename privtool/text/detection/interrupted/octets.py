"""Dictated IP addresses with other words between the numbers and the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from privtool.core.spans import Span
from privtool.text.detection.confidence import POSSIBLE
from privtool.text.detection.view import TextView
from privtool.text.english.numbers import PLURALS, REPEATS, SCALES, SMALL
from privtool.text.labels import Label
from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_JOINTS = word_set("dot point period")
_NUMBERS = SMALL.keys() | SCALES.keys() | REPEATS.keys() | PLURALS.keys()
_REACH = 14  # tokens between a number and a point
_FEWEST = 3  # points


def find(view: TextView, _: Sequence[Span]) -> list[Span]:
    """Find numbers that take turns with three points or more."""
    tokens = view.original_tokens
    found: list[Span] = []
    turn = _Turn()
    index = 0
    while index < len(tokens):
        word = tokens.word[index]
        if index - turn.last > _REACH:
            found += turn.spans(tokens)
            turn = _Turn(last=index)
        stop = index + 1
        if word in _JOINTS:
            turn.points += turn.after_number
            turn.after_number, turn.last = False, index
        elif word in _NUMBERS:
            while tokens.at(stop) in _NUMBERS:
                stop += 1
            turn.numbers.append((index, stop))
            turn.after_number, turn.last = True, stop - 1
        index = stop
    return found + turn.spans(tokens)


@dataclass
class _Turn:
    """Numbers and points in turn: the numbers, how many points follow one, and the last token."""

    last: int = 0
    points: int = 0
    after_number: bool = False
    numbers: list[tuple[int, int]] = field(default_factory=list)

    def spans(self, tokens: Tokens) -> list[Span]:
        """Return the numbers if there are enough points."""
        if self.points < _FEWEST:
            return []
        return [tokens.span(*run, Label.IP.value, POSSIBLE) for run in self.numbers]
