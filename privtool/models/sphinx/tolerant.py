"""A second alignment, for which the text may be wrong anywhere.

Each word may be left out, and any other sounds may come before and after each word. Where the text
is right, it finds the words where the forced alignment found them. Where that one had to put a word
into the sound of another, this one does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from privtool.audio.intervals import Interval
from privtool.audio.io.decode import Samples
from privtool.models.sphinx.decoder import NARROW_BEAM, RATE, SphinxDecoder
from privtool.models.sphinx.grammar import (
    add_phones,
    add_words,
    is_phone,
    phone_loop,
    weighted_arcs,
)
from privtool.models.sphinx.reading_graph import Arc, ReadingGraph, build_graph, trace_owners
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


def tolerant_times(
    sphinx: SphinxDecoder,
    samples: Samples,
    words: Sequence[SpokenWord],
    times: Sequence[Interval],
    checked: range,
) -> list[Interval | None]:
    """Return the times of `checked` words in mono floats at `RATE`; None for one not there.

    `times` are those of the forced alignment of all words; audio is cut between words by them, into
    chunks of 20 s.
    """
    found: list[Interval | None] = []
    for part, start, end in _chunks(times, len(samples) / RATE, checked):
        chunk = samples[round(start * RATE) : round(end * RATE)]
        own = _search(sphinx, chunk, words[part.start : part.stop])
        found += [time and Interval(time.start + start, time.end + start) for time in own]
    return found


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
    """Yield indices of words, and start and end of the audio around them."""
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
