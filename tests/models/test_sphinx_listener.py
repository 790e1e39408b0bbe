from __future__ import annotations

import numpy as np
import pytest

from privtool.audio.clips import at_rate
from privtool.audio.intervals import Interval
from privtool.models.espeak import speak
from privtool.models.sphinx_listener import SphinxListener


@pytest.fixture(scope="module")
def listener():
    return SphinxListener()


def test_words_are_heard_where_they_are_and_not_where_they_are_gone(listener):
    clip = at_rate(speak("the number is seven seven nine and my name is michael"), 16_000)
    half = clip.seconds * 0.45
    private = ["seven seven nine", "Michael"]
    everything = [Interval(0.0, clip.seconds)]
    heard = listener.recalled(clip.samples, clip.rate, everything, private)
    assert heard >= 1  # a synthetic voice is hard for it
    silent = clip.samples.copy()
    silent[: int(half * 16_000)] = 0
    gone = [Interval(0.0, half)]
    assert listener.recalled(silent, clip.rate, gone, private) == 0
    assert listener.recalled(np.zeros(16_000, np.float32), 16_000, gone, private) == 0
