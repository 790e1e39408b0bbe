"""Public names by kind (`lists/kinds-en.tsv`), and the draw of a kind by its weight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from privtool.text.phrases.slots import Words
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_lists import LISTS

_FILE = "kinds-en.tsv"
GIVEN_AND_SURNAME = "given_and_surname"
_HALVED = 24  # a name so many places further down the list is drawn half as often


@cache
def _rows() -> dict[str, tuple[str, ...]]:
    lines = (LISTS / _FILE).read_text(encoding="utf-8").splitlines()
    rows = (line.partition("\t") for line in lines if not line.startswith("#"))
    return {kind: tuple(names.split("|")) for kind, _, names in rows}


@cache
def pool_of(kind: str, size: int) -> Pool | None:
    """Return the names of a kind with so many words; None for none.

    The best known are more likely, but for the names of persons, whose list is alphabetical.
    """
    names = [name for name in _rows()[kind] if len(name.split()) == size]
    halved = float("inf") if kind == GIVEN_AND_SURNAME else _HALVED
    weights = {name: 2.0 ** (-place / halved) for place, name in enumerate(names)}
    return Pool(weights) if weights else None


def draw_of_kind(kind: str, size: int, rng: KeyedRandom) -> Words | None:
    """Return a name of a kind with so many words; None if there is none."""
    pool = pool_of(kind, size)
    return None if pool is None else tuple(pool.draw(rng).split())


def draw_kind(weights: Mapping[str, int], rng: KeyedRandom) -> str:
    """Return a kind, as often as its weight says."""
    number = rng.below(sum(weights.values()))
    for kind, weight in weights.items():
        number -= weight
        if number < 0:
            return kind
    raise AssertionError("weights are positive")
