import numpy as np
import pytest

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.interfaces.synthesis import SpokenPhrase
from privtool.models.sphinx.aligned_voice import AlignedVoice
from privtool.models.tts.espeak import speak_timed


class Recorded:
    """An engine with three voices that says what it is given, and forgets the times."""

    voices = 3

    def __init__(self, spoken: SpokenPhrase) -> None:
        self.spoken = spoken

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        return self.spoken

    def nearest(self, hertz: float) -> int:
        return 2


def test_times_are_those_of_an_alignment():
    phrase = "the number is seven and my name is michael"
    clip, known = speak_timed(phrase, "en-us+f2", 120, 50)
    voice = AlignedVoice(Recorded(SpokenPhrase(clip)))
    found = voice.speak(phrase, 0, 1.0, 1).words
    assert len(found) == len(known)
    assert np.median(np.abs(np.array(found) - np.array(known))) < 0.03
    assert (voice.voices, voice.nearest(100.0)) == (3, 2)


def test_times_of_the_engine_stay():
    spoken = SpokenPhrase(Clip(np.zeros(100, np.float32), 8000), (Interval(0.0, 0.01),))
    assert AlignedVoice(Recorded(spoken)).speak("anna", 0, 1.0, 1) is spoken


@pytest.mark.parametrize(("phrase", "seconds"), [("...", 1.0), ("a long way home", 0.05)])
def test_times_may_stay_unknown(phrase, seconds):
    silence = SpokenPhrase(Clip(np.zeros(round(8000 * seconds), np.float32), 8000))
    assert AlignedVoice(Recorded(silence)).speak(phrase, 0, 1.0, 1).words is None
