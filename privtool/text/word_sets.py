"""Sets of words written as one string."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text that are separated by white space."""
    return frozenset(text.split())
