"""Where the words of an alignment stand in the text."""

from __future__ import annotations

from collections.abc import Iterable

import regex

from privtool.text.words import VISIBLE

_SAID = regex.compile(rf"[{VISIBLE}]")


def places(text: str, words: Iterable[str]) -> list[tuple[int, int]] | None:
    """`(start, end)` of each word in the text, in order; None unless they make up all of it.

    Nothing but signs may stand between, before and after the words: with a letter or digit left
    over, the words would be those of another text. Case does not matter.
    """
    lowered = text.lower() if len(text.lower()) == len(text) else text
    found: list[tuple[int, int]] = []
    at = 0
    for word in words:
        wanted = word.lower() if lowered is not text or text.lower() == text else word
        start = lowered.find(wanted, at) if wanted else -1
        if start < 0 or _SAID.search(text, at, start):
            return None
        at = start + len(wanted)
        found.append((start, at))
    return None if _SAID.search(text, at) else found
