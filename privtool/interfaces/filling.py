"""Filling and guessing back: the protocols of models, their requests and candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from privtool.text.word_lists import WordList


@dataclass(frozen=True, eq=False)  # known by its identity, as it may hold thousands of words
class WordBias:
    """What is added to the scores of words, by their keys, and to those of all `other` words."""

    words: Mapping[str, float]
    other: float = 0.0


class Wanted(NamedTuple):
    """The words wanted for a slot: of the class `label` if given, preferably not in `avoid`.

    `kept_by` are the other lists used for masking, which kept the original word.
    """

    label: str | None
    avoid: tuple[WordList, ...]
    kept_by: tuple[WordList, ...] = ()
    bias: WordBias | None = None


class Candidate(NamedTuple):
    """A whole word that a model proposes; `avoided` if it is in a list to avoid."""

    token: int
    word: str
    score: float
    avoided: bool


class Candidates(NamedTuple):
    """Candidates as columns, best first, so that thousands of them cost little.

    `word` returns the word at an index. Tokens of several pieces may be too large for int64.
    """

    tokens: NDArray[np.int64] | NDArray[np.object_]
    scores: NDArray[np.float64]
    avoided: NDArray[np.bool_]
    word: Callable[[int], str]

    def at(self, place: int) -> Candidate:
        token, score, avoided = self.tokens[place], self.scores[place], self.avoided[place]
        return Candidate(int(token), self.word(place), float(score), bool(avoided))

    def first(self, count: int) -> list[Candidate]:
        """Return the best candidates one by one."""
        return [self.at(place) for place in range(min(count, len(self.tokens)))]

    def all(self) -> list[Candidate]:
        """Return all candidates one by one."""
        return self.first(len(self.tokens))


class Ranking(NamedTuple):
    """The best candidates for a slot, and the best ones outside the lists.

    `unlisted` is searched only if all of `best` are avoided; it is at most as long.
    """

    best: Candidates
    unlisted: Candidates | None = None


def candidates(proposed: Iterable[Candidate]) -> Candidates:
    """Return candidates as columns."""
    rows = list(proposed)
    words = [row.word for row in rows]
    return Candidates(
        np.array([row.token for row in rows], np.object_),
        np.array([row.score for row in rows], np.float64),
        np.array([row.avoided for row in rows], np.bool_),
        words.__getitem__,
    )


class Draft(Protocol):
    """A partly filled text: tokens with open slots, the first of which is next."""

    def put(self, token: int) -> None:
        """Fill the next slot."""


_D = TypeVar("_D", bound=Draft)


class Drafts(Protocol[_D]):
    """A model that reads drafts in batches."""

    def draft(self, segments: Sequence[str]) -> _D:
        """Return the draft of a text with a slot between any two segments."""

    def batch_key(self, draft: _D) -> int:
        """Return a key: drafts of equal keys can be ranked together. It never changes."""

    def batch_size(self, key: int) -> int:
        """Return how many drafts of this key to rank at a time."""


class Filler(Drafts[_D], Protocol[_D]):
    """A model that proposes words. Rankings must not depend on what else is in a batch."""

    def rank(self, drafts: Sequence[_D], wanted: Sequence[Wanted], k: int) -> list[Ranking]:
        """Return the `k` best words for the next slot of each draft, and the best unlisted ones."""


class PhraseQuestion(NamedTuple):
    """A text with slots, the first slot of a phrase, and the phrases to choose from.

    A phrase has a text for each of its slots, which follow each other.
    """

    segments: Sequence[str]
    first: int
    phrases: Sequence[tuple[str, ...]]


class PhraseScorer(Protocol):
    """A model that says how well phrases fit their context."""

    def phrase_scores(self, questions: Sequence[PhraseQuestion]) -> list[list[float]]:
        """Return a score for each phrase of each question; it must not depend on the others."""


OUTSIDE = 0.01
"""Share of the probability that goes to words which should not have been masked at a slot."""


class Rank(NamedTuple):
    """Where an attacker ranks a word, 1 for the best, and the word's surprisal in bits.

    An attacker without probabilities has no surprisal.
    """

    rank: int
    bits: float | None


class Guess(NamedTuple):
    """What a model makes of a slot: the token of its best word, and the ranks of the originals.

    A rank is None for a word that the model cannot propose.
    """

    token: int
    ranks: tuple[Rank | None, ...]


class Guesser(Drafts[_D], Protocol[_D]):
    """A model that ranks all its words. Ranks must not depend on what else is in a batch.

    Words that the markers and word lists of a slot allow come first.
    """

    @property
    def size(self) -> int:
        """How many words the model ranks."""

    def known_words(self) -> frozenset[str]:
        """The keys of the words that can be ranked wherever they stand; may be empty."""

    def guess(
        self, drafts: Sequence[_D], wanted: Sequence[Wanted], originals: Sequence[Sequence[str]]
    ) -> list[Guess]:
        """The best word for the next slot of each draft, and the ranks of its originals.

        Originals are keys of words.
        """
