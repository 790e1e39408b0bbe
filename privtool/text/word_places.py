"""Where the timed words of a record stand in its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

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
