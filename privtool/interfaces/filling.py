"""Filling: the protocols of models that fill slots, the words wanted of them and those proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from privtool.text.word_lists import WordList


class Wanted(NamedTuple):
    """What a slot takes: words of a class if it names one, and rather none of these lists.

    `kept_by` are the lists that were masked by, too, but kept what was there.
    """

    label: str | None
    avoid: tuple[WordList, ...]
    kept_by: tuple[WordList, ...] = ()


class Candidate(NamedTuple):
    """A whole word that a model proposes; `avoided` if a list that the mask kept holds it."""

    token: int
    word: str
    score: float
    avoided: bool


class Candidates(NamedTuple):
    """Candidates as columns, best first, so that thousands of them cost little.

    `word` gives the word of one by its place. Tokens of several pieces may be too large for int64.
    """

    tokens: NDArray[np.int64] | NDArray[np.object_]
    scores: NDArray[np.float64]
    avoided: NDArray[np.bool_]
    word: Callable[[int], str]

    def at(self, place: int) -> Candidate:
        """The candidate at a place."""
        token, score, avoided = self.tokens[place], self.scores[place], self.avoided[place]
        return Candidate(int(token), self.word(place), float(score), bool(avoided))

    def all(self) -> list[Candidate]:
        """Each by itself."""
        return [self.at(place) for place in range(len(self.tokens))]


class Ranking(NamedTuple):
    """The best candidates for a slot and the best ones that no list holds.

    `unlisted` are only looked for when all of `best` are avoided, and at most as many.
    """

    best: Candidates
    unlisted: Candidates | None = None


def candidates(some: Iterable[Candidate]) -> Candidates:
    """The columns of some candidates."""
    rows = list(some)
    words = [row.word for row in rows]
    return Candidates(
        np.array([row.token for row in rows], np.object_),
        np.array([row.score for row in rows], np.float64),
        np.array([row.avoided for row in rows], np.bool_),
        words.__getitem__,
    )


class Draft(Protocol):
    """A text on its way: tokens with open slots, the first of which is next."""

    def put(self, token: int) -> None:
        """Fill the next slot."""


_D = TypeVar("_D", bound=Draft)


class Filler(Protocol[_D]):
    """A model that proposes words. Rankings must not depend on what else is in a batch."""

    def draft(self, segments: Sequence[str]) -> _D:
        """The tokens of a text with one slot between any two segments."""

    def batch_key(self, draft: _D) -> int:
        """Drafts of equal keys can be ranked together; the key of a draft never changes."""

    def batch_size(self, key: int) -> int:
        """How many drafts of this key are best ranked at a time."""

    def rank(self, drafts: Sequence[_D], wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """The `k` best words for the next slot of each draft, and the best unlisted ones."""


class Writer(Protocol):
    """A model that writes a text anew. What it writes must not depend on other texts."""

    def write(self, segments: Sequence[str], topk: int, number: int) -> str:
        """The text with something in the slots between its segments.

        Each piece is drawn among the `topk` likeliest, by a 64-bit random number; 1 draws none.
        """
