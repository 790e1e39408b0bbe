"""Where the timed words of a record stand in its text."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import accumulate

import regex

from privtool.core.record import Entity
from privtool.core.spans import Span
from privtool.text.words import ATOM_START, VISIBLE

Bounds = tuple[int, int]
# Letters, digits and their marks; without the invisible characters that a word may have inside.
_LETTERS = regex.compile(rf"{ATOM_START}[{VISIBLE}]*+")
_TOKEN = regex.compile("[^ ]+")


def locate_words(text: str, words: Sequence[str]) -> list[Bounds | None]:
    """Return the bounds of each word in the text, in order; None for a word that is not found.

    Case and punctuation are ignored: "o'clock" is found as "oclock", "twenty-five" as two words.
    A word is found only where its letters and digits are those of the text: doubtful ones are None.
    Bounds include the signs that a word has at its ends, as in "$5".
    """
    words = [word.strip() for word in words]
    letters, offsets = _letters(text)
    in_words = [_letters(word)[0] for word in words]
    if "".join(in_words) == letters:
        ends = accumulate(map(len, in_words))
        found = [
            (offsets[end - len(each)], offsets[end - 1] + 1) if each else None
            for each, end in zip(in_words, ends, strict=True)
        ]
    else:
        found = _matched(text, in_words)
    pairs = zip(words, found, strict=True)
    return [bounds and _with_signs(text, word, bounds) for word, bounds in pairs]


def covers(found: Sequence[Bounds | None], text: str, start: int, end: int) -> bool:
    """Return whether each letter and digit of `text[start:end]` is inside some bounds."""
    inside: set[int] = set()
    for bounds in found:
        if bounds is not None:
            inside.update(range(max(start, bounds[0]), min(end, bounds[1])))
    runs = (match.span() for match in _LETTERS.finditer(text, start, end))
    return all(at in inside for run in runs for at in range(*run))


def words_in(found: Sequence[Bounds | None], span: Entity | Span) -> list[int]:
    """Return the indices of the words whose bounds overlap a span."""
    overlaps = (bounds and bounds[0] < span.end and span.start < bounds[1] for bounds in found)
    return [index for index, overlap in enumerate(overlaps) if overlap]


def _letters(text: str) -> tuple[str, list[int]]:
    """Return the letters and digits of a text, case-folded, and the offset of each."""
    letters: list[str] = []
    offsets: list[int] = []
    for match in _LETTERS.finditer(text):
        for at, char in enumerate(match.group(), match.start()):
            for folded in char.casefold():
                letters.append(folded)
                offsets.append(at)
    return "".join(letters), offsets


def _matched(text: str, in_words: Sequence[str]) -> list[Bounds | None]:
    """Return the bounds of the words that stand in the text, between spaces, in the same order."""
    tokens: list[str] = []
    bounds: list[Bounds] = []
    for token in _TOKEN.finditer(text):
        letters, offsets = _letters(token.group())
        if letters:
            tokens.append(letters)
            bounds.append((token.start() + offsets[0], token.start() + offsets[-1] + 1))
    matched: list[Bounds | None] = [None] * len(in_words)
    matcher = SequenceMatcher(None, tokens, list(in_words), autojunk=False)
    for block in matcher.get_matching_blocks():
        matched[block.b : block.b + block.size] = bounds[block.a : block.a + block.size]
    return matched


def _with_signs(text: str, word: str, bounds: Bounds) -> Bounds:
    """Return the bounds with the signs at the ends of the word, where the text has the same."""
    offsets = _letters(word)[1]
    before, after = word[: offsets[0]], word[offsets[-1] + 1 :]
    start, end = bounds
    return (
        start - len(before) * text.endswith(before, 0, start),
        end + len(after) * text.startswith(after, end),
    )
