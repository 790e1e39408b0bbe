"""Listening for given words anywhere in a stretch of audio, however little is left of them."""

from __future__ import annotations

from collections.abc import Sequence

from privtool.audio.decoding import Samples
from privtool.models.pronunciation import PHONES, phones_of
from privtool.models.sphinx import Heard, Sphinx

_SOUND = "sound-"  # names of the words that are one phone each
_OTHER = 1e-4  # how likely any other sound is, beside 1 for all words together
_SHORTEST = 0.06  # seconds: a single phone of three frames is found in any tone


class LoopListener:
    """Recognises words in any order and number, or any other sounds.

    A recogniser that knows given words alone hears them in any noise, as it must say something.
    Here each phone can also be heard by itself. That fits at least as well as any word, and is
    much less likely: the words share a probability of 1, the phones one of 0.0001.
    """

    def __init__(self) -> None:
        self._sphinx = Sphinx()

    def heard(self, samples: Samples, words: Sequence[str]) -> list[Heard]:
        """Which of the words, as they are said, are heard in mono floats at `sphinx.RATE`."""
        wanted = {word: phones_of(word) for word in words if word.isascii()}
        wanted |= {_SOUND + phone: (phone,) for phone in PHONES}
        unknown = {word: phones for word, phones in wanted.items() if not self._sphinx.knows(word)}
        self._sphinx.add((word, phones) for word, phones in unknown.items() if phones)
        sayable = [word for word in words if self._sphinx.knows(word)]
        arcs = [(0, 0, 1 / len(sayable), word) for word in sayable]
        arcs += [(0, 0, _OTHER / len(PHONES), _SOUND + phone) for phone in PHONES]
        found = self._sphinx.hear(samples, arcs, 0) or []
        return [
            word
            for word in found
            if not word.spoken.startswith(_SOUND) and word.end - word.start >= _SHORTEST
        ]
