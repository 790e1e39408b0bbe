"""The capitalization of words, as an extra input of models that are blind to case."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

NO_CAPITAL, TITLE, CAPITALS, MIXED, ONE_CAPITAL = range(5)


def case_shapes(text: str, spans: Iterable[tuple[int, int]]) -> list[int]:
    """Return the shape of each word `text[start:end]`."""
    return [_case_shape(text[start:end]) for start, end in spans]


@lru_cache(maxsize=1 << 16)
def _case_shape(word: str) -> int:
    """Return one of the shapes above; a word with a single letter is never `CAPITALS`."""
    cased = [letter for letter in word if letter.isupper() or letter.islower()]
    capitals = sum(map(str.isupper, cased))
    if not capitals:
        return NO_CAPITAL
    if capitals == len(cased):
        return CAPITALS if capitals > 1 else ONE_CAPITAL
    return TITLE if capitals == 1 and cased[0].isupper() else MIXED
