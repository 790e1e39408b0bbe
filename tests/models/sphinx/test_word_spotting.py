import numpy as np
import pytest

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.interfaces.synthesis import SpokenPhrase
from privtool.models.sphinx import decoder
from privtool.models.sphinx.aligned_voice import AlignedVoice
from privtool.models.sphinx.word_spotting import KeywordSpotter, sphinx_spotters
from privtool.models.tts.espeak import speak, speak_timed
from privtool.stages.hearing import count_heard


@pytest.fixture(scope="module")
def spotters():
    return sphinx_spotters()


def test_removed_words_are_not_recognized(spotters):
    clip = resample(speak("the number is seven seven nine and my name is michael"), 16_000)
    half = clip.seconds * 0.45
    private = ["seven seven nine", "Michael"]
    everything = [Interval(0.0, clip.seconds)]
    spotted = count_heard(spotters, clip, everything, private)
    assert spotted >= 1  # a synthetic voice is hard for it
    silent = clip.samples.copy()
    silent[: int(half * 16_000)] = 0
    gone = [Interval(0.0, half)]
    assert count_heard(spotters, clip._replace(samples=silent), gone, private) == 0
    assert count_heard(spotters, Clip(np.zeros(16_000, np.float32), 16_000), gone, private) == 0


@pytest.fixture(scope="module")
def spotter():
    return KeywordSpotter()


def synthesize(phrase):
    return resample(speak(phrase, "en-us+f2", words_per_minute=120), 16_000).samples


def test_keywords_are_spotted_in_speech_and_not_in_noise(spotter):
    spotted = [
        word.spoken
        for word in spotter.spot(synthesize("seven seven"), ["nine", "seven", "kowalski"])
    ]
    assert set(spotted) == {"seven"}
    assert spotter.spot(synthesize("good books"), ["nine", "seven", "kowalski"]) == []
    draw = np.random.default_rng(1)
    for level in (0.0, 0.001, 0.1):
        noise = (level * draw.standard_normal(32_000)).astype(np.float32)
        assert spotter.spot(noise, ["nine", "seven", "a", "o", "s"]) == []


def test_unknown_words_are_spotted_and_unpronounceable_ones_ignored(spotter):
    spotted = spotter.spot(synthesize("kowalski"), ["kowalski", "\u6771"])
    assert [word.spoken for word in spotted] == ["kowalski"]
    assert spotter.spot(synthesize("kowalski"), []) == []


def test_a_model_is_not_loaded_with_too_little_memory(monkeypatch):
    monkeypatch.setattr(decoder, "_MODEL_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        decoder.SphinxDecoder()


def test_a_clip_is_not_decoded_with_too_little_memory(monkeypatch):
    sphinx = decoder.SphinxDecoder()
    monkeypatch.setattr(decoder, "_SECOND_MEMORY", 1 << 60)
    with pytest.raises(MemoryError):
        sphinx.decode(np.zeros(decoder.RATE, np.float32), [(0, 0, 1.0, "hello")])


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
