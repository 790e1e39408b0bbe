"""The letter case of a surrogate: that of the phrase it replaces."""

from __future__ import annotations


def cased_like(original: str, surrogate: str) -> str:
    """Return the surrogate in lower or upper case if the original is, else with its own capitals.

    A phrase without letters has no case: the surrogate stays as it is.
    """
    if original.islower():
        return surrogate.lower()
    if original.isupper() and sum(map(str.isalpha, original)) > 1:
        return surrogate.upper()
    return surrogate


def capitalized_like(original: str, surrogate: str) -> str:
    """Case words without capitals of their own, such as months: as `cased_like`, or capitalized."""
    cased = cased_like(original, surrogate)
    if cased is surrogate and original[:1].isupper():
        return surrogate[:1].upper() + surrogate[1:]
    return cased
