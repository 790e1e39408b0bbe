"""Labels by the form of a word, for masks without a tagger."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.markers import lookalike_label

_CURRENCY = frozenset("$€£¥₹₽₩")
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?(?:[ap]m?)?|\d{1,2}[ap]m", re.IGNORECASE)
_DATE = re.compile(r"\d{1,4}([/\-.])\d{1,2}\1\d{1,4}|(?:19|20)\d\d")
_URL = re.compile(r"(?:https?|ftp|file):|www\.|[^@]*\.[a-z]{2,7}(?:[/:?#]|$)", re.IGNORECASE)


def shape_label(word: str, before: str) -> Label:
    """Return the label that the form of a word suggests; `before` is the text in front of it.

    Ordinary words are `WORD`: the form does not show whether a word is a name.
    """
    if word.isalpha():
        return Label.WORD
    label = lookalike_label(word)
    if label is not None:
        return label
    if "@" in word[1:]:
        return Label.EMAIL
    if word[0] == "@":
        return Label.USERNAME
    if any(c.isdigit() for c in word):
        if before[-1:] in _CURRENCY:
            return Label.MONEY
        if _TIME.fullmatch(word):
            return Label.TIME
        if _DATE.fullmatch(word):
            return Label.DATE
        if not _URL.match(word):
            return Label.ID if any(c.isalpha() for c in word) else Label.NUMBER
    return Label.URL if _URL.match(word) and len(word) > 4 else Label.WORD
