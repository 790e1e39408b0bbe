"""Organizations: another one of the kind that the name, its words or those around it tell."""

from __future__ import annotations

from functools import cache

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.surrogates.common_words import frequent_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import (
    NOUN,
    ORGANIZATION,
    PEOPLE,
    THING,
    is_kind,
    kind_of,
    kind_with_article,
    other,
    pool,
    pool_for,
    written_like,
)
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_lists import SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.digits_and_letters import in_other_script, is_acronym
from privtool.text.surrogates.names.own_words import (
    KEPT_WORDS,
    ORGANIZATION_WORDS,
    POSSESSIVE,
    own_runs,
)
from privtool.text.surrogates.names.peoples import is_people, people
from privtool.text.surrogates.names.renaming import in_two, is_place, place_like, rename
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized

_FIRST = "Al Bri Cor Del Ever Fen Hal Kel Lum Mar Nor Ori Pel Quan Sol Tal Ver Zen"
_LAST = "anta dex ova ira ora enta ico ium ara onix via ella"
_SHORTEST = 5  # letters of a plural or of a coined name
_ARTICLE = len("the ")


def organization(phrase: str, context: Context) -> str:
    """Return another organization; words that tell the kind, such as "Hospital" and "of", stay."""
    if locale_of(phrase) is not None:
        return in_other_script(phrase, context)
    whole = other(phrase, context, ORGANIZATION)
    if whole is not None:
        return whole  # "Macy's"
    owner = POSSESSIVE.search(phrase)
    end = owner.start() if owner else len(phrase)
    start = _ARTICLE if phrase[:_ARTICLE].lower() == "the " and end > _ARTICLE else 0
    name = phrase[start:end]
    definite = start > 0 or "the" in context.cues
    made = other(name, context, ORGANIZATION, NOUN, THING) or in_two(name, context)
    if made is None and kind_of(name, PEOPLE) == "party_member":
        made = people(name, context)  # "Labor"
    if made is None and " " in name:
        made = place_like(name, context, definite)  # a team: "Kansas City"
    if made is None and own_runs(name, KEPT_WORDS) == ((0, len(name)),):
        made = _of_no_kind(name, definite, context)
    if made is not None:
        return phrase[:start] + made + phrase[end:]
    return rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def known_organization(name: str, context: Context) -> str | None:
    """Return another organization for a known one that is no team; None for an unknown one."""
    team = kind_of(name, ORGANIZATION) in ("team", "team_the")
    return None if team else other(name, context, ORGANIZATION)


def of_cued_kind(name: str, definite: bool, context: Context) -> str | None:
    """Return a name of the kind that the words around it tell; None without any."""
    kind = next((cue for cue in context.cues if is_kind(cue)), None)
    if kind is None:
        return None
    kind = kind_with_article(kind, definite)
    return written_like(name, context.pick(kind, name, pool_for(name, kind)))


def _of_no_kind(name: str, definite: bool, context: Context) -> str | None:
    """Return another name for one in which no word tells the kind; None for other forms."""
    cued = of_cued_kind(name, definite, context)
    if cued is not None:
        return cued
    if definite and name[-1:] == "s" and is_people(name[:-1]):
        return people(name, context)  # "the Conservatives"
    key = normalized(name)
    last = key.split()[-1]
    if definite and _is_plural(last) and len(key.split()) < 3:
        return capitalized_like(name, context.pick("team", name, pool("team_the")))
    if definite and name.istitle() and _is_plain_noun(key):  # "the Commonwealth"
        return cased_like(name, context.pick("body", name, pool("body_noun")))
    listed = key in name_pools().roles or bool(classes_of(key)) or is_place(name)
    if definite or listed or not name.isalpha() or is_acronym(name) or len(name) < _SHORTEST - 1:
        return None
    return cased_like(name, context.pick("brand", name, _coined()))  # "Kogalym"


def _is_plural(word: str) -> bool:
    """Return whether a word may be the members of a team: "Teamsters"; no surname."""
    plural = len(word) >= _SHORTEST and word[-1] == "s" and word[-2:] not in ("ss", "us", "is")
    return plural and word.isalpha() and name_pools().roles.get(word) != SURNAME


def _is_plain_noun(word: str) -> bool:
    """Return whether a word is an ordinary one in use and no name."""
    known = word in person_names() or bool(classes_of(word)) or word in ORGANIZATION_WORDS
    return word in frequent_words() and not known and not word.endswith("s")


@cache
def _coined() -> Pool:
    return Pool(first + last for first in _FIRST.split() for last in _LAST.split())
