"""Places after "the" with no noun after them: "rigs in the Gulf", "she loved the Bronx"."""

from __future__ import annotations

from functools import cache, partial

from privtool.text.surrogates.common_words import unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.us_gazetteer import gazetteer
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.place_forms import DEFINITE, VENUE
from privtool.text.surrogates.prf import normalized

# Kinds that stand for a place that is named before.
_LONE_KINDS = (
    NameGroup("Gulf|Bay|Delta|Valley|Coast|Strait|Basin"),
    NameGroup(
        "Republic|Empire|Kingdom|Federation|Commonwealth|Confederacy",
        "Union|Confederation|Colony|Emirate|Caliphate|Sultanate|Dominion|Reich",
    ),
    NameGroup("Hill|Ridge|Terrace|Grove|Heights|Glen", "Mount|Mountain|Hollow|Summit|Rock"),
    NameGroup("Castle|Palace|Cathedral|Abbey|Citadel|Basilica", "Temple|Tower|Capitol|Mosque"),
    NameGroup("East|North|South|West"),
    NameGroup("Moon|Sun|Universe|Galaxy", "Earth|World|Planet"),
    NameGroup("Arena|Pavilion|Coliseum|Auditorium|Forum", "Dome|Stadium|Ballpark|Garden"),
)
_BLOCS = ("East", "West")  # "for both East and West"
_AREAS = pool_of(
    """Midwest|Southwest|Northeast|Bronx|Caribbean|Highlands|Panhandle|Balkans|Riviera
    |Heartland"""
)
_AREAS_ABROAD = pool_of(
    "Balkans|Caucasus|Highlands|Algarve|Riviera|Maghreb|Levant|Peloponnese|Camargue|Ardennes"
)
_RANGES = pool_of("Rockies|Catskills|Ozarks|Adirondacks|Poconos|Cascades|Smokies|Berkshires")
_VENUES = pool_of(
    "Grand Pavilion|Civic Center|Exhibition Hall|Old Courthouse|Palace Hotel|Assembly Rooms"
)
_ALIKE = 4  # letters at the start of two spellings of one name


def lone_kind(name: str, context: Context) -> str | None:
    """Return another kind of place for one after "the": "the Bay" for "the Gulf"; else None."""
    definite = "the" in context.cues or name in _BLOCS
    pool = _kinds().pool_with(name) if definite else None
    return None if pool is None else cased_like(name, context.pick("kind", name, pool))


def definite_place(name: str, context: Context) -> str | None:
    """Return a name that takes "the" for one that has it; None for any other and for towns."""
    if DEFINITE not in context.cues or context.kind == "FAC":
        return None
    key = normalized(name)
    town = key in gazetteer().home or world().is_foreign(name)
    if town and (" " in key or unfamiliar_words(key)):
        return None  # "the Dallas", of a slip of the tongue
    pool = _AREAS if name.isascii() else _AREAS_ABROAD
    pool = _RANGES if key[-1] == "s" and " " not in key else pool  # "up in the Sierras"
    pool = _VENUES if VENUE in context.cues else pool
    return cased_like(name, context.pick("area", name, pool, fits=partial(_is_unlike, key)))


def _is_unlike(key: str, drawn: str) -> bool:
    """Return whether a name is no other spelling of one: "Balkan", "Balkans"."""
    return normalized(drawn)[:_ALIKE] != key[:_ALIKE]


@cache
def _kinds() -> NameGroups:
    return NameGroups(_LONE_KINDS)
