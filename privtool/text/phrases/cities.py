"""Cities with the states or countries that they are in, by the number of their words."""

from __future__ import annotations

from functools import cache

from privtool.text.phrases.slots import Words
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.places.states import written_like
from privtool.text.surrogates.places.us_gazetteer import STATES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import Key, KeyedRandom

_MANY = 3  # words of a place
_SHORT = "Calif"  # how states are written before a full stop
_INITIALS = {"NJ": "N.J", "NY": "N.Y", "NC": "N.C", "SC": "S.C", "NM": "N.M", "NH": "N.H"}


def city_and_state(size: int, rng: KeyedRandom) -> Words | None:
    """Return a city and its state or country without a comma, for names of many words."""
    pools = [pool for sizes, pool in cities_with_states(False).items() if sum(sizes) == size]
    if size < _MANY or not pools:
        return None
    return tuple(pools[rng.below(len(pools))].draw(rng).replace(",", "").split())


def home_of_company(size: int, shared: int, initials: bool = False) -> tuple[Words, Words] | None:
    """Return a city of so many words and its state in short, the same for a text.

    With `initials`, that are those of a state of two words: "N.Y".
    """
    pool = cities_with_states(short=True).get((size, 1))
    if pool is not None and initials:
        pool = Pool({city: 1.0 for city in pool.phrases if city[-2] == "."})
    if pool is None:
        return None
    city, _, state = pool.draw(KeyedRandom(Key(b"home of a company"), shared)).partition(", ")
    return tuple(city.split()), (state,)


def city_and_full_state(size: int, shared: int) -> Words | None:
    """Return a city of so many words and its state or country of one, the same for a text."""
    pool = cities_with_states(short=False).get((size, 1))
    if pool is None:
        return None
    home = pool.draw(KeyedRandom(Key(b"home of a company"), shared))
    return tuple(home.replace(",", "").split())


@cache
def cities_with_states(short: bool) -> dict[tuple[int, int], Pool]:
    """Return cities with states or countries, or with `short` names of states, by their sizes."""
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    for (code, city), zips in gazetteer().zips.items():
        if short and code not in _INITIALS and written_like(_SHORT, code) == STATES[code]:
            continue  # "Texas" has no short form
        state = _INITIALS.get(code) or written_like(_SHORT, code) if short else STATES[code]
        sizes = len(city.split()), len(state.split())
        by_sizes.setdefault(sizes, {})[f"{city}, {state}"] = float(len(zips) ** 2)
    for country in () if short else world().countries.phrases:
        for city in world().cities_of(country).phrases:
            sizes = len(city.split()), len(country.split())
            by_sizes.setdefault(sizes, {})[f"{city}, {country}"] = 20.0
    return {sizes: Pool(names) for sizes, names in by_sizes.items()}
