"""Alignment by pocketsphinx: a grammar of all readings of the words, searched in the audio."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from privtool.audio.io.decode import Samples
from privtool.interfaces.alignment import (
    ALIGNED,
    NO_PATH,
    TOO_SHORT,
    UNPRONOUNCEABLE,
    AlignedWord,
    Alignment,
    failure,
)
from privtool.models.sphinx.decoder import RATE, RecognizedWord, SphinxDecoder
from privtool.models.sphinx.pronunciation import phones_of
from privtool.models.sphinx.reading_graph import Graph, build_graph, trace_owners
from privtool.text.english.spoken_words import SpokenWord

WHOLE = 45.0  # seconds that are aligned in one go
_WINDOW = 30.0
_UNSURE = 4.0  # seconds at the end of a window that the next one looks at again
_WORDS_PER_SECOND = 6  # more than anybody says over a whole window
_REMEMBERED = 1 << 16
_LEAST = 0.03  # seconds that a word takes at least: one phone of three frames


class SphinxAligner:
    """Aligns mono floats at `rate` with words; audio over `WHOLE` seconds goes window by window."""

    rate = RATE

    def __init__(self) -> None:
        self._sphinx = SphinxDecoder()
        self._sayable = _Bounded()

    def align(self, samples: Samples, words: Sequence[SpokenWord]) -> Alignment:
        """The times of the words, or why there are none."""
        words = [self._said(word) for word in words]
        if not all(all(word.parts) and word.parts for word in words):
            return failure(UNPRONOUNCEABLE)
        if len(words) * _LEAST > len(samples) / RATE:
            return failure(TOO_SHORT)
        times: list[AlignedWord] = []
        at = 0  # the sample where the words that are left begin
        while len(samples) - at > WHOLE * RATE and len(times) < len(words):
            some = words[len(times) : len(times) + int(_WINDOW * _WORDS_PER_SECOND)]
            piece = samples[at : at + int(_WINDOW * RATE)]
            found = self._path(piece, some, all_of_them=False)
            if found is None:
                return failure(NO_PATH)
            sure = [time for time in found if time.end < _WINDOW - _UNSURE]
            times += [_shifted(time, at / RATE) for time in sure]
            at += int((sure[-1].end if sure else _WINDOW - _UNSURE) * RATE)
        if len(times) < len(words):
            found = self._path(samples[at:], words[len(times) :], all_of_them=True)
            if found is None:
                return failure(NO_PATH)
            times += [_shifted(time, at / RATE) for time in found]
        end = len(samples) / RATE
        return Alignment(ALIGNED, [t._replace(end=min(t.end, end)) for t in times])

    def _said(self, word: SpokenWord) -> SpokenWord:
        """The word with those of its readings that can be said."""
        parts = tuple(
            tuple(
                reading
                for reading in part
                if all(all(map(self._can_say, filter(None, slot))) for slot in reading)
            )
            for part in word.parts
        )
        return word._replace(parts=parts)

    def _can_say(self, spoken: str) -> bool:
        """Whether a word is in the dictionary, or can be put there by the rules of sounds."""
        if spoken not in self._sayable:
            known = self._sphinx.has_word(spoken)
            self._sayable[spoken] = known or (spoken.isascii() and bool(phones_of(spoken)))
        return self._sayable[spoken]

    def _path(
        self, samples: Samples, words: Sequence[SpokenWord], all_of_them: bool
    ) -> list[AlignedWord] | None:
        """The times of all words, or of as many as the samples hold; None if there is no path."""
        graph = build_graph(words)
        spoken = {arc.spoken for arc in graph.arcs} - {""}
        unknown = sorted(name for name in spoken if not self._sphinx.has_word(name))
        self._sphinx.add((name, phones_of(name)) for name in unknown)
        arcs: list[tuple[Any, ...]] = [
            (arc.start, arc.end, 1.0, arc.spoken) if arc.spoken else (arc.start, arc.end, 1.0)
            for arc in graph.arcs
        ]
        final = graph.ends[-1]
        ends = [final] if all_of_them else [0, *graph.ends]
        if not all_of_them:
            arcs += [(end, final, 1.0) for end in ends[:-1]]
        heard = self._sphinx.decode(samples, arcs, final)
        if heard is None:
            return None
        return _times(graph, heard, ends, len(words) if all_of_them else 0)


class _Bounded(dict[str, bool]):
    """A dictionary that forgets all when it is full."""

    def __setitem__(self, key: str, value: bool) -> None:
        if len(self) >= _REMEMBERED:
            self.clear()
        super().__setitem__(key, value)


def _times(
    graph: Graph, heard: Sequence[RecognizedWord], ends: Sequence[int], least: int
) -> list[AlignedWord] | None:
    """The times of the words that spoken words make up, and of `least` words at least.

    A word of which nothing is said (its signs need not be) stands where the one before it ends.
    """
    owners = trace_owners(graph, [spoken.spoken for spoken in heard], ends)
    if owners is None:
        return None
    times: list[AlignedWord] = []
    for owner in range(max(least, owners[-1] + 1 if owners else 0)):
        own = [spoken for spoken, whose in zip(heard, owners, strict=True) if whose == owner]
        if not own:
            before = times[-1].end if times else 0.0
            times.append(AlignedWord(before, before, 0.0))
            continue
        seconds = sum(spoken.end - spoken.start for spoken in own)
        score = sum(spoken.score * (spoken.end - spoken.start) for spoken in own) / seconds
        times.append(AlignedWord(own[0].start, own[-1].end, score))
    return times


def _shifted(time: AlignedWord, seconds: float) -> AlignedWord:
    return time._replace(start=time.start + seconds, end=time.end + seconds)
