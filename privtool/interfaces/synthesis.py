"""Speech synthesis: the protocol of engines."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip


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
