"""Awards for people and things: "Rookie of the Year", "Most Valuable Player", "All-State"."""

from __future__ import annotations

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_forms import AWARD
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.names.peoples import people
from privtool.text.surrogates.prf import normalized

_OF_THE_YEAR = regex.compile(
    r"(?P<who>.+?)(?P<when>\sof\sthe\s(?:year|month|week|decade|century|season|tournament)"
    r"(?:\sawards?)?)",
    regex.IGNORECASE,
)
_VALUED = regex.compile(r"(?:.+\s)?(?:most\s\p{L}+\splayer|mvp)", regex.IGNORECASE)
_ALL = regex.compile(r"(?P<all>All-)(?P<own>\p{Lu}[\p{L}.]*+(?:\s\p{Lu}[\p{L}.]*+){0,2})")
_HONORED = tuple(
    map(
        pool_of,
        (
            "Song|Album|Single|Artist|Record|Producer|Songwriter",
            "Book|Novel|Film|Game|Play|Show",
            "Car|Truck|Motorcycle|Product|Engine|Bike",
            "Person|Man|Woman|Personality|Humanitarian",
            """Teacher|Nurse|Employee|Volunteer|Entrepreneur|Educator|Scientist|Journalist
            |Firefighter|Architect|Chef""",
        ),
    )
)
_ATHLETES = pool_of(
    "Player|Coach|Rookie|Athlete|Newcomer|Defensive Player|Offensive Player|Goalkeeper|Freshman"
)
_OF_A_TEAM = pool_of("All-Star|All-State|All-Conference|All-Pro|All-Region|All-Tournament")
_BEST = pool_of(
    "Rookie of the Year|Coach of the Year|Athlete of the Year|Newcomer of the Year|Team Captain"
)
_WITH_THE = pool_of(
    "Medal of Merit|Legion of Honor|Order of Merit|Cross of Valor|Pulitzer Prize|Nobel Prize"
)
_AMERICAN = "american"


def honor(name: str, context: Context) -> str | None:
    """Return another award for a name in the form of one; None for others."""
    of = _OF_THE_YEAR.fullmatch(name)
    if of is not None:
        last = normalized(of["who"]).split()[-1]
        pools = (pool for pool in _HONORED if last in map(normalized, pool.phrases))
        drawn = context.pick("honored", of["who"], next(pools, _ATHLETES))
        return cased_like(of["who"], drawn) + of["when"]
    if _VALUED.fullmatch(name):
        return cased_like(name, context.pick("honor", name, _BEST))
    all_of = _ALL.fullmatch(name)
    if all_of is not None:  # "All-American", "All-Russian"
        own = all_of["own"]
        nation = None if normalized(own) == _AMERICAN else people(own, context)
        return all_of["all"] + nation if nation else context.pick("honor", name, _OF_A_TEAM)
    return None


def cued_honor(name: str, context: Context) -> str | None:
    """Return an award for any name after "he was voted" or "awarded the"; else None."""
    if AWARD not in context.cues or not name[:1].isupper():
        return None
    pool = _WITH_THE if "the" in context.cues else _BEST
    return cased_like(name, context.pick("honor", name, pool))
