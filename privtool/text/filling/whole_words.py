"""Words that can be filled in."""

from __future__ import annotations

import regex

from privtool.text.words import words

# Letters with inner apostrophes or hyphens, or digits alone: a subset of `text/words.py`.
_WHOLE = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-]\p{L}[\p{L}\p{M}]*+)*+|\p{Nd}++")
# Pieces of "isn't" and "we've" that tokenizers which split at apostrophes do not mark as pieces.
_CUT_AT_APOSTROPHE = frozenset(
    ("ain", "aren", "couldn", "didn", "doesn", "hadn", "hasn", "isn", "ll", "mightn", "mustn",
     "needn", "re", "shan", "shouldn", "ve", "wasn", "weren", "wouldn")
)  # fmt: skip
_ONE_LETTER_WORDS = frozenset("aiAI")


def is_fillable(text: str) -> bool:
    """Return whether a text can be filled in as one word and is not just a piece of words."""
    if not _WHOLE.fullmatch(text) or [word[:2] for word in words(text)] != [(0, len(text))]:
        return False
    if text.lower() in _CUT_AT_APOSTROPHE:
        return False
    # Single letters are pieces of abbreviations; in scripts without case they can be words.
    return len(text) > 1 or text in _ONE_LETTER_WORDS or text.lower() == text.upper()
