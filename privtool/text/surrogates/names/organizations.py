"""Organizations: another one of the kind that the name, its words or those around it tell."""

from __future__ import annotations

from functools import cache

from privtool.text.filling.word_classes import classes_of
from privtool.text.letter_case import cased_like
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.kinds import (
    NOUN,
    ORGANIZATION,
    PEOPLE,
    THING,
    coined,
    drawn_for,
    is_kind,
    kind_of,
    kind_with_article,
    other,
)
from privtool.text.surrogates.name_groups import NameGroups
from privtool.text.surrogates.name_lists import SURNAME, locale_of, name_pools
from privtool.text.surrogates.names.digits_and_letters import in_other_script, is_acronym
from privtool.text.surrogates.names.own_words import KEPT_WORDS, POSSESSIVE, own_runs
from privtool.text.surrogates.names.peoples import is_people, people
from privtool.text.surrogates.names.renaming import in_two, is_place, place_like, rename
from privtool.text.surrogates.places.regions import groups_in
from privtool.text.surrogates.prf import normalized

_SHORTEST = 5  # letters of a plural
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
    made = other(name, context, ORGANIZATION, NOUN, THING) or _landmark(name, context)
    made = made or in_two(name, context)
    if made is None and kind_of(name, PEOPLE) == "party_member":
        made = people(name, context)  # "Labor"
    if made is None and " " in name:
        made = place_like(name, context, definite)  # a team: "Kansas City"
    if made is None and own_runs(name, KEPT_WORDS) == ((0, len(name)),):
        made = _of_no_kind(name, definite, context)
    if made is not None:
        ending = "" if "'" in made else phrase[end:]  # "Sam's Club" has one of its own
        return phrase[:start] + made + ending
    return rename(phrase, context, "organization", name_pools().surnames, KEPT_WORDS)


def known_organization(name: str, context: Context) -> str | None:
    """Return another organization for a known one that is no team; None for an unknown one."""
    team = kind_of(name, ORGANIZATION) in ("team", "team_the")
    return None if team else other(name, context, ORGANIZATION)


def of_cued_kind(name: str, definite: bool, context: Context) -> str | None:
    """Return a name of the kind that the words around it tell; None without any."""
    kind = next((cue for cue in context.cues if is_kind(cue)), None)
    return kind and drawn_for(name, kind_with_article(kind, definite), context)


def _landmark(name: str, context: Context) -> str | None:
    """Return another stadium or the like, which taggers also call organizations; else None."""
    pool = _landmarks().pool_with(name)
    return None if pool is None else cased_like(name, context.pick("landmark", name, pool))


@cache
def _landmarks() -> NameGroups:
    return NameGroups(groups_in("landmarks"))


def _of_no_kind(name: str, definite: bool, context: Context) -> str | None:
    """Return another name for one in which no word tells the kind; None for other forms."""
    cued = of_cued_kind(name, definite, context)
    if cued is not None:
        return cued
    key = normalized(name)
    if definite and name[-1:] == "s" and is_people(name[:-1]):
        return people(name, context)  # "the Conservatives"
    if definite and _is_plural(key.split()[-1]) and name.count(" ") < 2:
        return drawn_for(name, "team_the", context)  # "the Teamsters"
    listed = key in name_pools().roles or bool(classes_of(key)) or is_place(name)
    if definite or listed or not name.isalpha() or is_acronym(name):
        return None
    return cased_like(name, context.pick("brand", name, coined()))  # "Kogalym"


def _is_plural(word: str) -> bool:
    """Return whether a word may be the members of a team: no surname."""
    plural = len(word) >= _SHORTEST and word[-1] == "s" and word[-2:] not in ("ss", "us", "is")
    return plural and word.isalpha() and name_pools().roles.get(word) != SURNAME
