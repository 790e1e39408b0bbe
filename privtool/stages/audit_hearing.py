"""Which private words of a turn can be heard before and after it was made safe, and in noise."""

from __future__ import annotations

from typing import NamedTuple

from privtool.audio.dsp.room_tone import ROOM, replace_intervals
from privtool.audio.intervals import Interval, merge_intervals, pauses
from privtool.audio.io.clips import Clip, to_mono
from privtool.audio.io.decode import Audio
from privtool.core.fields import id_of, text_of
from privtool.core.record import Record
from privtool.core.rng import draw
from privtool.core.spans import Span, merge_overlapping, replace_ranges
from privtool.interfaces.recognition import SpottedWord, WordSpotter
from privtool.stages.audio_originals import Original
from privtool.stages.audio_pair import AROUND, AudioPair
from privtool.stages.hearing import hear, is_inside
from privtool.text.english.spoken_words import spoken_forms

_MARGIN = 0.06  # seconds around a private word that are noise in the baseline


class Heard(NamedTuple):
    """The numbers of the private words that one recognizer hears.

    `after` and `by_chance`, in noise, are of those heard before.
    """

    before: set[int]
    after: set[int]
    by_chance: set[int]


class Listener:
    """Listens to the private words of a turn with one recognizer after the other."""

    def __init__(self, original: Original, safe: Record, pair: AudioPair, noise: Clip) -> None:
        self._pair, self._noise = pair, noise
        text = text_of(original.record)
        spans = merge_overlapping(
            Span(word.start, word.end, word.label) for word in original.private
        )
        said = spoken_forms([replace_ranges(text, ((start, end, " ") for start, end, *_ in spans))])
        if not pair.aligned:
            said |= spoken_forms([text_of(safe)])
        self._said = said
        self._public = [
            (word.time, spoken_forms([text[word.start : word.end]]))
            for word in original.public
            if word.time is not None
        ]
        self._words = [
            (spoken_forms([text[word.start : word.end]]), word.time) for word in original.private
        ]

    def listen(self, spotter: WordSpotter) -> Heard:
        """Return what a recognizer hears."""
        before = self._find(spotter, self._pair.before, set(range(len(self._words))))
        after = self._find(spotter, self._pair.after, before)
        return Heard(before, after, self._find(spotter, self._noise, before))

    def _find(self, spotter: WordSpotter, clip: Clip, numbers: set[int]) -> set[int]:
        """Return which of the words are heard: in their place if it is known, else anywhere.

        Anywhere, words that the safe or public text has, too, do not count. They compete with the
        private ones, which a grammar would hear in surrogates that sound alike.
        """
        wanted: list[tuple[int, set[str], Interval | None]] = []
        for number in sorted(numbers):
            forms, time = self._words[number]
            if not self._pair.aligned or time is None:
                forms, time = forms - self._said, None
            wanted.append((number, forms, time))
        keywords = set().union(*(forms for _, forms, _ in wanted))
        if keywords and any(time is None for _, _, time in wanted):
            keywords |= self._said
        everywhere = Interval(0.0, clip.seconds)
        intervals = [time or everywhere for _, forms, time in wanted if forms]
        heard = hear(spotter, clip, intervals, sorted(keywords))
        spotted = [word for word in heard if not self._is_public(word)]
        found: set[int] = set()
        for number, forms, time in wanted:
            for at, word in enumerate(spotted):
                if word.spoken in forms and (time is None or is_inside(word, time, AROUND)):
                    found.add(number)
                    del spotted[at]  # one sound is one word
                    break
        return found

    def _is_public(self, word: SpottedWord) -> bool:
        """Whether a word is a public one in its place; of unknown time, whether it may be."""
        if word.time is None:
            return word.spoken in self._said
        if not self._pair.aligned:
            return False
        return any(word.spoken in forms and is_inside(word, time) for time, forms in self._public)


def with_noise(audio: Audio, original: Original) -> Clip:
    """Return a turn with noise in place of its private words, or of all if times are unknown."""
    seconds = len(audio.samples) / audio.rate
    removed = [Interval(0.0, seconds)]
    if all(word.time is not None for word in original.private):
        removed = merge_intervals(
            Interval(max(0.0, word.time.start - _MARGIN), min(seconds, word.time.end + _MARGIN))
            for word in original.private
            if word.time is not None
        )
    times = [word.time for word in original.public if word.time is not None]
    quiet = pauses(times, removed, seconds)
    seed = draw(0, id_of(original.record))
    return to_mono(replace_intervals(audio, removed, ROOM, quiet, seed))
