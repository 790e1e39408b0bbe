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
from privtool.models.sphinx.decoder import RATE, SphinxDecoder
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
_OTHER_SOUND = 1e-4  # weight of all phones together, against 1 for the next word
_LEFT_OUT = 1e-4  # weight of a word's absence


def tolerant_times(
    sphinx: SphinxDecoder,
    samples: Samples,
    words: Sequence[SpokenWord],
    times: Sequence[Interval],
) -> list[Interval | None]:
    """Return the times of words in mono floats at `RATE`; None for a word that is not there.

    `times` are those of the forced alignment; audio over 20 s is cut between words by them.
    """
    found: list[Interval | None] = []
    for part, start, end in _chunks(times, len(samples) / RATE):
        chunk = samples[round(start * RATE) : round(end * RATE)]
        own = _search(sphinx, chunk, words[part.start : part.stop])
        found += [time and Interval(time.start + start, time.end + start) for time in own]
    return found


def _chunks(times: Sequence[Interval], seconds: float) -> Iterator[tuple[range, float, float]]:
    """Yield indices of words, and start and end of the audio around them."""
    first, start = 0, 0.0
    for index, (time, following) in enumerate(pairwise(times), 1):
        cut = (time.end + following.start) / 2
        if cut - start >= _CHUNK:
            yield range(first, index), start, cut
            first, start = index, cut
    yield range(first, len(times)), start, seconds


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
        arcs += phone_loop(state, _OTHER_SOUND)
    heard = sphinx.decode(samples, arcs, graph.ends[-1]) or []
    spoken = [word for word in heard if not is_phone(word.spoken)]
    absences = [Arc(start, end, "", -1) for start, end in pairwise(states)]
    tolerant = ReadingGraph([*graph.arcs, *absences], graph.ends)
    owners = trace_owners(tolerant, [word.spoken for word in spoken], graph.ends[-1:])
    times: list[Interval | None] = [None] * len(words)
    for owner, word in zip(owners or [], spoken, strict=bool(owners)):
        known = times[owner]
        times[owner] = Interval(known.start if known else word.start, word.end)
    return times
