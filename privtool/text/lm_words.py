"""The words of a text as a language model knows them.

A language model of privtool models words alone: each is its key (lower case), a marker that `mask`
wrote is itself. Punctuation and enclitics (`'s`, `n't`) belong to no word and are left out.
"""

from __future__ import annotations

from privtool.text.markers import MARKERS
from privtool.text.words import ChunkCache, words

UNKNOWN = "<unk>"
END = "</s>"
PADDING = "<pad>"
SPECIAL = (UNKNOWN, END, PADDING, *MARKERS)
_MARKERS = frozenset(MARKERS)


def is_lm_word(key: str) -> bool:
    """Whether a word can be in a vocabulary: what looks like a marker or special token is none."""
    return bool(key) and key[0] not in "[<" and not key.isspace()


class LmWordSplitter:
    """Cuts texts into words; a piece between white space is looked up once however often it is met.

    What merely looks like a marker, as a `</s>` that somebody typed, is `<unk>`.
    """

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
