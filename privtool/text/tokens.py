"""Tokens of a text: runs of digits, runs of letters and single signs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Set
from functools import cached_property
from operator import add

from privtool.core.spans import Span
from privtool.text.lazy_regex import Regex

HIDDEN = "\0"  # the word of a token that an earlier stage has found
_TOKEN = Regex(r"[^\W\d_]+|\d+|[^\w\s]|_")
_ASCII_TOKEN = Regex(r"[a-z]+|[0-9]+|\S")  # the same for ASCII text in lower case, but faster


class Tokens:
    """Runs of digits, runs of letters and single signs, in order; `word` is in lower case."""

    def __init__(self, lowered: str) -> None:
        self.word: list[str] = (_ASCII_TOKEN if lowered.isascii() else _TOKEN).findall(lowered)
        self._text = lowered

    @cached_property
    def start(self) -> list[int]:
        """The start offsets of the tokens."""
        find, position, starts = self._text.find, 0, list[int]()
        for word in self.word:
            position = find(word, position)  # only spaces lie between tokens
            starts.append(position)
            position += len(word)
        return starts

    @cached_property
    def end(self) -> list[int]:
        """The end offsets of the tokens."""
        return list(map(add, self.start, map(len, self.word)))

    def __len__(self) -> int:
        return len(self.word)

    def at(self, index: int) -> str:
        """Return the word at `index`, or the empty string outside the text."""
        if index >= 0:
            try:
                return self.word[index]
            except IndexError:
                pass
        return ""

    def places(self, words: Set[str]) -> list[int]:
        """Return the indexes of the tokens that are one of some words."""
        if words.isdisjoint(self.word):
            return []  # mostly
        return [index for index, word in enumerate(self.word) if word in words]

    def copy(self) -> Tokens:
        """Return the same tokens, which nothing hides."""
        copy = Tokens("")
        copy._text, copy.word = self._text, self.word.copy()
        return copy

    def index_at(self, offset: int) -> int:
        """Return the first token that starts at `offset` or later."""
        return bisect_left(self.start, offset)

    def touches(self, index: int) -> bool:
        """Return whether token `index` directly follows the token before it."""
        starts = self.start
        return 0 < index < len(starts) and self.end[index - 1] == starts[index]

    def span(self, first: int, stop: int, label: str, score: float, rule: str = "") -> Span:
        """Return the span from token `first` up to, not including, token `stop`."""
        return Span(self.start[first], self.end[stop - 1], label, score, (), rule)

    def hide(self, start: int, end: int) -> None:
        """Hide the tokens that overlap `[start, end)` from later stages."""
        for index in range(bisect_right(self.end, start), bisect_left(self.start, end)):
            self.word[index] = HIDDEN
