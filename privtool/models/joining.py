"""Joining the private words that a tagger finds one by one to spans."""

from __future__ import annotations

from privtool.core.spans import Span


def add_word(spans: list[Span], text: str, word: Span) -> None:
    """Add a private word to the spans of its text, which are all before it.

    It makes the last span longer if that has the same label and at most white space is between
    them; the score is then that of the less certain one. White space at its ends is cut off.
    """
    inside = text[word.start : word.end]
    start = word.start + len(inside) - len(inside.lstrip())
    end = word.start + len(inside.rstrip())
    if start >= end:
        return
    if spans and spans[-1].label == word.label and not text[spans[-1].end : start].strip():
        last = spans[-1]
        spans[-1] = Span(last.start, end, last.label, min(last.score, word.score))
    else:
        spans.append(Span(start, end, word.label, word.score))
