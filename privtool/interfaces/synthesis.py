"""Speech synthesis: the protocol of engines."""

from __future__ import annotations

from typing import Protocol

from privtool.audio.io.clips import Clip


class SpeechEngine(Protocol):
    """A synthesizer with one or more voices."""

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> Clip:
        """Return the phrase as mono floats, at `speed` times the usual speaking rate of a voice.

        The result depends on the arguments alone.
        """

    def nearest(self, hertz: float) -> int:
        """Return the voice with the nearest pitch."""
