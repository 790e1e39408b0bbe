"""Speech recognition: the protocols of recognizers and leak checkers, and hypotheses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from privtool.audio.intervals import Interval
from privtool.audio.io.decode import Samples
from privtool.core.record import WordTime


class Hypothesis(NamedTuple):
    """A text that may have been said, and its natural log-probability.

    `words` are its words with times in seconds from the start of the clip, or None where the
    recognizer has no times. `lm_score` is the part of `score` from a weighted language model.
    """

    text: str
    score: float
    words: tuple[WordTime, ...] | None = None
    lm_score: float = 0.0


class Recognizer(Protocol):
    """A speech recognizer. The hypotheses of a clip must not depend on the other clips."""

    @property
    def rate(self) -> int:
        """The sample rate of its input in hertz."""

    @property
    def weights(self) -> tuple[float, ...]:
        """The language model weights that it returns hypotheses for; (0.0,) without a model."""

    def recognize(self, clips: Sequence[Samples]) -> list[list[list[Hypothesis]]]:
        """Return hypotheses [clip][weight][best first] of clips (mono floats)."""


class LeakChecker(Protocol):
    """Tries to recognize private words in redacted audio."""

    def count_leaks(
        self, samples: Samples, rate: int, removed: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """Return how many of the private words are recognized in the removed intervals."""
