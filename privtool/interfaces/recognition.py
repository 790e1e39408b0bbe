"""What was recognized in a clip."""

from __future__ import annotations

from typing import NamedTuple

from privtool.core.record import WordTime


class Hypothesis(NamedTuple):
    """What may have been said, and how well that fits: a natural log-probability.

    `words` are its words with their times in seconds from the start of the clip, None where the
    recognizer does not tell. `lm_score` is the part of a language model in `score`, weighted.
    """

    text: str
    score: float
    words: tuple[WordTime, ...] | None = None
    lm_score: float = 0.0
