"""Engines that speak tones instead of letters."""

import numpy as np

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip
from privtool.core.errors import DataError
from privtool.interfaces.speech import SpokenPhrase
from tests.support.tones import tone

VOICE = 2500  # hertz


class Tones:
    """An engine that speaks tones of 0.1 seconds per letter."""

    voices = 3

    def __init__(self) -> None:
        self.spoken: list[tuple[str, int, float]] = []

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        self.spoken.append((phrase, voice, round(speed, 2)))
        silence = np.zeros(2000, np.float32)
        letters = sum(map(str.isalnum, phrase))
        speech = tone(VOICE, letters / 10 / speed, 22_050)
        return SpokenPhrase(Clip(np.concatenate([silence, speech, silence]), 22_050))

    def nearest(self, hertz: float) -> int:
        return 2


class Timed(Tones):
    """An engine that knows the times of its words, which have pauses between them."""

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        words = [word for word in phrase.split() if any(map(str.isalnum, word))]
        if "unspeakable" in words:
            raise DataError("the voice has no sounds for a word")
        samples, times = [np.zeros(2000, np.float32)], []
        for word in words:
            start = sum(map(len, samples)) / 22_050
            samples += [tone(VOICE, 0.1 * len(word), 22_050), np.zeros(2205, np.float32)]
            times.append(Interval(start, start + 0.1 * len(word)))
        return SpokenPhrase(Clip(np.concatenate(samples), 22_050), tuple(times))
