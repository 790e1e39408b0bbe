"""Guessing back: the protocol of models that rank the words that a marker may stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from privtool.interfaces.filling import Draft, Drafts, Wanted

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


_D = TypeVar("_D", bound=Draft)


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
        self,
        drafts: Sequence[_D],
        wanted: Sequence[Wanted],
        originals: Sequence[Sequence[str]],
    ) -> list[Guess]:
        """The best word for the next slot of each draft, and the ranks of its originals.

        Originals are keys of words.
        """
