"""Organizations whose form tells their kind: "the Teamsters", "Alpha Phi", "Ninth Circuit"."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.filling.word_classes import classes_of
from privtool.text.known_names import person_names
from privtool.text.labels import Label
from privtool.text.surrogates.common_words import uncommon_words, unfamiliar_words
from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import capitalized_like, cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import SURNAME, name_pools
from privtool.text.surrogates.names.public_names import TEAMS
from privtool.text.surrogates.names.trades import ORGANIZATION_WORDS
from privtool.text.surrogates.numbers.ordinals import ORDINAL, other_ordinal
from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import load_vocabulary
from privtool.text.word_sets import word_set

_GREEK = """Alpha|Beta|Gamma|Delta|Epsilon|Zeta|Eta|Theta|Iota|Kappa|Lambda|Omicron|Pi|Rho|Sigma
    |Tau|Upsilon|Phi|Chi|Psi|Omega"""
_NUMBERED = word_set(
    """circuit district division battalion brigade regiment corps fleet army precinct ward infantry
    cavalry airborne squadron wing troop company ministry congress international"""
)
_DEPARTMENTS = pool_of(
    """Accounting|Customer Service|Engineering|Facilities|Legal|Logistics|Marketing|Payroll
    |Purchasing|Quality Control"""
)
_DEPARTMENT_NAMES = word_set(
    """accounting hr it legal marketing payroll purchasing sales engineering finance operations
    billing shipping receiving logistics maintenance procurement compliance"""
)
_ENDINGS = {
    "HOSPITAL": Pool(("Hospital", "Medical Center", "Clinic")),
    "CLINIC": Pool(("Clinic", "Medical Group")),
    "UNIVERSITY": Pool(("University", "College")),
    "SCHOOL": Pool(("School", "Academy")),
}
_FIRM_ENDINGS = Pool(("Group", "Associates", "Services", "Center", "Company"))
_HUMAN_RESOURCES = "human resources"
_SHORTEST_PLURAL = 5
_LONGEST_TEAM = 3  # words
_FREQUENT = 20_000  # words of public text
TOPICS = pool_of(
    """Commerce|Culture|Education|Energy|Finance|Health|Housing|Industry|Justice|Labor|Progress
    |Reform|Science|Trade|Unity|Welfare"""
)
SCIENCES = pool_of("Behavioral|Earth|Environmental|Marine|Physical|Political|Social")
BODIES = pool_of("Alliance|Assembly|Commission|Council|Foundation|Society|Union|Trust")


def firm_endings(label: str) -> Pool:
    """Return what to write after a name of no known kind, by its bare label."""
    return _ENDINGS.get(label, _FIRM_ENDINGS)


def names_a_topic(phrase: str, start: int, end: int) -> bool:
    """Return whether a run of ordinary words says what a body is for: "League of Rights"."""
    if phrase.islower() or unfamiliar_words(phrase[start:end]) or not phrase[start:end].isalpha():
        return False
    before = normalized(phrase[:start]).split()
    return before[-1:] in (["of"], ["for"]) or (
        before[-1:] == ["and"] and not {"of", "for"}.isdisjoint(before)
    )


_CENTER = re.compile(
    r"(?P<head>(?:center|centre|institute|council|school|society) (?:for|of) (?:the )?)(?P<own>.+)"
    r"(?P<tail> (?:studies|affairs|relations|research|policy|policies|priorities))",
    re.IGNORECASE,
)
_STUDIES = pool_of("Economic|Regional|Environmental|Urban|Rural|Maritime|Legal|Cultural|Medieval")


def special_form(name: str, context: Context) -> str | None:
    """Return another organization of the same form; None for one of no special form."""
    words = normalized(name).split()
    if len(words) > 1 and all(word in _greek() for word in words):
        letters = " ".join(
            context.pick("greek", f"{number} {word}", pool_of(_GREEK), excluded=word)
            for number, word in enumerate(words)
        )
        return cased_like(name, letters)
    center = _CENTER.fullmatch(name)
    if center is not None:  # "Center for Strategic and International Studies"
        topic = context.pick("studies", center["own"], _STUDIES)
        return center["head"] + cased_like(center["own"], topic) + center["tail"]
    of_firm = words[-1:] == ["department"] and len(words) > 1
    if of_firm and set(words[:-1]) - {"the"} <= _DEPARTMENT_NAMES:
        own = name[4:] if words[0] == "the" else name
        drawn = context.pick("department", own, _DEPARTMENTS)
        return name[: len(name) - len(own)] + cased_like(own, drawn) + own[own.rindex(" ") :]
    department = context.kind == "DEPARTMENT" and set(words) <= _DEPARTMENT_NAMES
    if department or normalized(name) == _HUMAN_RESOURCES:
        return cased_like(name, context.pick("department", name, _DEPARTMENTS))
    article = len("the ") if words[:1] == ["the"] else 0
    ordinal = ORDINAL.match(name, article)
    rest = words[2:] if article else words[1:]
    if ordinal and rest and rest[-1] in _NUMBERED and ordinal[0].lower() != "first":
        new = context.retry("ordinal", ordinal[0], lambda rng: other_ordinal(ordinal, rng))
        if set(rest) <= _NUMBERED | ORGANIZATION_WORDS:
            return name[:article] + new + name[ordinal.end() :]
    lone = len(words) == 1 + bool(article) and (article or "the" in context.cues)
    if lone and name[article:].istitle() and is_plain_noun(words[-1]):  # "the Commonwealth"
        own = name[article:]
        return name[:article] + cased_like(own, context.pick("body", own, BODIES))
    return _plural(name, words, context)


def is_plain_noun(word: str) -> bool:
    """Return whether a word is an ordinary one in use and no name."""
    return (
        word in load_vocabulary(top=_FREQUENT).words
        and word not in person_names()
        and not classes_of(word)
        and word not in ORGANIZATION_WORDS
        and not word.endswith("s")
    )


def is_plain_pair(run: str) -> bool:
    """Return whether a name consists of two ordinary words: nothing tells what it names."""
    words = normalized(run).split()
    names = sum(word in person_names() for word in words)
    return len(words) == 2 and names < 2 and not uncommon_words(run)


def _plural(name: str, words: list[str], context: Context) -> str | None:
    """Return the name of a team for "the Teamsters", "Rockets" or "The Rolling Stones"."""
    the = words[:1] == ["the"]
    own = words[1:] if the else words
    last = own[-1] if own else ""
    if not last.endswith("s") or len(last) < _SHORTEST_PLURAL or last in ORGANIZATION_WORDS:
        return None
    known = last in _teams() and len(own) <= (_LONGEST_TEAM if the else 1)
    plural = the and len(own) <= 2 and not _is_name(last) and last[:-1].isalpha()
    if not (known or (plural and not last.endswith(("ss", "us", "is")))):
        return None
    article = name[:4] if the else ""
    drawn = context.pick("team", name, pool_of("|".join(TEAMS.split())), excluded=last)
    return article + capitalized_like(name[len(article) :], drawn)


def _is_name(word: str) -> bool:
    """Return whether a word is the name of a place or a surname."""
    surname = name_pools().roles.get(word) == SURNAME
    return surname or Label.LOCATION.value in classes_of(word)


@cache
def _greek() -> frozenset[str]:
    return frozenset(normalized(letter) for letter in pool_of(_GREEK).phrases)


@cache
def _teams() -> frozenset[str]:
    return frozenset(map(normalized, TEAMS.split()))
