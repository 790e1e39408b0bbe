"""Characters of a private phrase that no generator reads, but that may spell or draw something."""

from __future__ import annotations

import regex

# Letters in circles and squares, braille, flags and pictures; invisible copies of letters.
# Signs of units, rights and numbers stay, as in "98.6 °F".
_UNREAD = regex.compile(
    r"[[\p{So}\p{Sk}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Default_Ignorable_Code_Point}]"
    r"--[\x00-\x7F°©®¨´¸\u2100-\u214F]]",
    regex.VERSION1,
)


def without_unread(phrase: str) -> str:
    """Return a phrase without characters that a generator would pass on as signs."""
    return phrase if phrase.isascii() else _UNREAD.sub("", phrase)
