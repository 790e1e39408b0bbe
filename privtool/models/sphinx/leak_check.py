"""The leak check: pocketsphinx tries to recognize private words in redacted audio."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.audio.io.decode import Samples
from privtool.models.sphinx.decoder import RATE, RecognizedWord, SphinxDecoder
from privtool.models.sphinx.pronunciation import PHONES, phones_of
from privtool.text.english.spoken_words import spoken_words

_PHONE = "sound-"  # prefix of the one-phone words of the loop
_PHONE_WEIGHT = 1e-4  # of all phones together, against 1 for all keywords
_SHORTEST = 0.06  # seconds: a word of a single phone of three frames matches any tone
_CONTEXT = 1.5  # seconds before and after an interval


class KeywordSpotter:
    """Spots keywords, in any order and number, among other sounds.

    A grammar of keywords alone finds them in any noise. Here a phone loop competes with them: it
    fits at least as well as any word, with a prior of 0.0001 against 1 for the keywords.
    """

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder()

    def find(self, samples: Samples, keywords: Sequence[str]) -> list[RecognizedWord]:
        """Return the occurrences of keywords (spoken forms) in mono floats at `decoder.RATE`."""
        vocabulary = {word: phones_of(word) for word in keywords if word.isascii()}
        vocabulary |= {_PHONE + phone: (phone,) for phone in PHONES}
        unknown = [word for word in vocabulary if not self._sphinx.has_word(word)]
        self._sphinx.add((word, vocabulary[word]) for word in unknown if vocabulary[word])
        known = [word for word in keywords if self._sphinx.has_word(word)]
        arcs = [(0, 0, 1 / len(known), word) for word in known]
        arcs += [(0, 0, _PHONE_WEIGHT / len(PHONES), _PHONE + phone) for phone in PHONES]
        return [
            word
            for word in self._sphinx.decode(samples, arcs, 0) or []
            if not word.spoken.startswith(_PHONE) and word.end - word.start >= _SHORTEST
        ]


class SphinxLeakChecker:
    """Recognizes intervals with their context, by a language model and by keyword spotting.

    The language model takes remains of a word for another, more probable one; the spotter knows
    the private words only.
    """

    def __init__(self) -> None:
        self._sphinx, self._spotter = SphinxDecoder(language_model=True), KeywordSpotter()

    def count_leaks(
        self, samples: Samples, rate: int, removed: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """Count the private words recognized with their middle inside a removed interval.

        Of the two recognizers, the one with more words in an interval counts.
        """
        keywords = spoken_forms(private)
        leaks = 0
        for interval in removed:
            window, start = context_window(Clip(samples, rate), interval)
            recognized = self._sphinx.decode(window) or []
            spotted = self._spotter.find(window, sorted(keywords)) if keywords else []
            leaks += max(
                sum(word.spoken in keywords and is_inside(word, interval, start) for word in words)
                for words in (recognized, spotted)
            )
        return leaks


def context_window(clip: Clip, interval: Interval) -> tuple[Samples, float]:
    """Return an interval with its context at pocketsphinx's rate, and its start in seconds."""
    start = max(0.0, interval.start - _CONTEXT)
    first, last = int(start * clip.rate), int((interval.end + _CONTEXT) * clip.rate)
    window = resample(clip._replace(samples=clip.samples[first:last]), RATE)
    return window.samples, start


def spoken_forms(phrases: Sequence[str]) -> set[str]:
    """Return all spoken words of all readings of the phrases."""
    return {
        spoken
        for phrase in phrases
        for word in spoken_words(phrase)
        for part in word.parts
        for reading in part
        for slot in reading
        for spoken in slot
        if spoken
    }


def is_inside(word: RecognizedWord, interval: Interval, start: float) -> bool:
    """Return whether the middle of a word, in a window from `start`, is in an interval."""
    middle = start + (word.start + word.end) / 2
    return interval.start <= middle <= interval.end
