import numpy as np
import pytest

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.models.sphinx.word_spotting import KeywordSpotter, sphinx_spotters
from privtool.models.tts.espeak import speak
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
