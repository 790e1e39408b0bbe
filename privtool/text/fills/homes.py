"""Cities with the state that they are in, by the number of words of both."""

from __future__ import annotations

from functools import cache

from privtool.text.fills.place import Words
from privtool.text.surrogates.geography.states import written_like
from privtool.text.surrogates.geography.us_gazetteer import STATES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom

_LIKE_SHORT = "Calif"  # a state in short, without its full stop


def home(sizes: tuple[int, int], short: bool, rng: KeyedRandom) -> Words | None:
    """Return the words of a city and its state, in `short` where a full stop follows."""
    pool = _homes(short).get(sizes)
    return None if pool is None else tuple(pool.draw(rng).replace(",", "").split())


@cache
def _homes(short: bool) -> dict[tuple[int, int], Pool]:
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    for (code, city), zips in gazetteer().zips.items():
        state = written_like(_LIKE_SHORT, code) if short else STATES[code]
        if short and state == STATES[code]:
            continue  # "Texas" has no short form
        sizes = len(city.split()), len(state.split())
        by_sizes.setdefault(sizes, {})[f"{city}, {state}"] = float(len(zips) ** 2)
    return {sizes: Pool(weights) for sizes, weights in by_sizes.items()}
