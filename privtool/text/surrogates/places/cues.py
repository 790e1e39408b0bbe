"""Cues to a place in the words next to it: a table of words and the kinds that they tell."""

from __future__ import annotations

import re
from functools import cache

from privtool.text.labels import Label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.surrogates.places.areas import area, is_abbreviation, is_state
from privtool.text.surrogates.places.countries import ACRONYM_LENGTH, world

ADJECTIVE, NOUN = "adjective", "noun"  # cues to an abbreviation: "U.S. growers", "the U.S. said"
_INSIDE = "in "  # before the name of the state or country that follows a place
_REACH = 4  # words between a cue and its preposition
_ARTICLES = ("the", "a", "an")
_NEXT_WORD = re.compile(r"\s(?P<word>[\w']+)(?!-)\b")


def cues_of_place(before: str, name: str, after: str) -> set[str]:
    """Return the cues of the public words before and after a place."""
    if before.rstrip()[-1:] == "," and is_abbreviation(name):
        return {"state"}
    found = {last_word(before)}.intersection(_ARTICLES) if before[-1:].isspace() else set()
    letters = name.replace(".", "")
    if letters.isupper() and len(letters) <= ACRONYM_LENGTH and world().country(letters):
        return found | {ADJECTIVE if _is_adjective(before, after) else NOUN}
    return found | _kinds_before(before, name)


def _is_adjective(before: str, after: str) -> bool:
    follows = _NEXT_WORD.match(after)
    if follows is None or last_word(before) == "the":
        return False
    word = follows["word"].lower()
    return len(word) > 1 and word not in words("article_cues.function") and word[-2:] != "ed"


def _kinds_before(before: str, name: str) -> set[str]:
    """Return the kinds that the words before a place tell."""
    said = last_words(before)
    article = said.pop() if said and said[-1] in _ARTICLES else ""
    if not said:
        return set()
    where = ["before"] if article else ["before", "right before"]
    where += ["before the"] if name[:4].lower() == "the " else []
    kinds = {kind for kind, place, _ in _cues().get(said[-1], ()) if place in where}
    for word in reversed(said[-1 - _REACH : -1]):
        near = {kind for kind, _, links in _cues().get(word, ()) if said[-1] in links}
        if near:
            return kinds | near
    return kinds


@cache
def _cues() -> dict[str, list[tuple[str, str, frozenset[str]]]]:
    """Return the kinds that each word tells, where it stands, and the prepositions after it."""
    found: dict[str, list[tuple[str, str, frozenset[str]]]] = {}
    for kind, place, said, prepositions in rows("place_cues"):
        for word in said.split():
            found.setdefault(word, []).append((kind, place, frozenset(prepositions.split())))
    return found


def place_around(
    text: str, place: tuple[int, int], after: tuple[int, int], kinds: tuple[Label, Label]
) -> str | None:
    """Return the cue to a place that is listed before its state or country: "in Texas"."""
    if kinds != (Label.LOCATION, Label.LOCATION) or text[place[1] : after[0]].strip() != ",":
        return None
    around = text[slice(*after)]
    known = is_state(area(around, True)) or world().country(around) is not None
    return f"{_INSIDE}{around}" if known else None


def place_in_cues(cues: tuple[str, ...]) -> str:
    """Return the only state or country that cues tell a place is in; "" without one."""
    places = {cue.removeprefix(_INSIDE) for cue in cues if cue.startswith(_INSIDE)}
    return places.pop() if len(places) == 1 else ""
