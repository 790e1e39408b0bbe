"""Cities, states and ZIP codes of the United States, from the package `zipcodes`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from itertools import chain
from typing import NamedTuple

from privtool.core.memory import MB, require_memory
from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.lexicon import rows
from privtool.text.surrogates.common_words import frequent_words
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

STATES = {code: name for code, name, *_ in rows("states")}
STATE_CODES = {normalized(name): code for code, name in STATES.items()}

_LARGER = 1.5  # power of the number of ZIP codes: large cities are better known
_MEMORY = 96 * MB  # 74 MB, of which a tenth of the codes takes some for a moment
_NO_TOWN = re.compile(
    r"\b(?:air force base|afb|naval|jbsa|university|nas|ngb|state prison)\b", re.I
)


class Gazetteer(NamedTuple):
    """Cities and states, weighted by their number of ZIP codes.

    `cities` has a pool for each state, without small towns that are called like a common word.
    `zips` has the codes of a (state, city), `home` the state with the largest city of a
    (normalized) name, `of_zip` the state and city of a code.
    """

    states: Pool
    cities: dict[str, Pool]
    zips: dict[tuple[str, str], list[str]]
    home: dict[str, str]
    of_zip: dict[str, tuple[str, str]]


@cache
def gazetteer() -> Gazetteer:
    """Return the standard ZIP codes of the fifty states; building it takes about a second.

    Raise `MemoryError` if there is too little memory.
    """
    require_memory(_MEMORY)  # `zipcodes` would abort the process, or hang
    import zipcodes

    codes: dict[tuple[str, str], list[str]] = defaultdict(list)
    of_zip: dict[str, tuple[str, str]] = {}
    # By first digits: `list_all` keeps 146 MB.
    for row in chain.from_iterable(map(zipcodes.similar_to, "0123456789")):
        if row["state"] in STATES and row["active"]:
            of_zip[row["zip_code"]] = row["state"], row["city"]
            if row["zip_code_type"] == "STANDARD" and not _NO_TOWN.search(row["city"]):
                codes[row["state"], row["city"]].append(row["zip_code"])
    # Frequent words that are no places by themselves, of which "Novice" is a town, too.
    words = {word for word in frequent_words() if Label.LOCATION.value not in classes_of(word)}
    sizes: Counter[str] = Counter()
    by_state: dict[str, dict[str, float]] = defaultdict(dict)
    for (state, city), zips in sorted(codes.items()):
        sizes[state] += len(zips)
        if len(zips) > 1 or normalized(city) not in words:
            by_state[state][city] = len(zips) ** _LARGER
    ordered = sorted(codes, key=lambda place: (len(codes[place]), place))  # the largest last
    return Gazetteer(
        states=Pool({STATES[state]: size for state, size in sorted(sizes.items())}),
        cities={state: Pool(cities) for state, cities in by_state.items()},
        zips=dict(codes),
        home={normalized(city): state for state, city in ordered},
        of_zip=of_zip,
    )
