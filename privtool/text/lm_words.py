"""The tokens of word-level language models.

A token is the key of a word (lower case), or a marker that `mask` wrote. Punctuation and enclitics
(`'s`, `n't`) belong to no word and are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

from privtool.text.markers import MARKERS
from privtool.text.words import ChunkCache, words

UNKNOWN = "<unk>"
END = "</s>"
PADDING = "<pad>"
SPECIAL = (UNKNOWN, END, PADDING, *MARKERS)
_MARKERS = frozenset(MARKERS)


def is_lm_word(key: str) -> bool:
    """Return whether a word can be in a vocabulary: lookalikes of special tokens cannot."""
    return bool(key) and key[0] not in "[<" and not key.isspace()


class LmWordSplitter:
    """Splits texts into tokens; lookalikes of special ones, such as a typed `</s>`, are `<unk>`."""

    def __init__(self) -> None:
        self._words = ChunkCache(_words)

    def __call__(self, text: str) -> list[str]:
        """Return the words of a text in order."""
        found: list[str] = []
        for chunk in text.split():
            found += self._words[chunk]
        return found


def _words(chunk: str) -> tuple[str, ...]:
    return tuple(_lm_word(chunk[word.start : word.end], word.key) for word in words(chunk))


def _lm_word(word: str, key: str) -> str:
    if word in _MARKERS:
        return word
    return key if is_lm_word(key) else UNKNOWN


def plain_words(entries: Iterable[str]) -> list[str]:
    """Return the entries that are one word of lower-case letters each, in alphabetical order."""
    split = LmWordSplitter()
    letters = {entry for entry in entries if entry.isalpha() and entry.islower()}
    return sorted(entry for entry in letters if split(entry) == [entry])
