"""Names of places by the number of their words; a city has its state after it."""

from __future__ import annotations

from functools import cache

from privtool.text.labels import Label
from privtool.text.phrases.public_names import names_of_class
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.places.us_gazetteer import STATES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom

_AFTER_THE = {
    1: "Netherlands|Philippines|Bahamas|Midwest|Pacific|Caribbean|Bronx|South|West|North|East",
    2: "United States|United Kingdom|Soviet Union|Middle East|Far East|West Coast|East Coast|"
    "Persian Gulf|Dominican Republic|Pacific Northwest|Hudson River|North Sea",
    3: "San Francisco Peninsula|New York suburbs|Los Angeles area|San Fernando Valley",
}
_ABBREVIATED = "U.S|U.S|U.K"
_STATE_CODES = "Calif|Mass|Conn|Ill|Fla|Mich|Pa|Va|Wis|Minn|Ariz|Tenn|Ga|Mo|N.J|N.Y|N.C"
_LARGE = 12  # ZIP codes of a city that newspapers name alone


def location(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a place, or a city with its state; None for more words than places have."""
    groups = place.groups()
    sizes = [len(group) for group in groups]
    if len(groups) > 1:
        pair = _city_with_state(sizes[0], sizes[1], rng)
        if pair is None:
            return None
        city, state = pair
        if sizes[1] == 1 and place.after.startswith(".") and len(groups) == 2:
            state = one_of(rng, _STATE_CODES)
        rest = [_place_of(size, rng) for size in sizes[2:]]
        if None in rest:
            return None
        names = [city, state, *(each or "" for each in rest)]
        return tuple(word for name in names for word in name.split())
    size = sizes[0]
    if place.is_abbreviated and size == 1:
        codes = _STATE_CODES if place.before.endswith(", ") else _ABBREVIATED
        return (one_of(rng, codes),)
    if place.last_word == "the" and size in _AFTER_THE:
        return tuple(one_of(rng, _AFTER_THE[size]).split())
    name = _place_of(size, rng)
    return None if name is None else tuple(name.split())


def _place_of(size: int, rng: KeyedRandom) -> str | None:
    if size == 1:
        return names_of_class(Label.LOCATION).draw(rng)
    pool = _places().get(size)
    return None if pool is None else pool.draw(rng)


@cache
def _places() -> dict[int, Pool]:
    """Return large cities, states and countries of several words, by their number of words."""
    names: dict[str, float] = dict.fromkeys(STATES.values(), 60.0)
    names |= dict.fromkeys((*world().countries.phrases, *world().cities.phrases), 20.0)
    for (_, city), zips in gazetteer().zips.items():
        if len(zips) >= _LARGE:
            names[city] = max(names.get(city, 0.0), float(len(zips)))
    by_size: dict[int, dict[str, float]] = {}
    for name, weight in names.items():
        by_size.setdefault(len(name.split()), {})[name] = weight
    return {size: Pool(of_size) for size, of_size in by_size.items() if 1 < size < 4}


@cache
def _cities_with_states() -> dict[tuple[int, int], Pool]:
    by_sizes: dict[tuple[int, int], dict[str, float]] = {}
    for (state, city), zips in gazetteer().zips.items():
        sizes = len(city.split()), len(STATES[state].split())
        by_sizes.setdefault(sizes, {})[f"{city}, {STATES[state]}"] = float(len(zips) ** 2)
    for country in (*world().countries.phrases,):
        for city in world().cities_of(country).phrases:
            sizes = len(city.split()), len(country.split())
            by_sizes.setdefault(sizes, {})[f"{city}, {country}"] = 20.0
    return {sizes: Pool(names) for sizes, names in by_sizes.items()}


def _city_with_state(city: int, state: int, rng: KeyedRandom) -> tuple[str, str] | None:
    pool = _cities_with_states().get((city, state))
    if pool is None:
        return None
    name, _, region = pool.draw(rng).partition(", ")
    return name, region
