"""Speech: the protocols of aligners, recognizers, word spotters and synthesizers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from privtool.audio.intervals import Interval
    from privtool.audio.io.clips import Clip
    from privtool.audio.io.decode import Samples
    from privtool.core.record import WordTime
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


class SpokenPhrase(NamedTuple):
    """A phrase as mono floats, and the times of its `spoken_words` in seconds of the clip.

    The times are the engine's own: sorted and disjoint. None if it has none.
    """

    clip: Clip
    words: tuple[Interval, ...] | None = None


class SpeechEngine(Protocol):
    """A synthesizer with one or more voices."""

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        """Return the phrase, at `speed` times the usual speaking rate of a voice.

        The result depends on the arguments alone. Raise `DataError` for a phrase that the voice
        cannot say.
        """

    def nearest(self, hertz: float) -> int:
        """Return the voice with the nearest pitch."""
