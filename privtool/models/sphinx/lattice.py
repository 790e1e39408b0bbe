"""N-best search in a word lattice of pocketsphinx.

pocketsphinx's own n-best list all but ignores the language model, as it mistakes the lattice's
scores for those of the search, whose units are 1,024 times larger. This search uses the acoustic
scores of the links and the trigrams of the language model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

TriGram = Callable[[str, tuple[str, ...]], float]
START, END = "<s>", "</s>"
_NON_WORD = "!"  # prefix of pauses, noises, start and end
_MIN_POSTERIOR = 1e-4  # of links
_MIN_BEAM = 32  # texts per node
_MAX_LINKS = 4000  # the most probable ones


class Link(NamedTuple):
    """An edge between nodes; `score` is the acoustic score of the first node in nats."""

    start: int
    end: int
    score: float
    posterior: float


class Lattice(NamedTuple):
    """Nodes with their words (None for pauses and noises) and times, and links."""

    words: list[str | None]
    times: list[float]
    links: list[Link]
    first: int
    last: int


class LatticePath(NamedTuple):
    """The words of a path and its score, language model included."""

    score: float
    words: tuple[str, ...]


def read_lattice(file: Path) -> Lattice:
    """Parse a lattice in HTK format as pocketsphinx writes it."""
    words: list[str | None] = []
    times: list[float] = []
    links: list[Link] = []
    ends: dict[str, int] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = dict(part.split("=", 1) for part in line.split() if "=" in part)
        if "I" in fields:
            name = fields["W"]
            words.append(None if name.startswith(_NON_WORD) else name)
            times.append(float(fields["t"]))
        elif "J" in fields:
            score, posterior = float(fields["a"]), float(fields["p"])
            links.append(Link(int(fields["S"]), int(fields["E"]), score, posterior))
        elif "start" in fields or "end" in fields:
            ends |= {name: int(value) for name, value in fields.items()}
    return Lattice(words, times, links, ends["start"], ends["end"])


def best_texts(
    lattice: Lattice, trigram: TriGram, weight: float, penalty: float, count: int
) -> list[LatticePath]:
    """Return the `count` best distinct texts, best first.

    A text scores the sum of its link scores and, for each word and the end, `weight` times its
    trigram log-probability plus `penalty`. The beam is `count` texts per node, at least 32: a text
    that falls below it at some node is lost.
    """
    likely = sorted(lattice.links, key=lambda link: -link.posterior)[:_MAX_LINKS]
    links = [link for link in likely if link.posterior >= _MIN_POSTERIOR]
    links.sort(key=lambda link: (lattice.times[link.start], link.start, link.end))
    lm_scores: dict[tuple[str, tuple[str, ...]], float] = {}

    def lm_score(word: str, history: tuple[str, ...]) -> float:
        key = word, history
        if key not in lm_scores:
            lm_scores[key] = weight * trigram(word, history) + penalty
        return lm_scores[key]

    texts: list[dict[tuple[str, ...], float]] = [{} for _ in lattice.words]
    texts[lattice.first][()] = 0.0
    pruned: set[int] = set()
    for link in links:
        here, there = texts[link.start], texts[link.end]
        if link.start not in pruned:  # complete: all links to it start at earlier nodes
            texts[link.start] = here = dict(_best(here, max(count, _MIN_BEAM)))
            pruned.add(link.start)
        word = END if link.end == lattice.last else lattice.words[link.end]
        for words, score in here.items():
            new = score + link.score
            if word is not None:
                new += lm_score(word, (START, *words)[-2:])
            extended = words if word is None or word == END else (*words, word)
            if new > there.get(extended, -float("inf")):
                there[extended] = new
    return [LatticePath(score, words) for words, score in _best(texts[lattice.last], count)]


def _best(
    texts: dict[tuple[str, ...], float], count: int
) -> Sequence[tuple[tuple[str, ...], float]]:
    return sorted(texts.items(), key=lambda item: (-item[1], item[0]))[:count]
