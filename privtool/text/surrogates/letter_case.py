"""The letter case of a stand-in: that of the phrase whose place it takes."""

from __future__ import annotations


def cased_like(original: str, stand_in: str) -> str:
    """The stand-in in small letters, in capitals, or with its own capitals, as the original was.

    A phrase without any letter says nothing: the stand-in stays as it is.
    """
    if original.islower():
        return stand_in.lower()
    if original.isupper() and sum(map(str.isalpha, original)) > 1:
        return stand_in.upper()
    return stand_in


def started_like(original: str, stand_in: str) -> str:
    """As `cased_like`, for words that have no capital of their own: months are given theirs."""
    cased = cased_like(original, stand_in)
    if cased is stand_in and original[:1].isupper():
        return stand_in[:1].upper() + stand_in[1:]
    return cased
