"""Parts of the world, rivers, seas, provinces and the like: each becomes another of its kind."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from privtool.text.letter_case import capitalized_like
from privtool.text.lexicon import entries, rows
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import drawn_for, kind_of, other
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

REGION, LANDMARK, LONE_PLACE = "region", "landmark", "lone_place"  # classes of kinds
# "Gulf of Corinth", "Coral Sea": that of another one of its kind.
_FEATURE = re.compile(r"(gulf|bay|strait|isle)s?\s+of\s+(?=\w)|.*\s(sea)\Z", re.IGNORECASE)
_SHORT_CODE = 2  # letters: a word, but in capitals


class Province(NamedTuple):
    """A province or region: its code and country if it stays in that one, and its cities."""

    name: str
    code: str = ""
    country: str = ""
    cities: tuple[str, ...] = ()


def region(name: str, context: Context) -> str | None:
    """Return another part of the world, river, sea or province; None for any other place."""
    own = province(name)
    if own is not None:
        drawn = province_surrogate(own, context)
        return drawn.code if name == own.code else capitalized_like(name, drawn.name)
    feature = _FEATURE.match(name) if kind_of(name, REGION, LANDMARK) is None else None
    if feature is not None:
        return drawn_for(name, (feature[1] or feature[2]).lower(), context)
    return other(name, context, REGION, LANDMARK)


def is_region(name: str) -> bool:
    """Return whether a name is that of a known region."""
    return province(name) is not None or kind_of(name, REGION, LANDMARK) is not None


def province(name: str) -> Province | None:
    """Return a province by its name or, in capitals, its code; None for any other place."""
    found = _provinces().get(normalized(name))
    return found if len(name) > _SHORT_CODE or name.isupper() else None


def province_surrogate(old: Province, context: Context) -> Province:
    """Return another province with cities, the same throughout the scope."""
    drawn = context.pick("province", old.name, drawn_provinces(old.country))
    return _provinces()[normalized(drawn)]


@cache
def _provinces() -> dict[str, Province]:
    found = {normalized(name): Province(name) for name in entries("provinces.others")}
    for name, code, country, cities in rows("provinces"):
        one = Province(name, code, country, tuple(cities.split("|")))
        found |= {normalized(key): one for key in (name, code) if key}
    return found


@cache
def drawn_provinces(country: str = "") -> Pool:
    """Return the provinces of a country, or those that are drawn whatever their country."""
    known = _provinces().values()
    return Pool(each.name for each in known if each.cities and each.country == country)
