"""The last words of the text before a private phrase."""

from __future__ import annotations

_ENDS = (". ", "! ", "? ", "; ", ": ", "\n")  # of sentences
_SIGNS = ",.;:!?()[]\"'\u2018\u2019\u201c\u201d-\u2013\u2014"  # around words
_MOST_WORDS = 6


def last_word(before: str) -> str:
    """Return the last word of a text, in lower case and without signs."""
    words = before.rsplit(None, 1)
    return words[-1].lower().strip(_SIGNS) if words else ""


def last_words(before: str) -> list[str]:
    """Return the last words of the sentence before a phrase, in lower case, without signs."""
    start = max([before.rfind(end, 0, -1) for end in _ENDS])
    words = before[start + 1 :].lower().split()[-_MOST_WORDS:]
    return [bare for word in words if (bare := word.strip(_SIGNS))]
