"""Surrogates of American cities and their ZIP codes, within those of their states."""

from __future__ import annotations

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.terrain import draw_state, state_surrogate
from privtool.text.surrogates.geography.us_gazetteer import gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import KeyedRandom, normalized


def city_surrogate(city: str, state: str | None, context: Context) -> tuple[str, str]:
    """Return the surrogate of a city: its state's code and its name."""
    table = gazetteer()
    if state is None:
        state = table.home.get(normalized(city))
    new = state_surrogate(state, context) if state else draw_state(city, context)
    return new, context.pick("city", f"{city}/{state}", table.cities[new], "CITY", excluded=city)


def draw_zip(code: str, rng: KeyedRandom, context: Context) -> str:
    """Return a code of the surrogate of the code's city, of any city for an unknown code."""
    table = gazetteer()
    known = table.of_zip.get(code)
    if known is None:
        state = draw_state(code, context)
        city = table.cities[state].draw(rng)
    else:
        state, city = city_surrogate(known[1], known[0] if _is_ambiguous(known) else None, context)
    zips = table.zips.get((state, city))  # None for a city from the user's pool
    return Pool(sorted(zips or table.zips[state, table.cities[state].draw(rng)])).draw(rng)


def _is_ambiguous(place: tuple[str, str]) -> bool:
    """Return whether the city's name alone means a city of another state."""
    return gazetteer().home.get(normalized(place[1])) != place[0]
