"""Surnames of the United States, as they are written."""

from __future__ import annotations

import re

from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.prf import KeyedRandom

_IRISH = re.compile(r"O(?=(?:brien|connor|connell|neal|neill?|donnell|reilly|keefe|hara|rourke)$)")
_TRIED = 50
_SCOTTISH = re.compile(r"Mc(?=[a-z])")


def written(name: str) -> str:
    """Return a name of a list of capitalized names as it is written: "O'Brien", "McDonald"."""
    if _SCOTTISH.match(name):
        return f"Mc{name[2:].capitalize()}"
    found = _IRISH.match(name)
    return f"O'{name[1:].capitalize()}" if found else name


def surname(rng: KeyedRandom) -> str:
    """Return a surname, as often as it occurs in the United States."""
    return written(name_pools().surnames.draw(rng))


def plural_surname(rng: KeyedRandom) -> str:
    """Return a surname that ends in "s", for an apostrophe after it."""
    names = (surname(rng) for _ in range(_TRIED))
    return next((name for name in names if name.endswith("s")), "Williams")
