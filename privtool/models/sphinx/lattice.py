"""The best texts in a word lattice of pocketsphinx.

Its own list of several texts all but leaves out the language model: the lattice has scores in units
1,024 times as small as those of the search, which the list takes them for. So the lattice is
searched here, by the acoustic scores of its links and the trigrams of the language model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

TriGram = Callable[[str, tuple[str, ...]], float]
START, END = "<s>", "</s>"
_NO_WORD = "!"  # what the names of pauses, noises, beginnings and ends begin with
_LEAST_LIKELY = 1e-4  # links of a smaller posterior probability are left away
_KEPT = 32  # texts that go on at each node at least
_MOST = 4000  # links at most: the likeliest ones


class Link(NamedTuple):
    """From a node to a later one; `score` is that of the sounds of the first one (in nats)."""

    start: int
    end: int
    score: float
    posterior: float


class Lattice(NamedTuple):
    """Nodes with their words (None for pauses and noises), in order of time, and links."""

    words: list[str | None]
    times: list[float]
    links: list[Link]
    first: int
    last: int


class Partial(NamedTuple):
    """A text up to a node, and its score with the language model's."""

    score: float
    words: tuple[str, ...]


def read_lattice(file: Path) -> Lattice:
    """The lattice in a file of HTK's format as pocketsphinx writes it."""
    words: list[str | None] = []
    times: list[float] = []
    links: list[Link] = []
    ends: dict[str, int] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        fields = dict(part.split("=", 1) for part in line.split() if "=" in part)
        if "I" in fields:
            name = fields["W"]
            words.append(None if name.startswith(_NO_WORD) else name)
            times.append(float(fields["t"]))
        elif "J" in fields:
            score, posterior = float(fields["a"]), float(fields["p"])
            links.append(Link(int(fields["S"]), int(fields["E"]), score, posterior))
        elif "start" in fields or "end" in fields:
            ends |= {name: int(value) for name, value in fields.items()}
    return Lattice(words, times, links, ends["start"], ends["end"])


def best_texts(
    lattice: Lattice, trigram: TriGram, weight: float, penalty: float, count: int
) -> list[Partial]:
    """The `count` best different texts, the best one first.

    A text has the sum of the scores of its links, and for each word and the end `weight` times its
    natural log-probability after the two words before it, and `penalty`. At each node as many texts
    go on, but 32 at least: the list may lack one that is worse than these there and better later.
    """
    kept = sorted(lattice.links, key=lambda link: -link.posterior)[:_MOST]
    links = [link for link in kept if link.posterior >= _LEAST_LIKELY]
    links.sort(key=lambda link: (lattice.times[link.start], link.start, link.end))
    scores: dict[tuple[str, tuple[str, ...]], float] = {}

    def score_of(word: str, before: tuple[str, ...]) -> float:
        key = word, before
        if key not in scores:
            scores[key] = weight * trigram(word, before) + penalty
        return scores[key]

    found: list[dict[tuple[str, ...], float]] = [{} for _ in lattice.words]
    found[lattice.first][()] = 0.0
    done: set[int] = set()
    for link in links:
        here, there = found[link.start], found[link.end]
        if link.start not in done:  # all links to it are worked on: they come from earlier ones
            found[link.start] = here = dict(_best(here, max(count, _KEPT)))
            done.add(link.start)
        word = END if link.end == lattice.last else lattice.words[link.end]
        for said, score in here.items():
            new = score + link.score
            if word is not None:
                new += score_of(word, (START, *said)[-2:])
            longer = said if word is None or word == END else (*said, word)
            if new > there.get(longer, -float("inf")):
                there[longer] = new
    return [Partial(score, words) for words, score in _best(found[lattice.last], count)]


def _best(
    found: dict[tuple[str, ...], float], count: int
) -> Sequence[tuple[tuple[str, ...], float]]:
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:count]
