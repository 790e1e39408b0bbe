"""The leak test: pocketsphinx listens to what redaction left."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.clips import Clip, at_rate
from privtool.audio.decoding import Samples
from privtool.audio.intervals import Interval
from privtool.models.loop_listener import LoopListener
from privtool.models.sphinx import RATE, Heard, Sphinx
from privtool.text.spoken_words import spoken_words

_AROUND = 1.5  # seconds before and after an interval that are listened to with it


class SphinxListener:
    """Recognises intervals with their surroundings: once any words, once the private ones.

    The first is by the language model, which takes much for another word. The second is by a
    grammar of the private words in any order and of any other sounds.
    """

    def __init__(self) -> None:
        self._sphinx, self._loop = Sphinx(language_model=True), LoopListener()

    def recalled(
        self, samples: Samples, rate: int, gone: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """How many private words are heard where they were: at least half of them inside.

        Of what the two ways hear in an interval, the larger number counts.
        """
        wanted = spoken_in(private)
        hits = 0
        for interval in gone:
            piece, start = around(Clip(samples, rate), interval)
            free = self._sphinx.hear(piece) or []
            told = self._loop.heard(piece, sorted(wanted)) if wanted else []
            hits += max(
                sum(word.spoken in wanted and inside(word, interval, start) for word in heard)
                for heard in (free, told)
            )
        return hits


def around(clip: Clip, interval: Interval) -> tuple[Samples, float]:
    """An interval with its surroundings, at the rate of pocketsphinx, and the second it starts."""
    start = max(0.0, interval.start - _AROUND)
    first, last = int(start * clip.rate), int((interval.end + _AROUND) * clip.rate)
    piece = at_rate(clip._replace(samples=clip.samples[first:last]), RATE)
    return piece.samples, start


def spoken_in(phrases: Sequence[str]) -> set[str]:
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


def inside(word: Heard, interval: Interval, start: float) -> bool:
    """Whether the middle of a word, heard in what starts at `start`, is in an interval."""
    middle = start + (word.start + word.end) / 2
    return interval.start <= middle <= interval.end
