"""Cutting texts into the pieces of a tokenizer in a file, as language models over pieces do."""

from __future__ import annotations

import re
from pathlib import Path

from tokenizers import Tokenizer

from privtool.text.markers import MARKERS

_MARKER = re.compile("(" + "|".join(map(re.escape, MARKERS)) + ")")


class PieceSplitter:
    """The pieces of texts as strings, without any special tokens around them.

    A marker is itself; what looks like another special token is cut as any text.
    """

    def __init__(self, file: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(file))
        self._tokenizer.encode_special_tokens = True
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def __call__(self, text: str) -> list[str]:
        """The pieces of a text in order."""
        found: list[str] = []
        for number, part in enumerate(_MARKER.split(text)):
            if number % 2:
                found.append(part)
            elif part:
                ids = self._tokenizer.encode(part, add_special_tokens=False).ids
                found += map(self._tokenizer.id_to_token, ids)  # one for all that is unknown
        return found
