"""Texts with tabs and runs of spaces, as forms and exports have them: finders expect one space."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from privtool.core.spans import Span, merge_overlapping
from privtool.text.lazy_regex import Regex

_WIDE = Regex(r"[^\S\r\n]{2,}|\t")


def spans_at_any_width(
    texts: Sequence[str], find: Callable[[Sequence[str]], list[list[Span]]]
) -> list[list[Span]]:
    """Return what is found in each text as it is, and with single spaces for tabs and wide gaps."""
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
