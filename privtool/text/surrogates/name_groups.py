"""Groups of names of one kind: each name becomes another one of its group."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

# Names of one thing.
_SAME = """world war i|world war one|wwi|ww1|ww i
    world war ii|world war two|wwii|ww2|ww ii
    first world war|great war
    oscar|academy award
    oscars|academy awards
    golden globe|golden globe award
    associated press|ap
    agence france-presse|afp
    federal reserve|fed
    mass general|massachusetts general
    coca-cola|coke|diet coke
    quran|qur'an|koran
    chevrolet|chevy
    majorca|mallorca
    falkland islands|falklands
    vuelta a españa|vuelta|tour of spain
    giro d'italia|giro|tour of italy
    roland garros|roland-garros|french open
    bosphorus|bosporus
    hezbollah|hizbollah|hizbullah
    general motors|gm
    lockheed|lockheed martin
    marine corps|marines
    hewlett-packard|hp
    verizon|verizon wireless
    comcast|xfinity
    facebook|meta
    nintendo switch|nintendo
    dow jones|dow|dow jones industrial average
    ftse|ftse 100
    lions club|lions
    rotary club|rotary
    kiwanis club|kiwanis
    elks lodge|elks
    mount etna|etna
    southeast asia|se asia
    west africa|western africa
    east africa|eastern africa
    middle east|near east
    democrat|democratic
    labour|labor
    tory|conservative"""
_SYNONYMS = {
    normalized(name): frozenset(map(normalized, line.strip().split("|")))
    for line in _SAME.splitlines()
    for name in line.strip().split("|")
}


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
                self._pools.setdefault(normalized(name), _without_synonyms(name, pool))

    def pool_with(self, name: str) -> Pool | None:
        """Return the names to draw from for a name of a group; None for an unknown name."""
        return self._pools.get(normalized(name))


def _without_synonyms(name: str, pool: Pool) -> Pool:
    """Return the names of a pool that do not give a name back.

    "Coke" means the same as "Coca-Cola", and "Gulf Coast" is a part of "U.S. Gulf Coast".
    """
    key = normalized(name)
    same = _SYNONYMS.get(key, frozenset())
    others = [each for each in pool.phrases if not _gives_back(key, normalized(each), same)]
    return Pool(others) if len(others) < len(pool.phrases) else pool


def _gives_back(key: str, other: str, same: frozenset[str]) -> bool:
    """Return whether another name means the same, or one of the two has all words of the other."""
    one, two = f" {key} ", f" {other} "
    return other in same or (key != other and (one in two or two in one))


def pool_of(names: str) -> Pool:
    """Return the names of a text that `|` separates, all equally likely."""
    return Pool(" ".join(name.split()) for name in names.split("|"))
