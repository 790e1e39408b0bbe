"""Cues to a place in the words next to it, and the kinds of places that they tell."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from privtool.text.labels import Label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.surrogates.places.countries import DEFINITE, world
from privtool.text.surrogates.places.states import is_abbreviation, state_code

AT = "venue"  # a cue: somebody is at the place, a building
ADJECTIVE, NOUN = "adjective", "noun"  # cues to an abbreviation: "U.S. growers", "the U.S. said"
_INSIDE = "in "  # before the name of the state or country that follows a place
_REACH = 4  # words between a cue and its preposition
_ARTICLES = frozenset(("the", "a", "an"))
_THE_BEFORE = re.compile(r"(?:^|(?P<before>[^\W\d_]*)[^\w])[Tt]he\s+\Z")
_WORD_AFTER = re.compile(r"\s(?:is\s|has\s)?(?P<word>[^\W\d_]+)\b(?!-)")
_NAME_AFTER = re.compile(r"\s(?P<word>[^\W\d_]{2,})")
# A full stop or another sign, a possessive, or the end: no noun follows.
_NO_NOUN = re.compile(
    r"\s*\Z|[.!?;:)\]\"\u201d]|['\u2019]s?\s|,(?:\s[^\W\d_A-Z]|[\"\u201d])|\s[(\u2013\u2014-]+[\s\w]"
    r"|\s(?:and|or|but),"
)
_CLAUSE_AFTER = re.compile(r"\s(?:and|or|but)\s(?P<word>[\w']+)")
_APOSTROPHE_WORD = re.compile(r"\s(?P<word>[\w']+)(?!-)\b")


class Cue(NamedTuple):
    """What a word tells of a place, and the prepositions between the two."""

    kind: str
    prepositions: frozenset[str]


def cues_of_place(before: str, name: str, after: str) -> set[str]:
    """Return the cues of the public words before and after a place."""
    if before.rstrip()[-1:] == "," and is_abbreviation(name):
        return {"state"}
    found = _article(before, name, after)
    if is_abbreviated_country(name):
        return found | {ADJECTIVE if _is_adjective(before, after) else NOUN}
    return found | (_kinds_after(before, after) or _kinds_before(before, name))


def is_abbreviated_country(name: str) -> bool:
    """Return whether a name is the abbreviation of a country, an adjective as well: "U.S."."""
    letters = name.replace(".", "")
    return letters.isupper() and len(letters) <= len("USA") and world().country(letters) is not None


def _is_adjective(before: str, after: str) -> bool:
    follows = _NAME_AFTER.match(after)
    if follows is None or last_word(before) == "the":
        return False
    word = follows["word"].lower()
    return not (word in _function_words() or word.endswith("ed"))


@cache
def _function_words() -> frozenset[str]:
    return words("article_cues.no_noun") | {"and", "or", "but", "more", "about", "next"}


@cache
def _cues(where: str) -> dict[str, list[Cue]]:
    """Return the cues of each word that stands somewhere."""
    found: dict[str, list[Cue]] = {}
    for kind, place, said, prepositions in rows("place_cues"):
        for word in said.split() if place == where else ():
            found.setdefault(word, []).append(Cue(kind, frozenset(prepositions.split())))
    return found


def _kinds_after(before: str, after: str) -> set[str]:
    """Return the kinds that the word after a place tells; its verb only starts a sentence's."""
    match = _WORD_AFTER.match(after)
    if match is None:
        return set()
    starts = not before.strip() or before.rstrip()[-1:] in ".!?"
    found = [*_cues("after").get(match["word"], ())]
    found += _cues("start").get(match["word"], ()) if starts else ()
    return {cue.kind for cue in found}


def _kinds_before(before: str, name: str) -> set[str]:
    """Return the kinds that the words before a place tell."""
    said = last_words(before)
    where = ["right before", "before"]
    while said and said[-1] in _ARTICLES:
        said.pop()
        where = ["before"]
    if not said:
        return set()
    where += ["before the"] if name[:4].lower() == "the " else []
    kinds = {cue.kind for place in where for cue in _cues(place).get(said[-1], ())}
    for word in reversed(said[-1 - _REACH : -1]):
        near = {cue.kind for cue in _cues("near").get(word, ()) if said[-1] in cue.prepositions}
        if near:
            return kinds | near
    return kinds


def _article(before: str, name: str, after: str) -> set[str]:
    """Return whether "the", "a" or "an" stands before a place, and whether it is its own."""
    said = before.rsplit(None, 1)[-1].lower() if before[-1:].isspace() and before.strip() else ""
    found = {said} & _ARTICLES
    the = None if name[:4].lower() == "the " else _THE_BEFORE.search(before)
    if (the is None and name[:4] not in ("the ", "The ")) or not _no_noun(after):
        return found
    at = the is not None and (the["before"] or "").lower() in words("article_cues.at")
    return found | {DEFINITE} | ({AT} if at else set())


def _no_noun(after: str) -> bool:
    """Return whether no noun follows that an article could belong to."""
    if _NO_NOUN.match(after):
        return True
    clause, word = _CLAUSE_AFTER.match(after), _APOSTROPHE_WORD.match(after)
    if clause is not None:
        return clause["word"] in words("article_cues.clause")
    return word is not None and word["word"] in words("article_cues.no_noun")


def place_around(
    text: str, place: tuple[int, int], after: tuple[int, int], kinds: tuple[Label, Label]
) -> str | None:
    """Return the cue to a place that is listed before its state or country: "in Texas"."""
    if kinds != (Label.LOCATION, Label.LOCATION) or text[place[1] : after[0]].strip() != ",":
        return None
    around = text[slice(*after)]
    known = state_code(around, True) is not None or world().country(around) is not None
    return f"{_INSIDE}{around}" if known else None


def place_in_cues(cues: tuple[str, ...]) -> str:
    """Return the only state or country that cues tell a place is in; "" without one."""
    places = {cue.removeprefix(_INSIDE) for cue in cues if cue.startswith(_INSIDE)}
    return places.pop() if len(places) == 1 else ""
