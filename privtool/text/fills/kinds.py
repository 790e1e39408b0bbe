"""Public names by kind (`lists/kinds-en.tsv`), the best known first, and cities with states."""

from __future__ import annotations

from functools import cache

from privtool.text.fills.place import Words
from privtool.text.surrogates.gazetteer import STATES, gazetteer, state, written_like
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_lists import LISTS

GIVEN_AND_SURNAME = "given_and_surname"  # in the order of the alphabet
_LIKE_SHORT = "Calif"  # a state in short, without its full stop
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


def home(sizes: tuple[int, int], short: bool, rng: KeyedRandom) -> Words | None:
    """Return the words of a city and its state, in `short` where a full stop follows."""
    pool = _homes(short).get(sizes)
    return None if pool is None else tuple(pool.draw(rng).replace(",", "").split())


@cache
def _homes(short: bool) -> dict[tuple[int, int], Pool]:
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    for (code, city), zips in gazetteer().zips.items():
        name = written_like(_LIKE_SHORT, state(code)) if short else STATES[code]
        if short and name == STATES[code]:
            continue  # "Texas" has no short form
        sizes = len(city.split()), len(name.split())
        by_sizes.setdefault(sizes, {})[f"{city}, {name}"] = float(len(zips) ** 2)
    return {sizes: Pool(weights) for sizes, weights in by_sizes.items()}
