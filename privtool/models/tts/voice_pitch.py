"""Which of a synthesizer's voices are high and which are low."""

from __future__ import annotations

import functools

from privtool.audio.dsp.pitch import nearest_pitch, pitch
from privtool.audio.io.clips import Clip

_PLAIN = "she said that it would be a long way home"  # to hear how high a voice is


class PitchMeasuredVoices:
    """A base of synthesizers: how high their voices are is heard when it is asked for first."""

    voices: int

    def speak(self, phrase: str, voice: int, speed: float, chance: int) -> Clip:
        """The phrase by a voice."""
        raise NotImplementedError

    def nearest(self, hertz: float) -> int:
        """The voice whose pitch is nearest to `hertz`."""
        return nearest_pitch(self._heights, hertz)

    @functools.cached_property
    def _heights(self) -> list[float]:
        clips = (self.speak(_PLAIN, voice, 1.0, 0) for voice in self._to_hear())
        return [pitch(clip.samples, clip.rate) or 1.0 for clip in clips]

    def _to_hear(self) -> range:
        return range(self.voices)
