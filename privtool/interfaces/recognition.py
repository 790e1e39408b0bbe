"""Speech recognition: the protocols of recognizers and word spotters, and what they find."""

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


class SpottedWord(NamedTuple):
    """A spoken word found in audio, and its time in seconds; None where it is unknown."""

    spoken: str
    time: Interval | None


class WordSpotter(Protocol):
    """Finds given words in audio. What it finds must not depend on other audio."""

    @property
    def name(self) -> str:
        """What figures call it."""

    @property
    def rate(self) -> int:
        """The sample rate of its input in hertz."""

    def spot(self, samples: Samples, keywords: Sequence[str]) -> list[SpottedWord]:
        """Return the occurrences of keywords (spoken forms) in mono floats, in order."""
