"""Tagging: the protocol of taggers, which find private phrases in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from privtool.core.spans import Span

PATTERNS = "patterns"  # the tagger without a model


class Tagger(Protocol):
    """Finds private phrases; a tagger of your own needs this method alone.

    Labels are those of `text/labels.py`; `canonical_label` maps the names of other tools. Spans may
    overlap: the first one in the list that covers a word gives its label. Raise an exception for a
    text that cannot be read, it stops the run: a text without spans passes unmasked.
    """

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return a list of spans for each text, in the order of the texts.

        A tagger of your own may write a span as (start, end, label) in code points.
        """
        ...
