"""Forced alignment by pocketsphinx, with a grammar of all readings of the words.

A second alignment, for which the text may be wrong anywhere, says how far its times can be trusted:
each word may be left out, and any other sounds may come before and after it. Where the text is
right, it finds the same times. Where the first one had to put a word into the sound of another,
this one does not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from itertools import pairwise

from privtool.audio.intervals import TRUSTED, Interval, confidences, is_trusted
from privtool.audio.io.decode import Samples
from privtool.interfaces.speech import (
    ALIGNED,
    NO_PATH,
    TOO_SHORT,
    UNPRONOUNCEABLE,
    AlignedWord,
    Alignment,
)
from privtool.models.sphinx.decoder import NARROW_BEAM, RATE, RecognizedWord, SphinxDecoder
from privtool.models.sphinx.grammar import (
    Arc,
    ReadingGraph,
    add_phones,
    add_words,
    build_graph,
    is_phone,
    phone_loop,
    phones_of,
    trace_owners,
    weighted_arcs,
)
from privtool.text.english.spoken_words import SpokenWord

_CHUNK = 20.0  # seconds
# Other sounds are of these phones: with all 39, the search takes twice the time and finds no more.
# The weight is that of all together, against 1 for the next word.
_PHONES = (
    *("AA", "AE", "AH", "EY", "IY", "OW", "UW", "ER"),
    *("L", "M", "N", "S", "SH", "F", "T", "K", "D"),
)
_OTHER_SOUND = 4e-5
_LEFT_OUT = 1e-4  # weight of a word's absence
_NEAR, _NEAR_WORDS = 2.0, 3  # seconds and words on each side of a word that is checked


def neighborhoods(times: Sequence[Interval], private: Sequence[int]) -> list[range]:
    """Return runs of words that have the `private` ones (sorted indices) and what is near them."""
    runs: list[range] = []
    for index in private:
        first, last = max(0, index - _NEAR_WORDS), min(len(times) - 1, index + _NEAR_WORDS)
        while first and times[index].start - times[first - 1].end < _NEAR:
            first -= 1
        while last + 1 < len(times) and times[last + 1].start - times[index].end < _NEAR:
            last += 1
        if runs and first <= runs[-1].stop:
            first = runs.pop().start
        runs.append(range(first, last + 1))
    return runs


def _chunks(
    times: Sequence[Interval], seconds: float, checked: range
) -> Iterator[tuple[range, float, float]]:
    """Yield indices of words, and start and end of the audio around them, in chunks of 20 s."""
    cuts = [0.0, *((time.end + other.start) / 2 for time, other in pairwise(times)), seconds]
    first = checked.start
    for index in checked[1:]:
        if cuts[index] - cuts[first] >= _CHUNK:
            yield range(first, index), cuts[first], cuts[index]
            first = index
    yield range(first, checked.stop), cuts[first], cuts[checked.stop]


def _search(
    sphinx: SphinxDecoder, samples: Samples, words: Sequence[SpokenWord]
) -> list[Interval | None]:
    """Return the times of words that may be left out; None for one not there."""
    graph = build_graph(words)
    states = [0, *graph.ends]
    add_words(sphinx, graph)
    add_phones(sphinx)
    arcs = weighted_arcs(graph)
    arcs += [(start, end, _LEFT_OUT) for start, end in pairwise(states)]
    for state in states:
        arcs += phone_loop(state, _OTHER_SOUND, _PHONES)
    heard = sphinx.decode(samples, arcs, graph.ends[-1], NARROW_BEAM) or []
    spoken = [word for word in heard if not is_phone(word.spoken)]
    absences = [Arc(start, end, "", -1) for start, end in pairwise(states)]
    tolerant = ReadingGraph([*graph.arcs, *absences], graph.ends)
    owners = trace_owners(tolerant, [word.spoken for word in spoken], graph.ends[-1:])
    times: list[Interval | None] = [None] * len(words)
    for owner, word in zip(owners or [], spoken, strict=bool(owners)):
        known = times[owner]
        times[owner] = Interval(known.start if known else word.start, word.end)
    return times


WHOLE = 45.0  # seconds: longer audio is aligned in windows
_WINDOW = 30.0
_OVERLAP = 4.0  # seconds at the end of a window that the next one aligns again
_WORDS_PER_SECOND = 6  # an upper bound over a whole window
_CACHE_SIZE = 1 << 16
_SHORTEST = 0.03  # seconds of a word: one phone of three frames


class SphinxAligner:
    """Aligns mono floats at `rate` with words; audio over `WHOLE` seconds in windows."""

    rate = RATE

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder()
        self._is_pronounceable = functools.lru_cache(_CACHE_SIZE)(self._has_phones)

    def align(
        self, samples: Samples, words: Sequence[SpokenWord], private: Sequence[int] | None = None
    ) -> Alignment:
        """Return the times of the words, or why there are none.

        Those near `private` ones have a confidence; all have one if these are None, or one of them
        is doubted, as their neighbors must be known then.
        """
        alignment = self.force(samples, words)
        if not alignment.times:
            return alignment
        words = [self._with_pronounceable_readings(word) for word in words]
        times = alignment.times
        everything = [range(len(times))]
        if private is not None:
            runs = neighborhoods([Interval(time.start, time.end) for time in times], private)
            near = self._with_confidence(samples, words, times, runs)
            sure = all(is_trusted(near[index].confidence, TRUSTED) for index in private)
            if sure or runs == everything:
                return Alignment(ALIGNED, near)
        return Alignment(ALIGNED, self._with_confidence(samples, words, times, everything))

    def force(self, samples: Samples, words: Sequence[SpokenWord]) -> Alignment:
        """Return the times of the words without confidence, or why there are none."""
        words = [self._with_pronounceable_readings(word) for word in words]
        if not all(all(word.parts) and word.parts for word in words):
            return Alignment(UNPRONOUNCEABLE)
        if len(words) * _SHORTEST > len(samples) / RATE:
            return Alignment(TOO_SHORT)
        times: list[AlignedWord] = []
        start = 0  # the first sample that is not aligned yet
        while len(samples) - start > WHOLE * RATE and len(times) < len(words):
            next_words = words[len(times) : len(times) + int(_WINDOW * _WORDS_PER_SECOND)]
            window = samples[start : start + int(_WINDOW * RATE)]
            path = self._search(window, next_words, complete=False)
            if path is None:
                return Alignment(NO_PATH)
            final = [time for time in path if time.end < _WINDOW - _OVERLAP]
            times += [_shift(time, start / RATE) for time in final]
            start += int((final[-1].end if final else _WINDOW - _OVERLAP) * RATE)
        if len(times) < len(words):
            path = self._search(samples[start:], words[len(times) :], complete=True)
            if path is None:
                return Alignment(NO_PATH)
            times += [_shift(time, start / RATE) for time in path]
        end = len(samples) / RATE
        return Alignment(ALIGNED, [t._replace(end=min(t.end, end)) for t in times])

    def _with_confidence(
        self,
        samples: Samples,
        words: Sequence[SpokenWord],
        forced: Sequence[AlignedWord],
        runs: Sequence[range],
    ) -> list[AlignedWord]:
        first = [Interval(time.start, time.end) for time in forced]
        times = list(forced)
        for run in runs:
            second: list[Interval | None] = []
            for part, start, end in _chunks(first, len(samples) / RATE, run):
                chunk = samples[round(start * RATE) : round(end * RATE)]
                found = _search(self._sphinx, chunk, words[part.start : part.stop])
                second += [t and Interval(t.start + start, t.end + start) for t in found]
            scores = [forced[index].score for index in run]
            sure = confidences([first[index] for index in run], scores, second)
            for index, own in zip(run, sure, strict=True):
                times[index] = times[index]._replace(confidence=own)
        return times

    def _with_pronounceable_readings(self, word: SpokenWord) -> SpokenWord:
        """Drop the readings of a word that cannot be pronounced."""
        parts = tuple(
            tuple(
                reading
                for reading in part
                if all(all(map(self._is_pronounceable, filter(None, slot))) for slot in reading)
            )
            for part in word.parts
        )
        return word._replace(parts=parts)

    def _has_phones(self, spoken: str) -> bool:
        """Return whether a word is in the dictionary or has letter-to-sound phones."""
        return self._sphinx.has_word(spoken) or (spoken.isascii() and bool(phones_of(spoken)))

    def _search(
        self, samples: Samples, words: Sequence[SpokenWord], complete: bool
    ) -> list[AlignedWord] | None:
        """Return the times of all words (`complete`) or of a prefix; None if there is no path."""
        graph = build_graph(words)
        add_words(self._sphinx, graph)
        arcs = weighted_arcs(graph)
        final = graph.ends[-1]
        ends = [final] if complete else [0, *graph.ends]
        if not complete:
            arcs += [(end, final, 1.0) for end in ends[:-1]]
        recognized = self._sphinx.decode(samples, arcs, final)
        if recognized is None:
            return None
        return _times(graph, recognized, ends, len(words) if complete else 0)


def _times(
    graph: ReadingGraph, recognized: Sequence[RecognizedWord], ends: Sequence[int], least: int
) -> list[AlignedWord] | None:
    """Return the times of the text's words, at least `least`, from those of their spoken words.

    A word without any (only signs) has no duration, at the end of the previous word.
    """
    owners = trace_owners(graph, [word.spoken for word in recognized], ends)
    if owners is None:
        return None
    times: list[AlignedWord] = []
    for owner in range(max(least, owners[-1] + 1 if owners else 0)):
        own = [word for word, other in zip(recognized, owners, strict=True) if other == owner]
        if not own:
            previous = times[-1].end if times else 0.0
            times.append(AlignedWord(previous, previous, 0.0))
            continue
        seconds = sum(word.end - word.start for word in own)
        score = sum(word.score * (word.end - word.start) for word in own) / seconds
        times.append(AlignedWord(own[0].start, own[-1].end, score))
    return times


def _shift(time: AlignedWord, seconds: float) -> AlignedWord:
    return time._replace(start=time.start + seconds, end=time.end + seconds)
