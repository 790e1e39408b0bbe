"""The words of a text as a language model knows them.

A language model of privtool models words alone: each is its key (lower case), a marker that `mask`
wrote is itself. Punctuation and enclitics (`'s`, `n't`) belong to no word and are left out.
"""

from __future__ import annotations

from privtool.text.markers import MARKERS
from privtool.text.words import words

UNKNOWN = "<unk>"
END = "</s>"
PADDING = "<pad>"
SPECIAL = (UNKNOWN, END, PADDING, *MARKERS)
_MARKERS = frozenset(MARKERS)
_HELD_CHUNKS = 1 << 20
_HELD_LENGTH = 64


def is_modelled(key: str) -> bool:
    """Whether a word can be in a vocabulary: what looks like a marker or special token is none."""
    return bool(key) and key[0] not in "[<" and not key.isspace()


class SentenceWords:
    """Cuts texts into words; a piece between white space is looked up once however often it is met.

    What merely looks like a marker, as a `</s>` that somebody typed, is `<unk>`.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, ...]] = {}

    def __call__(self, text: str) -> list[str]:
        """The words of a text in order."""
        found: list[str] = []
        for chunk in text.split():
            found += self._words(chunk)
        return found

    def _words(self, chunk: str) -> tuple[str, ...]:
        keys = self._known.get(chunk)
        if keys is None:
            keys = tuple(
                chunk[word.start : word.end]
                if chunk[word.start : word.end] in _MARKERS
                else word.key
                if is_modelled(word.key)
                else UNKNOWN
                for word in words(chunk)
            )
            if len(chunk) <= _HELD_LENGTH:
                if len(self._known) >= _HELD_CHUNKS:
                    self._known.clear()
                self._known[chunk] = keys
        return keys
