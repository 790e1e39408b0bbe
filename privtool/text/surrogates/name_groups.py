"""Groups of names of one kind: each name becomes another one of its group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from privtool.text.surrogates.kinds import without_synonyms
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


def pool_of(names: str) -> Pool:
    """Return the names of a text that `|` separates, all equally likely."""
    return Pool(" ".join(name.split()) for name in names.split("|"))
