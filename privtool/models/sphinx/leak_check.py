"""The leak test: pocketsphinx listens to what redaction left."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.intervals import Interval
from privtool.audio.io.clips import Clip, resample
from privtool.audio.io.decode import Samples
from privtool.models.sphinx.decoder import RATE, RecognizedWord, SphinxDecoder
from privtool.models.sphinx.pronunciation import PHONES, phones_of
from privtool.text.english.spoken_words import spoken_words

_SOUND = "sound-"  # names of the words that are one phone each
_OTHER = 1e-4  # how likely any other sound is, beside 1 for all words together
_SHORTEST = 0.06  # seconds: a single phone of three frames is found in any tone


class KeywordSpotter:
    """Recognizes words in any order and number, or any other sounds.

    A recognizer that knows given words alone hears them in any noise, as it must say something.
    Here each phone can also be heard by itself. That fits at least as well as any word, and is
    much less likely: the words share a probability of 1, the phones one of 0.0001.
    """

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder()

    def heard(self, samples: Samples, words: Sequence[str]) -> list[RecognizedWord]:
        """Which of the words, as they are said, are heard in mono floats at `sphinx.RATE`."""
        wanted = {word: phones_of(word) for word in words if word.isascii()}
        wanted |= {_SOUND + phone: (phone,) for phone in PHONES}
        unknown = {
            word: phones for word, phones in wanted.items() if not self._sphinx.has_word(word)
        }
        self._sphinx.add((word, phones) for word, phones in unknown.items() if phones)
        sayable = [word for word in words if self._sphinx.has_word(word)]
        arcs = [(0, 0, 1 / len(sayable), word) for word in sayable]
        arcs += [(0, 0, _OTHER / len(PHONES), _SOUND + phone) for phone in PHONES]
        found = self._sphinx.decode(samples, arcs, 0) or []
        return [
            word
            for word in found
            if not word.spoken.startswith(_SOUND) and word.end - word.start >= _SHORTEST
        ]


_AROUND = 1.5  # seconds before and after an interval that are listened to with it


class SphinxLeakChecker:
    """Recognizes intervals with their surroundings: once any words, once the private ones.

    The first is by the language model, which takes much for another word. The second is by a
    grammar of the private words in any order and of any other sounds.
    """

    def __init__(self) -> None:
        self._sphinx, self._loop = SphinxDecoder(language_model=True), KeywordSpotter()

    def count_leaks(
        self, samples: Samples, rate: int, gone: Sequence[Interval], private: Sequence[str]
    ) -> int:
        """How many private words are heard where they were: at least half of them inside.

        Of what the two ways hear in an interval, the larger number counts.
        """
        wanted = spoken_in(private)
        hits = 0
        for interval in gone:
            piece, start = around(Clip(samples, rate), interval)
            free = self._sphinx.decode(piece) or []
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
    piece = resample(clip._replace(samples=clip.samples[first:last]), RATE)
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


def inside(word: RecognizedWord, interval: Interval, start: float) -> bool:
    """Whether the middle of a word, heard in what starts at `start`, is in an interval."""
    middle = start + (word.start + word.end) / 2
    return interval.start <= middle <= interval.end
