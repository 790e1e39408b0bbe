"""The words of a reference or hypothesis as they are compared, and who says them.

Of the ways `plain` is the default: small letters, composed (NFC), without punctuation, a hyphen
parts words, apostrophes stay inside a word and signs stay inside a number. `spoken` is the same
with numbers and short forms as they are said (`spoken_forms.py`). `case` compares what stands
between white space in small letters, `none` as it is written.
A tag (`tags.py`) is no word, but tells who speaks from there on (`<doctor>`) or names a noise.
"""

from __future__ import annotations

from typing import NamedTuple

import regex

from privtool.text.markers import TAG
from privtool.text.words import APOSTROPHES, VISIBLE, key_of

PLAIN, SPOKEN, CASE, NONE = "plain", "spoken", "case", "none"
_TAG = rf"(?P<tag>{TAG})"
_ATOM = rf"[{VISIBLE}][{VISIBLE}\p{{Cf}}]*+"
_PLAIN = regex.compile(
    rf"{_TAG}|(?P<word><unk>|{_ATOM}(?:(?:[{APOSTROPHES}]|(?<=\p{{N}})[.,:/](?=\p{{N}})){_ATOM})*+)",
    regex.I,
)
_SPACED = regex.compile(rf"{_TAG}|(?P<word>(?:(?!{TAG})\S)++)", regex.I)


class Said(NamedTuple):
    """A word as it is compared, at `text[start:end]`, and the role of who says it, if known."""

    word: str
    start: int
    end: int
    role: str | None = None


def said_words(
    text: str, way: str, roles: frozenset[str] = frozenset(), role: str | None = None
) -> list[Said]:
    """The words of a text in order; `role` is who speaks before the first tag of one of `roles`."""
    found: list[Said] = []
    for match in (_PLAIN if way in (PLAIN, SPOKEN) else _SPACED).finditer(text):
        if match.lastgroup == "tag":
            named = match["tag"][1:-1].lower()
            role = named if named in roles else role
        else:
            found.append(Said(_compared(match.group(), way), *match.span(), role))
    return found


def _compared(word: str, way: str) -> str:
    if way == NONE:
        return word
    return key_of(word) if way in (PLAIN, SPOKEN) else word.lower()
