"""What the finders look at: one text in plain characters, in lower case and as tokens."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from privtool.core.spans import Span
from privtool.text.patterns.lazy_regex import Regex
from privtool.text.patterns.normal import lower, plain

HIDDEN = "\0"  # stands for every character that an earlier stage has found

_DIGITS = Regex("[0-9]")
_TOKEN = Regex(r"\d+|[^\W\d_]+|[^\w\s]|_")


class Tokens:
    """Digit runs, letter runs and single signs, in order; `word` is in lower case."""

    __slots__ = ("_spans", "_text", "word")

    def __init__(self, lowered: str) -> None:
        self.word: list[str] = _TOKEN.findall(lowered)
        self._text = lowered
        self._spans: tuple[list[int], list[int]] | None = None

    def _edges(self) -> tuple[list[int], list[int]]:
        """Where tokens start and where they end, worked out when first asked for."""
        if self._spans is None:
            spans = [match.span() for match in _TOKEN.finditer(self._text)]
            self._spans = [start for start, _ in spans], [end for _, end in spans]
        return self._spans

    @property
    def start(self) -> list[int]:
        """The offsets at which tokens start."""
        return self._edges()[0]

    @property
    def end(self) -> list[int]:
        """The offsets at which tokens end."""
        return self._edges()[1]

    def __len__(self) -> int:
        return len(self.word)

    def at(self, index: int) -> str:
        """The word at `index`; the empty string outside the text."""
        return self.word[index] if 0 <= index < len(self.word) else ""

    def touches(self, index: int) -> bool:
        """True when nothing stands between token `index` and the one before it."""
        starts, ends = self._edges()
        return 0 < index < len(starts) and ends[index - 1] == starts[index]

    def span(self, first: int, stop: int, label: str, score: float) -> Span:
        """The stretch from token `first` up to, not including, token `stop`."""
        return Span(self.start[first], self.end[stop - 1], label, score)

    def hide(self, start: int, end: int) -> None:
        """Takes the tokens that overlap `[start, end)` out of sight."""
        starts, ends = self._edges()
        for index in range(bisect_right(ends, start), bisect_left(starts, end)):
            self.word[index] = HIDDEN


class View:
    """One text under examination. Stages read it, and hide what they have found from later ones.

    `plain` and `lower` have the length of the text. `expected` maps an offset to the label that
    a cue word before it announces ("account number is ..."), with the score that the cue is worth.
    `hints` are the words of the text that told which stages to run.
    """

    __slots__ = ("_digit_words", "_tokens", "expected", "hints", "lower", "plain")

    def __init__(self, text: str) -> None:
        self.plain = plain(text)
        self.lower = lower(self.plain)
        self.expected: dict[int, tuple[str, float]] = {}
        self.hints: frozenset[str] = frozenset()
        self._tokens: Tokens | None = None
        self._digit_words: list[tuple[int, int]] | None = None

    @property
    def digit_words(self) -> list[tuple[int, int]]:
        """The stretches between spaces that still hold a digit."""
        if self._digit_words is None:
            self._digit_words = _digit_words(self.lower)
        return self._digit_words

    def has_digit(self) -> bool:
        """True while a digit is in sight."""
        return _DIGITS.search(self.lower) is not None

    @property
    def tokens(self) -> Tokens:
        """The tokens of the text, made when first asked for."""
        if self._tokens is None:
            self._tokens = Tokens(self.lower)
        return self._tokens

    def hide(self, spans: Sequence[Span]) -> None:
        """Replaces the sorted, disjoint `spans` by signs that no finder knows."""
        if not spans:
            return
        self._digit_words = None
        self.plain = _blank(self.plain, spans)
        self.lower = _blank(self.lower, spans)
        if self._tokens is not None:
            for span in spans:
                self._tokens.hide(span.start, span.end)


def _digit_words(text: str) -> list[tuple[int, int]]:
    """The stretches between spaces that hold a digit."""
    words = []
    end = 0
    for match in _DIGITS.finditer(text):
        position = match.start()
        if position >= end:
            start = text.rfind(" ", end, position) + 1 or end
            end = text.find(" ", position)
            end = len(text) if end < 0 else end
            words.append((start, end))
    return words


def _blank(text: str, spans: Sequence[Span]) -> str:
    """`text` with `HIDDEN` for every character inside `spans`."""
    pieces = []
    done = 0
    for span in spans:
        pieces.append(text[done : span.start])
        pieces.append(HIDDEN * (span.end - span.start))
        done = span.end
    pieces.append(text[done:])
    return "".join(pieces)
