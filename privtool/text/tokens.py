"""Tokens of a text: runs of digits, runs of letters and single signs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from privtool.core.spans import Span
from privtool.text.lazy_regex import Regex

HIDDEN = "\0"  # the word of a token that an earlier stage has found
_TOKEN = Regex(r"\d+|[^\W\d_]+|[^\w\s]|_")


class Tokens:
    """Runs of digits, runs of letters and single signs, in order; `word` is in lower case."""

    __slots__ = ("_spans", "_text", "word")

    def __init__(self, lowered: str) -> None:
        self.word: list[str] = _TOKEN.findall(lowered)
        self._text = lowered
        self._spans: tuple[list[int], list[int]] | None = None

    def _edges(self) -> tuple[list[int], list[int]]:
        """Return the starts and the ends of tokens, computed on first use."""
        if self._spans is None:
            spans = [match.span() for match in _TOKEN.finditer(self._text)]
            self._spans = [start for start, _ in spans], [end for _, end in spans]
        return self._spans

    @property
    def start(self) -> list[int]:
        """The start offsets of the tokens."""
        return self._edges()[0]

    @property
    def end(self) -> list[int]:
        """The end offsets of the tokens."""
        return self._edges()[1]

    def __len__(self) -> int:
        return len(self.word)

    def at(self, index: int) -> str:
        """Return the word at `index`, or the empty string outside the text."""
        return self.word[index] if 0 <= index < len(self.word) else ""

    def index_at(self, offset: int) -> int:
        """Return the first token that starts at `offset` or later."""
        return bisect_left(self._edges()[0], offset)

    def touches(self, index: int) -> bool:
        """Return whether token `index` directly follows the token before it."""
        starts, ends = self._edges()
        return 0 < index < len(starts) and ends[index - 1] == starts[index]

    def span(self, first: int, stop: int, label: str, score: float) -> Span:
        """Return the span from token `first` up to, not including, token `stop`."""
        return Span(self.start[first], self.end[stop - 1], label, score)

    def hide(self, start: int, end: int) -> None:
        """Hide the tokens that overlap `[start, end)` from later stages."""
        starts, ends = self._edges()
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            self.word[index] = HIDDEN
