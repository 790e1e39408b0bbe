"""Reads the word lists of the finders."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """The words of a list that is written as one string."""
    return frozenset(text.split())
