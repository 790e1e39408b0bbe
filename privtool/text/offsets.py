"""Where the timed words of a record stand in its text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher

import regex

from privtool.text.words import VISIBLE

Place = tuple[int, int]


def word_places(text: str, words: Sequence[str]) -> list[Place | None]:
    """For each word its stretch of the text, in order; None for a word that is not found.

    Case and signs do not count: "o'clock" is found as "oclock", "twenty-five" as two words. Only
    words whose letters and digits are those of the text at that place are found, so that what is
    doubtful is None.
    """
    characters, offsets = _solid(text)
    found = [_solid(word)[0] for word in words]
    if "".join(found) == characters:
        return list(_in_turn(found, offsets))
    return _matched(text, found)


def _solid(text: str) -> tuple[str, list[int]]:
    """The letters and digits of a text in small letters, and the offset that each comes from."""
    characters: list[str] = []
    offsets: list[int] = []
    for at, char in enumerate(text):
        if char.isalnum():
            for small in char.casefold():
                characters.append(small)
                offsets.append(at)
    return "".join(characters), offsets


def _in_turn(found: Sequence[str], offsets: Sequence[int]) -> Iterator[Place | None]:
    """The places of words that make up the whole text."""
    done = 0
    for word in found:
        yield (offsets[done], offsets[done + len(word) - 1] + 1) if word else None
        done += len(word)


def _matched(text: str, found: Sequence[str]) -> list[Place | None]:
    """The places of the words that stand in the text, between spaces, in the same order."""
    tokens: list[str] = []
    places: list[Place] = []
    start = 0
    for piece in text.split(" "):
        solid, offsets = _solid(piece)
        if solid:
            tokens.append(solid)
            places.append((start + offsets[0], start + offsets[-1] + 1))
        start += len(piece) + 1
    matched: list[Place | None] = [None] * len(found)
    matcher = SequenceMatcher(None, tokens, list(found), autojunk=False)
    for block in matcher.get_matching_blocks():
        for step in range(block.size):
            matched[block.b + step] = places[block.a + step]
    return matched


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
