"""Spans: labeled stretches of a text, the common currency of taggers, masks and entities."""

from __future__ import annotations

from typing import NamedTuple


class Span(NamedTuple):
    """A stretch `text[start:end]` (code points, half open) with a label of `text/labels.py`.

    `score` is the confidence in [0, 1]; rules report 1.
    """

    start: int
    end: int
    label: str
    score: float = 1.0
