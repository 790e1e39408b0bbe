"""Whether private words can be heard: shared by `redact --verify` and `audit audio`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from privtool.audio.intervals import Interval, merge_intervals
from privtool.audio.io.clips import Clip, cut_at_pauses, resample
from privtool.audio.io.decode import Samples
from privtool.core.errors import DataError
from privtool.interfaces.speech import Hypothesis, Recognizer, SpottedWord, WordSpotter
from privtool.text.english.spoken_words import spoken_forms

_CONTEXT = 1.5  # seconds before and after an interval
_LONGEST = 40.0  # seconds that are recognized at a time


def hear(
    spotter: WordSpotter, clip: Clip, intervals: Iterable[Interval], keywords: Sequence[str]
) -> list[SpottedWord]:
    """Return the keywords (spoken forms) that are recognized in intervals with their context.

    Times are in seconds of the clip. In digital silence there are none: recognizers that adapt to
    the channel take it for a word now and then.
    """
    heard: list[SpottedWord] = []
    if not keywords:
        return heard
    for window in merge_intervals(
        Interval(max(0.0, start - _CONTEXT), min(clip.seconds, end + _CONTEXT))
        for start, end in intervals
    ):
        first, last = (int(time * clip.rate) for time in window)
        samples = clip.samples[first:last]
        if not samples.any():
            continue
        part = resample(clip._replace(samples=samples), spotter.rate)
        start = window.start
        for chunk in cut_at_pauses(part.samples, spotter.rate, _LONGEST):
            for word in spotter.spot(chunk, keywords):
                time = word.time
                if time is not None:
                    time = Interval(start + time.start, start + time.end)
                heard.append(word._replace(time=time))
            start += len(chunk) / spotter.rate
    return heard


def is_known(time: Interval) -> bool:
    """Return whether a recognizer's time of a word can be: finite, and not before the clip."""
    return 0 <= time.start <= time.end < math.inf  # false for NaN


def is_inside(word: SpottedWord, interval: Interval, around: float = 0.0) -> bool:
    """Return whether a word's middle is up to `around` seconds from an interval, or unknown."""
    if word.time is None or not is_known(word.time):
        return True
    middle = (word.time.start + word.time.end) / 2
    return interval.start - around <= middle <= interval.end + around


class RecognizerSpotter:
    """Spots the keywords in the best hypothesis of a recognizer."""

    def __init__(self, name: str, recognizer: Recognizer) -> None:
        self.name, self.rate = name, recognizer.rate
        self._recognizer = recognizer

    def spot(self, samples: Samples, keywords: Sequence[str]) -> list[SpottedWord]:
        """Return keywords (spoken forms) in mono floats. Raise `DataError` for a bad result."""
        known = set(keywords)
        try:
            words = _words_of(self._recognizer.recognize([samples]))
        except (AttributeError, IndexError, TypeError, ValueError):
            raise DataError("the recognizer returned a malformed result") from None
        return [
            SpottedWord(spoken, time)
            for word, time in words
            for spoken in sorted(spoken_forms([word]) & known)
        ]


def _words_of(results: list[list[list[Hypothesis]]]) -> list[tuple[str, Interval | None]]:
    """Return the words of the best hypothesis for one clip, with their times if they can be."""
    ((hypotheses, *_),) = results
    if not hypotheses:
        return []
    best = hypotheses[0]
    if not best.words:
        return [(word, None) for word in best.text.split()]
    timed = ((str(word.word), Interval(float(word.start), float(word.end))) for word in best.words)
    return [(word, time if is_known(time) else None) for word, time in timed]


def count_heard(
    spotters: Sequence[WordSpotter],
    clip: Clip,
    intervals: Sequence[Interval],
    phrases: Sequence[str],
) -> int:
    """Count the words of phrases that are recognized in intervals, each by its best spotter."""
    keywords = sorted(spoken_forms(phrases))
    heard = [hear(spotter, clip, intervals, keywords) for spotter in spotters]
    return sum(
        max((sum(is_inside(word, each) for word in words) for words in heard), default=0)
        for each in intervals
    )
