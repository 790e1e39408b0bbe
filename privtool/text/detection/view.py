"""The finders' view of a text: plain characters, lower case, tokens, single spaces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privtool.core.spans import Span, merge_overlapping, replace_ranges
from privtool.text.lazy_regex import Regex
from privtool.text.tokens import HIDDEN, Tokens
from privtool.text.unicode import fold_to_ascii, lower_same_length

_WIDE = Regex(r"[^\S\r\n]{2,}|\t")


class TextView:
    """One text under examination. Stages read it and hide their spans from later stages.

    `plain` and `lower` have the length of the text; `original` is `lower` with nothing hidden.
    `expected` maps an offset to the label that a cue word before it announces ("account number is
    ..."), and the score of the cue. `off` are the ids of rules that are to find nothing.
    """

    __slots__ = ("_original_tokens", "expected", "lower", "off", "original", "plain", "tokens")

    def __init__(self, text: str, off: frozenset[str] = frozenset()) -> None:
        self.off = off
        self.plain = fold_to_ascii(text)
        self.lower = self.original = lower_same_length(self.plain)
        self.expected: dict[int, tuple[str, float]] = {}
        self.tokens = Tokens(self.lower)
        self._original_tokens: Tokens | None = None

    @property
    def original_tokens(self) -> Tokens:
        """The tokens of the text with nothing hidden."""
        if self._original_tokens is None:
            self._original_tokens = self.tokens.copy()
        return self._original_tokens

    def hide(self, spans: Sequence[Span]) -> None:
        """Replace the sorted, disjoint `spans` by characters that no finder matches."""
        if not spans:
            return
        self._original_tokens = self.original_tokens
        self.plain = _blank(self.plain, spans)
        self.lower = _blank(self.lower, spans)
        for span in spans:
            self.tokens.hide(span.start, span.end)


def _blank(text: str, spans: Sequence[Span]) -> str:
    """Return `text` with `HIDDEN` for every character inside `spans`."""
    if len(spans) == 1:
        start, end, *_ = spans[0]
        return f"{text[:start]}{HIDDEN * (end - start)}{text[end:]}"
    return replace_ranges(text, ((s.start, s.end, HIDDEN * (s.end - s.start)) for s in spans))


def spans_at_any_width(
    texts: Sequence[str], find: Callable[[Sequence[str]], list[list[Span]]]
) -> list[list[Span]]:
    """Return what is found in each text as it is, and with single spaces for tabs and wide gaps.

    Forms and exports have these; finders expect one space.
    """
    narrow = {
        number: _single_spaced(text)
        for number, text in enumerate(texts)
        # The first is nearly always so, and costs little.
        if ("  " in text or not text.isprintable()) and _WIDE.search(text) is not None
    }
    found = find([*texts, *(text for text, _ in narrow.values())])
    for (number, (_, offsets)), spans in zip(narrow.items(), found[len(texts) :], strict=True):
        again = [
            span._replace(start=offsets[span.start], end=offsets[span.end - 1] + 1)
            for span in spans
        ]
        found[number] = merge_overlapping([*found[number], *again], label_of_longer=True)
    return found[: len(texts)]


def _single_spaced(text: str) -> tuple[str, list[int]]:
    """Return the text with single spaces, and the offset of each of its characters in `text`."""
    pieces: list[str] = []
    offsets: list[int] = []
    done = 0
    for match in _WIDE.finditer(text):
        start, end = match.span()
        pieces += text[done:start], " "
        offsets += range(done, start + 1)
        done = end
    pieces.append(text[done:])
    offsets += range(done, len(text))
    return "".join(pieces), offsets
