"""The readings of words as a graph for a recognizer, and what it heard as a path through it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from privtool.text.english.spoken_words import SpokenWord

# Of the words heard so far, the last first.
_Owners: TypeAlias = "tuple[int, _Owners] | None"


class Arc(NamedTuple):
    """From one state to another by a spoken word, or by nothing (""); part of word `owner`."""

    start: int
    end: int
    spoken: str
    owner: int


class Graph(NamedTuple):
    """All readings of some words: `ends[i]` is the state after word i. It starts at state 0."""

    arcs: list[Arc]
    ends: list[int]
    states: int


def build_graph(words: Sequence[SpokenWord]) -> Graph:
    """The graph of words, one after the other."""
    arcs: list[Arc] = []
    ends: list[int] = []
    here, states = 0, 1
    for owner, word in enumerate(words):
        for part in word.parts:
            end, states = states, states + 1
            for reading in part:
                at = here
                for number, slot in enumerate(reading):
                    last = number + 1 == len(reading)
                    to, states = (end, states) if last else (states, states + 1)
                    arcs += [Arc(at, to, spoken, owner) for spoken in slot]
                    at = to
                if not reading:
                    arcs.append(Arc(here, end, "", owner))
            here = end
        ends.append(here)
    return Graph(arcs, ends, states)


def trace_owners(graph: Graph, heard: Sequence[str], final: Iterable[int]) -> list[int] | None:
    """For each spoken word that was heard, the word that it is part of; None if none fits.

    `final` are the states at which the path may end. Where several paths fit, the first readings.
    """
    leaving: dict[int, list[Arc]] = {}
    for arc in graph.arcs:
        leaving.setdefault(arc.start, []).append(arc)
    finals = set(final)
    # Depth first, each (state, place) once: what leads nowhere from there never will.
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[int, int, _Owners]] = [(0, 0, None)]
    while stack:
        state, place, path = stack.pop()
        if (state, place) in seen:
            continue
        seen.add((state, place))
        if place == len(heard) and state in finals:
            owners: list[int] = []
            while path is not None:
                owners.append(path[0])
                path = path[1]
            return owners[::-1]
        for arc in reversed(leaving.get(state, ())):
            if not arc.spoken:
                stack.append((arc.end, place, path))
            elif place < len(heard) and arc.spoken == heard[place]:
                stack.append((arc.end, place + 1, (arc.owner, path)))
    return None
