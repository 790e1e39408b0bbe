"""Public institutions and sports teams: each becomes another one of its kind."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.common_words import uncommon_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.peoples import is_people, nations, people
from privtool.text.surrogates.names.public_names import (
    CITIES,
    CLUBS,
    INSTITUTIONS,
    KNOWN_CLUBS,
    LEAGUES,
    TEAM_NICKNAMES,
    TEAM_WORDS,
    TEAMS,
)
from privtool.text.surrogates.names.trades import ORGANIZATION_WORDS
from privtool.text.surrogates.places.countries import world
from privtool.text.surrogates.places.us_gazetteer import STATE_CODES, gazetteer
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_OFFICE = regex.compile(
    r"(?P<office>(?:(?:department|ministry|office|bureau|board|division|institute|secretary|council"
    r"|(?:sub-?)?committee|commission|task force|working group"
    r"|minister)\s+(?:of|for|on)\s+(?:the\s+)?))(?P<topic>.+)",
    regex.IGNORECASE,
)
# No person's: "Office of Anna Kowalski" may be one.
_OFFICIAL = regex.compile(r"(?:department|ministry|secretary|minister|bureau)\b", regex.IGNORECASE)
_BODY = regex.compile(
    r"(?P<before>(?:house|senate|joint)\s+)?(?P<topic>.+?)"
    r"(?P<body>\s+(?:(?:sub)?committee|commission|department|agency|ministry|administration"
    r"|authority|bureau|board|council|division))",
    regex.IGNORECASE,
)
_NATION = regex.compile(r"(?P<nation>\p{L}[\p{L}.]*+(?:\s\p{L}+)?)\s+(?=\p{L}+\s+(?:of|for)\s)")
_WITH_THE = frozenset(("home depot", "gap", "cheesecake factory", "container store"))
_NATIONAL = regex.compile(
    r"(?P<first>(?:National|International|World|European)\s+)(?P<members>.+)"
    r"(?P<body>\s+(?:Committee|Association|Council|Foundation|Federation|Society|League|Union|Alliance))",
    regex.IGNORECASE,
)
_MEMBERS = pool_of(
    "Chess|Dairy|Energy|Hockey|Library|Opera|Press|Retail|Rowing|Shipping|Tennis|Trade|Wildlife"
)
_SPORTS = pool_of("Boxing|Chess|Cycling|Hockey|Judo|Karate|Rowing|Skating|Tennis|Wrestling")
_SPORT_NAMES = frozenset(map(str.lower, _SPORTS.phrases)) | word_set("cricket football rugby golf")
_TOPICS = """Agriculture|Commerce|Culture|Defense|Education|Energy|Finance|Fisheries|Health|Housing
    |Justice|Labor|Parks|Public Works|Tourism|Transport|Veterans Affairs|Water|Revenue"""
_LOCAL_TOPICS = "Health|Housing|Library|Parks|Planning|Public Works|Transit|Water|Zoning"
_TOPIC_NAMES = frozenset(
    normalized(topic) for topic in pool_of(f"{_TOPICS}|{_LOCAL_TOPICS}").phrases
)
_ACADEMY = regex.compile(
    r"(?P<first>\p{Lu}\p{L}+\s(?:Academy|Institutes?|Council|Endowment|Center|Society)\s(?:of|for)"
    r"\s(?:the\s)?)(?P<topic>\p{Lu}.*)"
)
_SCIENCES = pool_of("Arts|Education|Engineering|Letters|Medicine|Music|Sciences")
_FORCES = word_set("army navy force forces marines guard corps fleet cavalry infantry")
_ARMED = pool_of("Army|Navy|Air Force|Coast Guard")
_CLUB = regex.compile(
    r"(?:A\.?C|F\.?C|S\.?C|A\.?S|C\.?F|S\.?V|R\.?C)\.?|Real|Inter|Sporting|Dynamo"
)


def institution(phrase: str, context: Context) -> str | None:
    """Return another court, ministry, party, army or team; None for any other organization."""
    article = phrase[:4] if normalized(phrase[:4]) == "the" and len(phrase) > 4 else ""
    name = phrase[len(article) :]
    known = known_organization(name, context)
    if known is not None and not _is_brand_after_the(name, known, context):
        own = normalized(name) in _WITH_THE and article[:1] == "T"  # "The Home Depot"
        return known if own else article + known
    club = team(name, context)
    if club is not None:
        return article + club
    beside = _with_place(name, context)
    if beside is not None:
        return article + beside
    national = _NATIONAL.fullmatch(name)
    if national is not None:
        sport = normalized(national["members"]) in _SPORT_NAMES
        members = context.pick("members", national["members"], _SPORTS if sport else _MEMBERS)
        members = cased_like(national["members"], members)
        return article + national["first"] + members + national["body"]
    academy = _ACADEMY.fullmatch(name)
    if academy is not None and name.startswith(("National", "Royal", "American")):
        topic = context.pick("academy", academy["topic"], _SCIENCES)
        first, space, rest = academy["first"].partition(" ")
        first = people(first, context) or first  # "American"
        return article + first + space + rest + cased_like(academy["topic"], topic)
    nation = _NATION.match(name)
    nation = nation if nation and _is_nation(nation["nation"]) else None
    office = _OFFICE.fullmatch(name, nation.end() if nation else 0)
    official = office is not None and _OFFICIAL.match(office["office"]) is not None
    if office is not None and (official or _is_topic(office["topic"])):
        before = _nation(nation["nation"], context) + " " if nation else ""
        topic = context.pick("topic", office["topic"], pool_of(_TOPICS))
        return article + before + office["office"] + cased_like(office["topic"], topic)
    body = _BODY.fullmatch(name)
    if body is not None and (body["before"] or _is_topic(body["topic"])):
        local = body["body"].strip().lower() in ("board", "commission") and not body["before"]
        pool = pool_of(_LOCAL_TOPICS if local else _TOPICS)
        topic = capitalized_like(body["topic"], context.pick("topic", body["topic"], pool))
        return article + (body["before"] or "") + cased_like(body["topic"], topic) + body["body"]
    words = normalized(name).split()
    if len(words) > 1 and words[-1] in _FORCES:
        return article + _force(name, context)
    return None


def known_organization(name: str, context: Context) -> str | None:
    """Return another organization of the group that has the name; None for an unknown one."""
    pool = _groups().pool_with(name)
    if pool is None:
        return None
    pool = pool.starting_like(name) if "one" in context.cues else pool  # "an Amazon warehouse"
    drawn = context.pick("organization", name, pool)
    return drawn if _is_acronym(name) else cased_like(name, drawn)


def _is_brand_after_the(name: str, known: str, context: Context) -> bool:
    """Return whether "the" stands before a name of several words, and its surrogate is "Macy's"."""
    return "the" in context.cues and " " in name and "'" in known


def _with_place(name: str, context: Context) -> str | None:
    """Return another institution of another place: "Supreme Court of Canada", "U.S. Senate"."""
    first, of, place = name.partition(" of ")
    known = known_organization(first, context) if of and place else None
    if known is not None:
        country = world().country(place)
        pool = world().countries if country else cities()
        return known + of + cased_like(place, context.pick("city", place, pool))
    for space in (at for at, char in enumerate(name) if char == " "):
        nation, rest = name[:space], name[space + 1 :]
        known = known_organization(rest, context) if _is_nation(nation) else None
        if known is not None:
            return f"{_nation(nation, context)} {known}"
    return None


def _is_topic(name: str) -> bool:
    """Return whether a name is a topic of public bodies: no name of its own."""
    return not uncommon_words(name) or normalized(name) in _TOPIC_NAMES


def _is_acronym(name: str) -> bool:
    return name.isupper() and " " not in name


def _is_nation(name: str) -> bool:
    """Return whether a name is that of a place, or an acronym: "U.S.", "Texas"."""
    known = Label.LOCATION.value in classes_of(normalized(name)) or is_people(name)
    return known or name.isupper()


def _nation(name: str, context: Context) -> str:
    """Return a nationality or state for the one before an office: "U.S. Department of ..."."""
    if normalized(name) in STATE_CODES:
        return cased_like(name, context.pick("state", name, gazetteer().states))
    return people(name, context) or context.pick("people", name, nations())


def team(name: str, context: Context) -> str | None:
    """Return another sports team; None for any other name."""
    key = normalized(name)
    if key in LEAGUES or key in TEAM_NICKNAMES:
        drawn = context.pick("team", name, pool_of("|".join(TEAMS.split())))
        return drawn if name[:1].isdigit() else cased_like(name, drawn)  # "49ers"
    if _clubs().pool_with(name) is not None:
        return cased_like(name, context.pick("team", name, pool_of(CLUBS)))
    words = name.split()
    if len(words) == 2 and any(map(_CLUB.fullmatch, words)) and not words[1].islower():
        own = words[1] if _CLUB.fullmatch(words[0]) else words[0]
        return name.replace(own, cased_like(own, context.pick("team", own, cities())))
    named = 2 <= len(words) <= 4 and key.split()[-1] in LEAGUES  # "San Francisco Giants"
    named = named and not words[0].lower().endswith("ing")  # "Visiting Angels"
    if named or _is_team(key.split()):
        city = capitalized_like(words[0], context.pick("team city", " ".join(words[:-1]), cities()))
        drawn = context.pick("team", words[-1], pool_of("|".join(TEAMS.split())))
        return f"{city} {capitalized_like(words[-1], drawn)}"
    return None


def _force(name: str, context: Context) -> str:
    """Return an army of another nation."""
    size = 2 if normalized(name).endswith((" air force", " coast guard")) else 1
    words = name.split()
    own, kept = words[:-size], words[-size:]
    if kept[0].lower() == "forces":  # "Latvian Land Forces"
        kept = [context.pick("force", name, _ARMED)]
    nation = context.pick("people", " ".join(own) or name, nations())
    return " ".join([cased_like(name, nation), *kept])


def is_place(name: str) -> bool:
    """Return whether a name is that of a place: "San Francisco"."""
    return bool(name) and (
        Label.LOCATION.value in classes_of(normalized(name))
        or world().home(name) is not None
        or (" " in name and normalized(name) in gazetteer().home)
    )


def _is_team(words: list[str]) -> bool:
    """Return whether a name is a place and a word in the plural: "Chicago Bulls"."""
    if not 2 <= len(words) <= 3 or not (words[-1][-1:] == "s" or words[-1] in TEAM_WORDS):
        return False
    if words[-1] in ORGANIZATION_WORDS and words[-1] not in LEAGUES | TEAM_WORDS:
        return False
    return any(
        Label.LOCATION.value in classes_of(place) for place in (words[0], " ".join(words[:2]))
    )


@cache
def _groups() -> NameGroups:
    return NameGroups(INSTITUTIONS)


@cache
def _clubs() -> NameGroups:
    return NameGroups([NameGroup(CLUBS, KNOWN_CLUBS)])


@cache
def cities() -> Pool:
    """Return some large cities."""
    return Pool(CITIES.split())
