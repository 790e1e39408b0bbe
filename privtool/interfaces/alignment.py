"""Forced alignment: the protocol of aligners and its result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from privtool.audio.io.decode import Samples
from privtool.text.english.spoken_words import SpokenWord

ALIGNED = "aligned"
EMPTY = "empty"
NO_TEXT = "no text"
NO_PATH = "no path"  # the audio does not match the words, or is too unclear
TOO_SHORT = "audio shorter than its words"
TOO_LONG = "audio too long"
UNPRONOUNCEABLE = "a word that cannot be said"
SUCCESS = (ALIGNED, EMPTY)


class AlignedWord(NamedTuple):
    """Start and end of a word in seconds, its score (higher is better), and confidence in it.

    The confidence is from 0 to 1, or None where an aligner has none.
    """

    start: float
    end: float
    score: float
    confidence: float | None = None


class Alignment(NamedTuple):
    """A status; `times` has all words in order if it is `aligned`, else nothing."""

    status: str
    times: Sequence[AlignedWord] = ()


class Aligner(Protocol):
    """Finds words in audio. The result for a record must not depend on other records."""

    @property
    def rate(self) -> int:
        """Sampling rate of its input in hertz."""

    def align(
        self, samples: Samples, words: Sequence[SpokenWord], private: Sequence[int] | None = None
    ) -> Alignment:
        """Return the times of the words (at least one) in mono floats, or why there are none.

        The confidence in words far from the `private` ones (sorted indices) may be left out.
        """
