"""Scoring of texts and tokens by a language model: the protocols and the scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Score(NamedTuple):
    """The natural log-probability of a text, and the number of tokens that it sums over."""

    logprob: float
    tokens: int


class Scorer(Protocol):
    """A language model. The score of a text must not depend on the other texts."""

    def check(self, text: str) -> None:
        """Raise `DataError` for a text that the model has no tokens for."""

    def score(self, texts: Sequence[str]) -> list[Score]:
        """Return the scores of texts, in order."""


class TokenScorer(Protocol):
    """A language model that scores each token of a text."""

    unknown: int
    """The id of tokens that the model does not have; -1 if there is no such id."""

    def check(self, text: str) -> None:
        """Raise `DataError` for a text that the model has no tokens for."""

    def framed(self, text: str) -> list[int]:
        """Return the ids of a text with the special tokens around it."""

    def token_losses(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return the negative natural log-probabilities of all ids of `framed` but the first."""
