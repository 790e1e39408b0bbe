"""The leak test: pocketsphinx listens to what redaction left."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.clips import Clip, at_rate
from privtool.audio.decoding import Samples
from privtool.audio.intervals import Interval
from privtool.models.sphinx import RATE, Heard, Sphinx
from privtool.text.spoken_words import spoken_words

_AROUND = 1.5  # seconds before and after an interval that are listened to with it


class SphinxListener:
    """Recognises intervals with their surroundings, any words, by the language model."""

    def __init__(self) -> None:
        self._sphinx = Sphinx(language_model=True)

    def recalled(
        self, samples: Samples, rate: int, gone: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """How many private words are heard where they were: at least half of them inside."""
        wanted = _spoken(private)
        clip = at_rate(Clip(samples, rate), RATE)
        hits = 0
        for interval in gone:
            start = max(0.0, interval.start - _AROUND)
            piece = clip.samples[int(start * RATE) : int((interval.end + _AROUND) * RATE)]
            for word in self._sphinx.hear(piece) or []:
                hits += word.spoken in wanted and _inside(word, interval, start)
        return hits


def _spoken(phrases: Sequence[str]) -> set[str]:
    """All words that any reading of the phrases has."""
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


def _inside(word: Heard, interval: Interval, start: float) -> bool:
    middle = start + (word.start + word.end) / 2
    return interval.start <= middle <= interval.end
