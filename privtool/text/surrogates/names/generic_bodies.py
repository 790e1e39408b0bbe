"""Common nouns that stand for an organization named before: "the League", "the college"."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.public_names import CITIES
from privtool.text.surrogates.places.countries import country_surrogate, world
from privtool.text.surrogates.prf import normalized

_GROUPS = (
    NameGroup(
        "alliance|association|federation|foundation|league|society|union|trust",
        "club|coalition|movement|organization|organisation|fellowship|guild|charity",
    ),
    NameGroup("board|commission|committee|council", "assembly|panel|authority|task force"),
    NameGroup(
        "agency|bureau|department|office",
        "ministry|administration|service|government|cabinet|legislature",
    ),
    NameGroup("college|university|academy|institute", "school|seminary|faculty"),
    NameGroup("company|corporation|firm|group", "business|bank|manufacturer|airline|employer"),
    NameGroup("church|chapel|cathedral|temple", "mosque|synagogue|parish|diocese"),
    NameGroup("newspaper|magazine|journal|paper", "press|publisher|media"),
    NameGroup("network|station|channel", "broadcaster"),
    NameGroup("clinic|hospital|hospice", "nursing home|pharmacy"),
    NameGroup("hotel|inn|motel|resort", "lodge|hostel"),
    NameGroup(  # names of papers that need their city: "the Mercury"
        "Chronicle|Examiner|Gazette|Herald|Sentinel|Tribune",
        "Mercury|Inquirer|Enquirer|Telegraph|Observer|Dispatch|Courier|Mercury News",
    ),
    NameGroup(  # of headlines
        "tennis|cricket|golf|cycling|boxing|rowing",
        "rugby union|rugby league|soccer|basketball|baseball|ice hockey|volleyball|athletics",
    ),
    NameGroup("store|shop|market|supermarket", "mall|bakery|restaurant"),
)


_HALL = re.compile(r"(?P<own>\S.*)(?P<hall>\s(?:hall|walk) of fame)", re.IGNORECASE)
_SPORTS = pool_of("Baseball|Basketball|Football|Golf|Hockey|Soccer|Swimming|Tennis|Wrestling")
_SPORT_NAMES = frozenset(map(normalized, _SPORTS.phrases)) | {"boxing", "rugby", "cricket"}
_CITIES = pool_of("|".join(CITIES.split()))


def generic_body(name: str, context: Context) -> str | None:
    """Return another common noun for one, in its number; None for any other name."""
    if " " in name and world().country(name):  # "People's Republic of China"
        return country_surrogate(name, False, context, "the" in context.cues)
    pool = _groups().pool_with(name)
    if pool is not None:
        return capitalized_like(name, context.pick("generic", name, pool))
    hall = _HALL.fullmatch(name)
    if hall is not None:  # "Baseball Hall of Fame"
        own = hall["own"]
        drawn = context.pick("hall", own, _SPORTS if own.lower() in _SPORT_NAMES else _CITIES)
        return cased_like(own, drawn) + hall["hall"]
    for one in _singulars(name):
        pool = _groups().pool_with(one)
        if pool is not None:
            return capitalized_like(name, _plural(context.pick("generic", one, pool)))
    return None


def _singulars(name: str) -> tuple[str, ...]:
    """Return what a name in the plural may be the plural of."""
    lower = name.lower()
    if lower.endswith("ies"):
        return (f"{lower[:-3]}y",)
    if lower.endswith("es"):
        return lower[:-1], lower[:-2]
    return (lower[:-1],) if lower.endswith("s") else ()


def _plural(noun: str) -> str:
    if noun.endswith("y"):
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith("ch") else f"{noun}s"


@cache
def _groups() -> NameGroups:
    return NameGroups(_GROUPS)
