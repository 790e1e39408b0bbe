"""Where a value begins that a speaker announces and then interrupts with whatever words."""

from __future__ import annotations

from collections.abc import Container

from privtool.text.tokens import Tokens
from privtool.text.word_sets import word_set

_SENTENCE_ENDS = frozenset(".?!")
_LINKS = word_set("is be to at on was s are")
_IT = word_set("it that")
_MOST_BETWEEN = 3  # words from "address" to "is"


def value_starts(
    tokens: Tokens, stop: int, reach: int, cues: Container[str]
) -> tuple[list[int], list[int]]:
    """Return the first tokens of values announced before token `stop`: by cues, by "it's".

    They are at most `reach` tokens before it, in the same sentence.
    """
    first = stop
    while first > max(stop - reach, 0) and tokens.word[first - 1] not in _SENTENCE_ENDS:
        first -= 1
    announced: list[int] = []
    doubtful: list[int] = []
    for index in range(first, stop):
        if tokens.word[index] not in _LINKS:
            continue
        before = tokens.word[max(index - _MOST_BETWEEN, 0) : index]
        if any(word in cues for word in before):
            announced.append(index + 1)
        elif any(word in _IT for word in before[-2:]):
            doubtful.append(index + 1)
    return announced, doubtful
