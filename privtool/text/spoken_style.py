"""Text as recognizers write it: without capitals and signs."""

from __future__ import annotations

from privtool.text.lazy_regex import Regex

# A sign that belongs to no word; those of short forms and broken words stand at an end of one.
_SIGN = Regex(r"(?<!\w)[^\w\s'’-]|[^\w\s'’-](?!\w)")


def is_spoken(text: str) -> bool:
    """Return whether a text has letters, but neither capitals nor signs outside of words."""
    return text.islower() and not _SIGN.search(text)
