"""Groups of names of one kind: each name becomes another one of its group."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from privtool.text.lexicon import rows
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized


class NameGroup(NamedTuple):
    """Names of one kind, separated by `|`: those to draw from, and others that belong to it."""

    drawn: str
    others: str = ""


class NameGroups:
    """Groups in which names are found in any letter case."""

    def __init__(self, groups: Iterable[NameGroup]) -> None:
        """Take the groups; a name belongs to the first one that has it."""
        self._pools: dict[str, Pool] = {}
        for group in groups:
            pool = pool_of(group.drawn)
            others = pool_of(group.others).phrases if group.others else ()
            for name in (*pool.phrases, *others):
                self._pools.setdefault(normalized(name), pool)

    def pool_with(self, name: str) -> Pool | None:
        """Return the names to draw from for a name of a group; None for an unknown name."""
        pool = self._pools.get(normalized(name))
        return pool and without_synonyms(name, pool)


def without_synonyms(name: str, pool: Pool) -> Pool:
    """Return the names of a pool that do not give a name back.

    "Coke" means the same as "Coca-Cola", and "Gulf Coast" is a part of "U.S. Gulf Coast".
    """
    key = normalized(name)
    same = _synonyms().get(key, frozenset())
    others = [each for each in pool.phrases if not _gives_back(key, normalized(each), same)]
    return Pool(others) if len(others) < len(pool.phrases) else pool


def pool_of(names: str) -> Pool:
    """Return the names of a text that `|` separates, all equally likely."""
    return Pool(" ".join(name.split()) for name in names.split("|"))


def _gives_back(key: str, other: str, same: frozenset[str]) -> bool:
    """Return whether another name means the same, or one of the two has all words of the other."""
    one, two = f" {key} ", f" {other} "
    return other in same or (key != other and (one in two or two in one))


@cache
def _synonyms() -> dict[str, frozenset[str]]:
    """Return the other names of one thing, by name."""
    groups = (frozenset(map(normalized, row)) for row in rows("same"))
    return {name: group for group in groups for name in group}
