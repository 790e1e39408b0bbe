"""Spans: labeled sections of a text, as taggers return them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """A section `text[start:end]` (code points, half open) with a label of `text/labels.py`.

    `score` is the confidence in [0, 1]; rules report 1. `doubtful` are the parts, in order, whose
    label is a guess: it is hardly likelier than all others, or that they are public. `rule` is the
    id of the rule that gave the label, if one did.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
    doubtful: tuple[tuple[int, int], ...] = ()
    rule: str = ""

    def doubted(self) -> Span:
        """Return the span with a label that is a guess."""
        return self._replace(doubtful=((self.start, self.end),))


def replace_ranges(text: str, replacements: Iterable[tuple[int, int, str]]) -> str:
    """Return the text with (start, end, new text) in place of ranges, sorted and disjoint."""
    pieces: list[str] = []
    done = 0
    for start, end, new in replacements:
        pieces += (text[done:start], new)
        done = end
    return "".join([*pieces, text[done:]])


def merge_overlapping(spans: Iterable[Span], label_of_longer: bool = False) -> list[Span]:
    """Return spans in order, with those that overlap merged.

    A merged span has the highest score, and the label and rule of the first, or the longer, of its
    parts.
    """
    spans = sorted(spans)
    if len(spans) < 2:
        return spans
    merged: list[Span] = []
    for span in spans:
        if not merged or span.start >= merged[-1].end:
            merged.append(span)
            continue
        last = merged[-1]
        longer = label_of_longer and span.end - span.start > last.end - last.start
        end, score = max(last.end, span.end), max(last.score, span.score)
        one = span if longer else last
        merged[-1] = Span(last.start, end, one.label, score, (), one.rule)
    return merged
