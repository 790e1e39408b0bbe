"""What a language model says of a text."""

from __future__ import annotations

from typing import NamedTuple


class Score(NamedTuple):
    """The natural log-probability of a text, and of how many tokens it is the sum."""

    logprob: float
    tokens: int
