"""Public names by kind (`lists/kinds-en.tsv`), drawn by how well known they are."""

from __future__ import annotations

from functools import cache

from privtool.text.surrogates.pools import Pool
from privtool.text.word_lists import LISTS

GIVEN_AND_SURNAME = "given_and_surname"  # in the order of the alphabet
_HALVED = 24  # a name so many places further down the list is drawn half as often


@cache
def kinds() -> dict[str, dict[int, Pool]]:
    """Return the names of each kind by the number of their words."""
    lines = (LISTS / "kinds-en.tsv").read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {kind: _by_size(names.split("|"), kind != GIVEN_AND_SURNAME) for kind, names in rows}


def _by_size(names: list[str], ranked: bool) -> dict[int, Pool]:
    sizes: dict[int, list[str]] = {}
    for name in names:
        sizes.setdefault(len(name.split()), []).append(name)
    return {
        size: Pool({name: 2.0 ** (-place / _HALVED) for place, name in enumerate(some)})
        if ranked
        else Pool(some)
        for size, some in sizes.items()
    }
