import numpy as np
import pytest

from privtool.audio.io.clips import Clip
from privtool.interfaces.synthesis import SpokenPhrase
from privtool.models.tts.voice_pitch import PitchMeasuredVoices

RATE = 16_000


class Rising(PitchMeasuredVoices):
    """Voices of 100 Hz and more."""

    def __init__(self, voices: int) -> None:
        self.voices = voices
        self.spoken: list[int] = []

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        self.spoken.append(voice)
        phase = (100 + voice / 2) * np.arange(RATE) / RATE % 1
        return SpokenPhrase(Clip((0.3 * (phase < 0.2)).astype(np.float32), RATE))


@pytest.mark.parametrize(("voices", "measured"), [(1, 1), (64, 64), (65, 33), (300, 60)])
def test_at_most_64_voices_are_measured_once(voices, measured):
    engine = Rising(voices)
    wanted = 100 + engine.voices / 4
    found = engine.nearest(wanted)
    assert abs(100 + found / 2 - wanted) < 6
    engine.nearest(120.0)
    assert len(engine.spoken) == len(set(engine.spoken)) == measured
    assert found in engine.spoken
