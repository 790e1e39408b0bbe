"""What can be filled in as one word."""

from __future__ import annotations

import regex

from privtool.text.words import words

# Letters with inner apostrophes or hyphens, or digits alone: of what `text/words.py` calls a word.
_WHOLE = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-]\p{L}[\p{L}\p{M}]*+)*+|\p{Nd}++")
# What tokenizers that split at apostrophes leave of "isn't" and "we've": pieces, though unmarked.
_CUT_AT_APOSTROPHE = frozenset(
    ("ain", "aren", "couldn", "didn", "doesn", "hadn", "hasn", "isn", "ll", "mightn", "mustn",
     "needn", "re", "shan", "shouldn", "ve", "wasn", "weren", "wouldn")
)  # fmt: skip
_ONE_LETTER_WORDS = frozenset("aiAI")


def is_fillable(text: str) -> bool:
    """Whether a text can be filled in as one word, and is not just a piece of some."""
    if not _WHOLE.fullmatch(text) or [word[:2] for word in words(text)] != [(0, len(text))]:
        return False
    if text.lower() in _CUT_AT_APOSTROPHE:
        return False
    # A single letter is a piece of an abbreviation; in scripts without case it can be a word.
    return len(text) > 1 or text in _ONE_LETTER_WORDS or text.lower() == text.upper()
