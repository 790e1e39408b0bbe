"""The finders' view of one text: plain characters, lower case and tokens."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.core.spans import Span, replace_ranges
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import HIDDEN, Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length

_DIGIT = Regex("[0-9]")
_DIGIT_TO_SPACE = Regex("[0-9][^ ]*")


class TextView:
    """One text under examination. Stages read it and hide their spans from later stages.

    `plain` and `lower` have the length of the text; `original` is `lower` with nothing hidden.
    `expected` maps an offset to the label that a cue word before it announces ("account number is
    ..."), and the score of the cue. `hints` are the words that decided which stages run, `off` the
    ids of rules that are to find nothing.
    """

    __slots__ = (
        *("_digit_words", "_original_tokens", "_tokens"),
        *("expected", "hints", "lower", "off", "original", "plain"),
    )

    def __init__(self, text: str, off: frozenset[str] = frozenset()) -> None:
        self.off = off
        self.plain = fold_to_ascii(text)
        self.lower = self.original = lower_same_length(self.plain)
        self.expected: dict[int, tuple[str, float]] = {}
        self.hints: frozenset[str] = frozenset()
        self._tokens: Tokens | None = None
        self._original_tokens: Tokens | None = None
        self._digit_words: list[tuple[int, int]] | None = None

    @property
    def digit_words(self) -> list[tuple[int, int]]:
        """The ranges between spaces that still contain a digit."""
        if self._digit_words is None:
            self._digit_words = _digit_words(self.lower)
        return self._digit_words

    def has_digit(self) -> bool:
        """Return whether a digit is still visible."""
        return _DIGIT.search(self.lower) is not None

    @property
    def tokens(self) -> Tokens:
        """The tokens of the text, created on first use."""
        if self._tokens is None:
            self._tokens = Tokens(self.lower)
        return self._tokens

    @property
    def original_tokens(self) -> Tokens:
        """The tokens of the text with nothing hidden."""
        if self._original_tokens is None:
            hidden = self.lower is not self.original
            self._original_tokens = Tokens(self.original) if hidden else self.tokens.copy()
        return self._original_tokens

    def hide(self, spans: Sequence[Span]) -> None:
        """Replace the sorted, disjoint `spans` by characters that no finder matches."""
        if not spans:
            return
        self._digit_words = None
        if self._tokens is not None and self.lower is self.original:
            self._original_tokens = self._tokens.copy()
        self.plain = _blank(self.plain, spans)
        self.lower = _blank(self.lower, spans)
        if self._tokens is not None:
            for span in spans:
                self._tokens.hide(span.start, span.end)


def _digit_words(text: str) -> list[tuple[int, int]]:
    """Return the ranges between spaces that contain a digit."""
    words = []
    end = 0
    for match in _DIGIT_TO_SPACE.finditer(text):
        start = text.rfind(" ", end, match.start()) + 1 or end
        end = match.end()
        words.append((start, end))
    return words


def _blank(text: str, spans: Sequence[Span]) -> str:
    """Return `text` with `HIDDEN` for every character inside `spans`."""
    if len(spans) == 1:
        start, end, *_ = spans[0]
        return f"{text[:start]}{HIDDEN * (end - start)}{text[end:]}"
    return replace_ranges(text, ((s.start, s.end, HIDDEN * (s.end - s.start)) for s in spans))
