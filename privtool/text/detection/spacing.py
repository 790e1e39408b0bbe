"""Texts with tabs and runs of spaces, as forms and exports have them: finders expect one space."""

from __future__ import annotations

from collections.abc import Callable

from privtool.core.spans import Span, merge_overlapping
from privtool.text.lazy_regex import Regex

_WIDE = Regex(r"[^\S\r\n]{2,}|\t")


def spans_at_any_width(text: str, find: Callable[[str], list[Span]]) -> list[Span]:
    """Return what is found in a text as it is, and with one space for each tab or run of spaces."""
    spans = find(text)
    if _WIDE.search(text) is None:
        return spans
    narrow, offsets = _single_spaced(text)
    again = [
        span._replace(start=offsets[span.start], end=offsets[span.end - 1] + 1)
        for span in find(narrow)
    ]
    return merge_overlapping([*spans, *again], label_of_longer=True)


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
