"""The letter case of a surrogate: that of the phrase whose place it takes."""

from __future__ import annotations


def cased_like(original: str, surrogate: str) -> str:
    """The surrogate in small letters, in capitals, or with its own capitals, as the original was.

    A phrase without any letter says nothing: the surrogate stays as it is.
    """
    if original.islower():
        return surrogate.lower()
    if original.isupper() and sum(map(str.isalpha, original)) > 1:
        return surrogate.upper()
    return surrogate


def capitalized_like(original: str, surrogate: str) -> str:
    """As `cased_like`, for words that have no capital of their own: months are given theirs."""
    cased = cased_like(original, surrogate)
    if cased is surrogate and original[:1].isupper():
        return surrogate[:1].upper() + surrogate[1:]
    return cased
