"""Places that are written as codes: roads ("I-95") and airports ("LAX")."""

from __future__ import annotations

import re

from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.regions import region
from privtool.text.surrogates.names.digits_and_letters import replace_digits_in
from privtool.text.surrogates.pools import Pool

_ROAD = re.compile(
    r"(?:[A-Z]{1,2}|Rt|Rte|Hwy)[-.]?\s?\d{1,4}[A-Z]?(?:\s+(?:[NSEW]|(?:north|south|east|west)(?:bound)?))?"
)
_AIRPORT = re.compile(r"[A-Z]{3}")
_AIRPORTS = Pool(["ATL", "BOS", "DEN", "DFW", "JFK", "LAX", "MIA", "ORD", "PHX", "SEA", "SFO"])


def road_or_airport(name: str, context: Context) -> str | None:
    """Return another road or airport for the code of one; None for any other place."""
    if _ROAD.fullmatch(name) or (any(map(str.isdigit, name)) and not uncommon_words(name)):
        return replace_digits_in(name, context)
    if _AIRPORT.fullmatch(name) and region(name, context) is None and world().country(name) is None:
        return context.pick("airport", name, _AIRPORTS)
    return None
