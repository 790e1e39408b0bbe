"""Tagging: the protocol of taggers, which find private phrases in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from privtool.core.spans import Span


class Tagger(Protocol):
    """Finds private phrases; the first span in a list that covers a word gives its label."""

    def tag(self, texts: Sequence[str]) -> list[list[Span]]:
        """Return the spans of every text, in code points."""
        ...
