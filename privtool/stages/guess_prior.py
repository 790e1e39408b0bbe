"""The attacker without the text: the most frequent public words first."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import log2
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.interfaces.filling import Wanted
from privtool.interfaces.guessing import OUTSIDE, Rank
from privtool.text.filling.word_classes import fits_class
from privtool.text.word_lists import WordList


class _Order(NamedTuple):
    """Of each word: its rank, and its probability where the words that are allowed come first."""

    ranks: NDArray[np.int64]
    shares: NDArray[np.float64]


class PriorWords:
    """Ranks words by their counts in public text; those that a slot allows come first."""

    def __init__(self, counts: Iterable[tuple[str, int]]) -> None:
        """`counts` are keys of words and their counts."""
        found: dict[str, int] = {}
        for word, count in counts:
            found[word] = found.get(word, 0) + count
        self._words = sorted(found, key=lambda word: (-found[word], word))
        self._numbers = {word: number for number, word in enumerate(self._words)}
        self._counts = np.array([found[word] for word in self._words], np.float64)
        self._order = cache(self._compute_order)

    @property
    def size(self) -> int:
        """How many words are ranked."""
        return len(self._words)

    def rank(self, word: str, want: Wanted) -> Rank | None:
        """Return the rank of a word at a slot; None for one that is not public."""
        number = self._numbers.get(word)
        if number is None:
            return None
        order = self._order(want)
        return Rank(int(order.ranks[number]), -log2(max(float(order.shares[number]), 1e-300)))

    def _compute_order(self, want: Wanted) -> _Order:
        allowed = np.array([_is_allowed(word, want) for word in self._words], np.bool_)
        if not allowed.any():
            allowed[:] = True
        order = np.argsort(~allowed, kind="stable")
        ranks = np.empty(len(order), np.int64)
        ranks[order] = np.arange(1, len(order) + 1)
        inside = self._counts * allowed
        shares = OUTSIDE * self._counts / self._counts.sum()
        shares += (1 - OUTSIDE) * inside / inside.sum()
        return _Order(ranks, shares)


def _is_allowed(word: str, want: Wanted) -> bool:
    return (
        (want.label is None or fits_class(word, want.label))
        and not _in_any(word, want.avoid)
        and all(each.keeps(word) for each in want.kept_by)
    )


def _in_any(word: str, lists: Iterable[WordList]) -> bool:
    return any(each.keeps(word) for each in lists)
