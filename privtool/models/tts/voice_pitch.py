"""The pitch of a synthesizer's voices."""

from __future__ import annotations

import functools

from privtool.audio.dsp.pitch import median_pitch, nearest_pitch
from privtool.interfaces.synthesis import SpokenPhrase

_TEST_SENTENCE = "she said that it would be a long way home"
_MOST = 64  # voices that are measured, which takes a second or two of speech each


class PitchMeasuredVoices:
    """A base class of synthesizers that measures the pitch of voices on first use.

    Of many voices it measures every second, third, ..., so that there are at most 64.
    """

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        raise NotImplementedError

    def nearest(self, hertz: float) -> int:
        """Return the measured voice whose pitch is nearest to `hertz`."""
        return self._measured()[nearest_pitch(self._pitches, hertz)]

    @functools.cached_property
    def _pitches(self) -> list[float]:
        clips = (self.speak(_TEST_SENTENCE, voice, 1.0, 0).clip for voice in self._measured())
        return [median_pitch(clip.samples, clip.rate) or 1.0 for clip in clips]

    def _measured(self) -> range:
        return range(0, self.voices, -(-self.voices // _MOST))
