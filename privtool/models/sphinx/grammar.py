"""Grammars of pocketsphinx: arcs of readings, loops of phones, and the words that they need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from privtool.models.sphinx.decoder import SphinxDecoder
from privtool.models.sphinx.pronunciation import PHONES, phones_of
from privtool.models.sphinx.reading_graph import ReadingGraph

_PHONE = "sound-"  # prefix of words of one phone: no spoken word has a hyphen


def add_words(sphinx: SphinxDecoder, graph: ReadingGraph) -> None:
    """Add the words of a graph to the dictionary of a decoder, unless it has them."""
    spoken = {arc.spoken for arc in graph.arcs} - {""}
    unknown = sorted(name for name in spoken if not sphinx.has_word(name))
    sphinx.add((name, phones_of(name)) for name in unknown)


def weighted_arcs(graph: ReadingGraph) -> list[tuple[Any, ...]]:
    """Return the arcs of a graph for `SphinxDecoder.decode`, of weight 1."""
    return [
        (arc.start, arc.end, 1.0, arc.spoken) if arc.spoken else (arc.start, arc.end, 1.0)
        for arc in graph.arcs
    ]


def add_phones(sphinx: SphinxDecoder) -> None:
    """Add a word for each phone to the dictionary of a decoder, unless it has them."""
    unknown = [phone for phone in PHONES if not sphinx.has_word(_PHONE + phone)]
    sphinx.add((_PHONE + phone, (phone,)) for phone in unknown)


def phone_loop(state: int, weight: float, phones: Sequence[str] = PHONES) -> list[tuple[Any, ...]]:
    """Return the arcs of a loop of phones at a state; `weight` is that of all of them."""
    return [(state, state, weight / len(phones), _PHONE + phone) for phone in phones]


def is_phone(spoken: str) -> bool:
    """Return whether a recognized word is a phone of a loop."""
    return spoken.startswith(_PHONE)
