"""Scoring of texts by a language model: the `Scorer` protocol and its scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


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
