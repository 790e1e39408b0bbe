"""A speech engine whose words have times, by alignment if the engine itself has none."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import resample
from privtool.interfaces.synthesis import SpeechEngine, SpokenPhrase
from privtool.text.english.spoken_words import spoken_words

if TYPE_CHECKING:
    from privtool.models.sphinx.aligner import SphinxAligner


class AlignedVoice:
    """Speaks as its engine does. Times stay unknown if pocketsphinx cannot align a phrase."""

    def __init__(self, engine: SpeechEngine) -> None:
        self.engine, self.voices = engine, engine.voices

    def speak(self, phrase: str, voice: int, speed: float, seed: int) -> SpokenPhrase:
        """Return the phrase. Raises as the engine does."""
        spoken = self.engine.speak(phrase, voice, speed, seed)
        words = spoken_words(phrase)
        if spoken.words is not None or not words:
            return spoken
        samples = resample(spoken.clip, self._aligner.rate).samples
        times = self._aligner.force(samples, words).times
        aligned = tuple(Interval(time.start, time.end) for time in times)
        return spoken._replace(words=aligned or None)

    def nearest(self, hertz: float) -> int:
        return self.engine.nearest(hertz)

    @functools.cached_property
    def _aligner(self) -> SphinxAligner:
        """Load it when it is needed: most engines have times."""
        from privtool.models.sphinx.aligner import SphinxAligner

        return SphinxAligner()
