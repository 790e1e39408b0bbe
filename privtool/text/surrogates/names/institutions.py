"""Public institutions and sports teams: each becomes another one of its kind."""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.filling.word_classes import classes_of
from privtool.text.labels import Label
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.names.name_groups import NameGroup, NameGroups, pool_of
from privtool.text.surrogates.names.peoples import nations
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_GROUPS = (
    NameGroup("Army|Navy|Air Force|Marines|Coast Guard|National Guard", "Marine Corps"),
    NameGroup(
        "Supreme Court|High Court|Court of Appeals|District Court|Family Court|Superior Court"
    ),
    NameGroup(
        "Congress|Senate|Parliament|Cabinet",
        """House of Representatives|House of Commons|House of Lords|Duma|Knesset|Bundestag|House
        |White House|Kremlin|Pentagon|Downing Street|Capitol|State Department|Treasury""",
    ),
    NameGroup(
        "United Nations|European Union|World Bank|African Union|Red Cross",
        "NATO|UN|EU|WHO|IMF|UNICEF|UNESCO|OPEC|ASEAN|OECD|European Commission|Interpol",
    ),
    NameGroup(
        "Liberal Party|Labour Party|Socialist Party|Centre Party|Reform Party|Unity Party",
        "Green Party|Conservative Party|Democratic Party|Republican Party|Communist Party|Likud",
    ),
)
_OFFICE = regex.compile(
    r"(?P<office>(?:(?:department|ministry|office|bureau|board|division|institute|secretary"
    r"|minister)\s+(?:of|for|on)\s+(?:the\s+)?))(?P<topic>.+)",
    regex.IGNORECASE,
)
_TOPICS = """Agriculture|Commerce|Culture|Defense|Education|Energy|Finance|Fisheries|Health|Housing
    |Justice|Labor|Parks|Public Works|Tourism|Transport|Veterans Affairs|Water|Revenue"""
_FORCES = word_set("army navy force marines guard corps fleet cavalry infantry")
_TEAM_WORDS = word_set("sox jazz heat magic thunder lightning wild avalanche united city")
_CITIES = """Albany Buffalo Charlotte Columbus Dallas Denver Houston Memphis Oakland Omaha Orlando
    Portland Richmond Sacramento Seattle Tampa Toledo Tucson Tulsa Wichita"""
_TEAMS = """Badgers Bisons Chargers Comets Coyotes Eagles Falcons Foxes Hawks Hornets Lancers Lynx
    Mustangs Otters Pioneers Rockets Sharks Stags Storm Wolves"""


def institution(phrase: str, context: Context) -> str | None:
    """Return another court, ministry, party, army or team; None for any other organization."""
    article = phrase[:4] if normalized(phrase[:4]) == "the" and len(phrase) > 4 else ""
    name = phrase[len(article) :]
    known = _groups().pool_with(name)
    if known is not None:
        return article + cased_like(name, context.pick("organization", name, known))
    office = _OFFICE.fullmatch(name)
    if office is not None:
        topic = context.pick("topic", office["topic"], pool_of(_TOPICS))
        return article + office["office"] + cased_like(office["topic"], topic)
    words = normalized(name).split()
    if len(words) > 1 and words[-1] in _FORCES:
        return article + _force(name, context)
    if _is_team(words):
        return article + capitalized_like(name, context.pick("team", name, _teams()))
    return None


def _force(name: str, context: Context) -> str:
    """Return an army of another nation."""
    size = 2 if normalized(name).endswith((" air force", " coast guard")) else 1
    words = name.split()
    own, kept = words[:-size], words[-size:]
    nation = context.pick("people", " ".join(own) or name, nations())
    return " ".join([cased_like(name, nation), *kept])


def _is_team(words: list[str]) -> bool:
    """Return whether a name is a place and a word in the plural: "Chicago Bulls"."""
    if not 2 <= len(words) <= 3 or not (words[-1][-1:] == "s" or words[-1] in _TEAM_WORDS):
        return False
    return any(
        Label.LOCATION.value in classes_of(place) for place in (words[0], " ".join(words[:2]))
    )


@cache
def _groups() -> NameGroups:
    return NameGroups(_GROUPS)


@cache
def _teams() -> Pool:
    return Pool(f"{city} {team}" for city in _CITIES.split() for team in _TEAMS.split())
