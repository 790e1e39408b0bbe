"""Grammars of pocketsphinx: graphs of readings, loops of phones, and the words that they need.

Out-of-vocabulary words are pronounced by the letter-to-sound rules of espeak-ng, whose IPA phonemes
are mapped to phones of the CMU dictionary.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from privtool.models.sphinx.decoder import SphinxDecoder
from privtool.models.tts.espeak import phonemes
from privtool.text.english.spoken_words import SpokenWord

_LONGEST = 3
_PHONES = {
    "aɪə": "AY AH", "aɪɚ": "AY ER", "aɪ": "AY", "aʊ": "AW", "eɪ": "EY", "oʊ": "OW", "əʊ": "OW",
    "ɔɪ": "OY", "eə": "EH", "ɪə": "IH",
    "ɜː": "ER", "ɑː": "AA", "iː": "IY", "uː": "UW", "ɔː": "AO", "oː": "AO",
    "ɝ": "ER", "ɚ": "ER", "ɪ": "IH", "ʊ": "UH", "ɛ": "EH", "æ": "AE", "ʌ": "AH", "ə": "AH",
    "ɐ": "AH", "ᵻ": "IH", "i": "IY", "u": "UW", "o": "OW", "e": "EH", "a": "AA", "ɑ": "AA",
    "ɒ": "AA", "ɔ": "AO", "y": "UW", "ø": "ER", "œ": "ER", "ɜ": "ER", "ɨ": "IH", "ʉ": "UW",
    "p": "P", "b": "B", "t": "T", "d": "D", "k": "K", "ɡ": "G", "g": "G", "ɾ": "D",
    "f": "F", "v": "V", "θ": "TH", "ð": "DH", "s": "S", "z": "Z", "ʃ": "SH", "ʒ": "ZH", "h": "HH",
    "x": "K", "ç": "HH", "ɕ": "SH", "tʃ": "CH", "dʒ": "JH",
    "m": "M", "n": "N", "ŋ": "NG", "ɲ": "N Y", "l": "L", "ɬ": "L", "ɫ": "L", "ɹ": "R", "r": "R",
    "ʁ": "R", "j": "Y", "w": "W", "ʍ": "W",
}  # fmt: skip
PHONES = tuple(sorted({phone for phones in _PHONES.values() for phone in phones.split()}))


@functools.lru_cache(maxsize=1 << 16)
def phones_of(word: str) -> tuple[str, ...]:
    """Return the phones of a word; empty if espeak-ng has no sounds for it."""
    ipa = phonemes(word)
    if "(" in ipa:  # language switches, at letters that English lacks
        ipa = "".join(part.rpartition(")")[2] for part in ipa.split("("))
    pronunciation: list[str] = []
    position = 0
    while position < len(ipa):
        for size in range(_LONGEST, 0, -1):
            phones = _PHONES.get(ipa[position : position + size])
            if phones is not None:
                pronunciation += phones.split()
                position += size
                break
        else:
            position += 1  # stress, length, pauses
    return tuple(pronunciation)


_PHONE = "sound-"  # prefix of words of one phone: no spoken word has a hyphen
# Owners of the words matched so far, the last one first.
_Owners: TypeAlias = "tuple[int, _Owners] | None"


class Arc(NamedTuple):
    """A transition by a spoken word, or by none (""); part of word number `owner`."""

    start: int
    end: int
    spoken: str
    owner: int


class ReadingGraph(NamedTuple):
    """All readings of some words, from state 0; `ends[i]` is the state after word i."""

    arcs: list[Arc]
    ends: list[int]


def build_graph(words: Sequence[SpokenWord]) -> ReadingGraph:
    arcs: list[Arc] = []
    ends: list[int] = []
    start, states = 0, 1
    for owner, word in enumerate(words):
        for part in word.parts:
            end, states = states, states + 1
            for reading in part:
                state = start
                for number, slot in enumerate(reading):
                    last = number + 1 == len(reading)
                    target, states = (end, states) if last else (states, states + 1)
                    arcs += [Arc(state, target, spoken, owner) for spoken in slot]
                    state = target
                if not reading:
                    arcs.append(Arc(start, end, "", owner))
            start = end
        ends.append(start)
    return ReadingGraph(arcs, ends)


def trace_owners(
    graph: ReadingGraph, spoken: Sequence[str], final: Iterable[int]
) -> list[int] | None:
    """Return the owners of spoken words on a path to a `final` state, by early readings, if any."""
    leaving: dict[int, list[Arc]] = {}
    for arc in graph.arcs:
        leaving.setdefault(arc.start, []).append(arc)
    finals = set(final)
    # Depth first; each (state, position) is visited once, as a dead end stays one.
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[int, int, _Owners]] = [(0, 0, None)]
    while stack:
        state, position, path = stack.pop()
        if (state, position) in seen:
            continue
        seen.add((state, position))
        if position == len(spoken) and state in finals:
            owners: list[int] = []
            while path is not None:
                owners.append(path[0])
                path = path[1]
            return owners[::-1]
        for arc in reversed(leaving.get(state, ())):
            if not arc.spoken:
                stack.append((arc.end, position, path))
            elif position < len(spoken) and arc.spoken == spoken[position]:
                stack.append((arc.end, position + 1, (arc.owner, path)))
    return None


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
