"""The letter case of a surrogate, that of the phrase it replaces; texts without capitals."""

from __future__ import annotations

import re

# A sign that belongs to no word; those of short forms and broken words stand at an end of one.
_SIGN = re.compile(r"(?<!\w)[^\w\s'’-]|[^\w\s'’-](?!\w)")


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


def is_spoken(text: str) -> bool:
    """Return whether a text is as recognizers write it: no capitals, no signs between words."""
    return text.islower() and not _SIGN.search(text)
