"""Cues to a place in the words next to it: a table of words and the kinds that they tell."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.labels import Label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.surrogates.places.countries import ACRONYM_LENGTH, DEFINITE, world
from privtool.text.surrogates.places.states import is_abbreviation, state_code

AT = "at"  # a cue: somebody is at the place, a building
ADJECTIVE, NOUN = "adjective", "noun"  # cues to an abbreviation: "U.S. growers", "the U.S. said"
_INSIDE = "in "  # before the name of the state or country that follows a place
_REACH = 4  # words between a cue and its preposition
_ARTICLES = frozenset(("the", "a", "an"))
_THE_BEFORE = re.compile(r"(?:(?P<word>[^\W\d_]+)[^\w]+|\A|\W)[Tt]he\s+\Z")
_WORD_AFTER = re.compile(r"\s(?:(?:is|has)\s(?=[a-z]+ed))?(?P<word>[^\W\d_]+)\b(?!-)")
# A full stop or another sign, a possessive, or the end: no noun follows.
_NO_NOUN = re.compile(
    r"\s*\Z|[.!?;:)\]\"\u201d]|['\u2019]s?\s|,(?:\s[^\W\d_A-Z]|[\"\u201d])|\s[(\u2013\u2014-]+[\s\w]"
    r"|\s(?:and|or|but),"
)
_WORDS_AFTER = re.compile(r"\s(?P<word>[\w']+)(?!-)\b(?:\s(?P<next>[\w']+))?")


def cues_of_place(before: str, name: str, after: str) -> set[str]:
    """Return the cues of the public words before and after a place."""
    if before.rstrip()[-1:] == "," and is_abbreviation(name):
        return {"state"}
    found = _article(before, name, after)
    letters = name.replace(".", "")
    if letters.isupper() and len(letters) <= ACRONYM_LENGTH and world().country(letters):
        return found | {ADJECTIVE if _is_adjective(before, after) else NOUN}
    return found | (_kinds_after(before, after) or _kinds_before(before, name))


def _is_adjective(before: str, after: str) -> bool:
    follows = _WORDS_AFTER.match(after)
    if follows is None or last_word(before) == "the":
        return False
    word = follows["word"].lower()
    return len(word) > 1 and word not in words("article_cues.function") and word[-2:] != "ed"


@cache
def _cues(where: str) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the kinds that each word somewhere tells, and the prepositions after it."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for kind, place, said, prepositions in rows("place_cues"):
        for word in said.split() if place == where else ():
            found.setdefault(word, []).append((kind, frozenset(prepositions.split())))
    return found


def _kinds_after(before: str, after: str) -> set[str]:
    """Return the kinds that the word after a place tells, some only at a sentence's start."""
    match = _WORD_AFTER.match(after)
    starts = not before.strip() or before.rstrip()[-1:] in ".!?"
    where = ("after", "start") if starts else ("after",)
    return {
        kind for each in where for kind, _ in _cues(each).get(match["word"] if match else "", ())
    }


def _kinds_before(before: str, name: str) -> set[str]:
    """Return the kinds that the words before a place tell."""
    said = last_words(before)
    where = ["before", "right before"]
    while said and said[-1] in _ARTICLES:
        said.pop()
        where = ["before"]
    if not said:
        return set()
    where += ["before the"] if name[:4].lower() == "the " else []
    kinds = {kind for each in where for kind, _ in _cues(each).get(said[-1], ())}
    for word in reversed(said[-1 - _REACH : -1]):
        near = {kind for kind, after in _cues("near").get(word, ()) if said[-1] in after}
        if near:
            return kinds | near
    return kinds


def _article(before: str, name: str, after: str) -> set[str]:
    """Return the article before a place, and whether "the" is its own, of no noun after it."""
    the = _THE_BEFORE.search(before)
    found = {last_word(before)} & _ARTICLES if before[-1:].isspace() else set()
    if not (the or name[:4].lower() == "the ") or not _no_noun(after):
        return found
    at = the is not None and (the["word"] or "").lower() in words("article_cues.at")
    return found | {DEFINITE} | ({AT} if at else set())


def _no_noun(after: str) -> bool:
    """Return whether no noun follows that an article could belong to."""
    follows = _WORDS_AFTER.match(after)
    if follows is None or _NO_NOUN.match(after):
        return _NO_NOUN.match(after) is not None
    if follows["word"] in ("and", "or", "but"):
        return follows["next"] in words("article_cues.clause")
    return follows["word"] in words("article_cues.no_noun")


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
