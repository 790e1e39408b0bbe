"""Cues to the kind of a private phrase in the public words around it: "my aunt", "a ranger with".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name and "surfing in Biarritz" a town by the sea.
"""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.surrogates.number_cues import cues_of_fraction, cues_of_number, cues_of_verb
from privtool.text.surrogates.person_cues import cues_of_person
from privtool.text.surrogates.place_cues import cues_of_place
from privtool.text.surrogates.place_forms import cues_of_article

_BEFORE, _AFTER = 48, 24  # characters that are looked at
_REACH = 4  # words between a cue and its preposition, and this one's phrase
_ARTICLES = frozenset(("the", "a", "an"))
_INDEFINITE = frozenset(("a", "an"))
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID))
_LONGEST_FRACTION = 5  # "15/16"
_PREPOSITIONS, _CLIMBS = words("cues.prepositions"), words("cues.climbs")
_BEFORE_NAMES = _PREPOSITIONS | _ARTICLES | _CLIMBS
_JOINED = regex.compile(r"\s*(?:,|&|/|-|\u2013|,?\s(?:and|or|to|and then|than|versus|vs\.?)\s)\s*")
_ROW = regex.compile(r"(?:[ \t]+[+-]?\d+(?:[.:-]\d+)?){3}")  # of standings or results
_START_OF_ROW = regex.compile(r"(?:\A|[\n\d,;:.)])[ \t]*\Z")
_SUCH_AS = regex.compile(r",?\s(?:(?:such\sas|like|including)\s(?:[Tt]he\s)?)?\Z")
_MANY = regex.compile(r"The \p{Lu}\p{Ll}+s\s(?:are|were|have)\b")
_END_OF_CLAUSE = regex.compile(r"[.,;!?]|\s*\Z")
_SUFFERS = (["diagnosed", "with"], ["suffers", "from"], ["suffered", "from"])
_PATIENTS = words("cues.patients") | words("kin.female") | words("kin.male") | words("kin.other")


def cues_around(
    text: str, span: tuple[int, int], label: str, limits: tuple[int, int]
) -> tuple[str, ...]:
    """Return the cues to the phrase at a span, sorted.

    `limits` are the end of the entity before it and the start of the one after it.
    """
    (start, end), (last, following) = span, limits
    kind = canonical_label(label)
    before, name = text[max(last, start - _BEFORE) : start], text[start:end]
    if kind is Label.PERSON:
        after = text[end : min(following, end + _AFTER)]
        found = cues_of_person(before, name, after)
    elif kind is Label.LOCATION:
        found = cues_of_place(before, name, text[end : end + _AFTER])
        found |= _of_name(before, "place_cues") | _articles(before)
        found |= {"the"} if f" {before}"[-5:].lower() == " the " else set()
        found |= cues_of_article(before, name, _public(text, end, following))
    elif kind is Label.ORGANIZATION:
        found = _of_organization(before)
        rest = text[end:following]
        of_table = _ROW.match(rest) and _START_OF_ROW.search(text, 0, start)
        found |= {"team"} if of_table or _MANY.match(name + rest) else set()
    elif kind in (Label.MISC, Label.WORD):
        found = _of_thing(before, _public(text, end, following))
    else:
        found = _of_number(text, span, kind, limits)
    return tuple(sorted(found)) if found else ()


def is_joined(between: str) -> bool:
    """Return whether the text between two phrases lists them: "Dover to Calais"."""
    return len(between) < _REACH**2 and _JOINED.fullmatch(between) is not None


def _of_number(text: str, span: tuple[int, int], kind: Label, limits: tuple[int, int]) -> set[str]:
    """Return the cues to a number, an amount or a date."""
    (start, end), (last, following) = span, limits
    before = text[max(last, start - _AFTER) : start]
    if kind is Label.NUMBER:
        found, after = last_words(before), text[end:following]
        shown = f"-{before}" if last > max(0, start - _AFTER) else before
        cues = cues_of_number(found[-3:], after) | _articles(before)
        return cues | cues_of_verb(found, shown, after)
    if kind in _WITH_ARTICLE:
        return _articles(before)
    if kind is not Label.DATE:
        return set()
    if text[end : end + 6].lower() in (" centu", "-centu"):
        return {"century"}
    if end - start > _LONGEST_FRACTION or "/" not in text[start:end]:
        return set()
    beside = text[max(0, start - 2) : start], text[end : end + _AFTER]
    return cues_of_fraction(text[start:end], last_words(before), *beside)


def _public(text: str, end: int, following: int) -> str:
    """Return the text after a phrase, with a sign where the next one starts."""
    rest = text[end : min(following, end + _AFTER)]
    return rest if following == len(text) or len(rest) == _AFTER else f"{rest}\ufffc"


def _articles(before: str) -> set[str]:
    """Return the indefinite article at the end of a text."""
    word = before[-4:].lower().rpartition(" ")[0].rpartition(" ")[2] if before[-1:] == " " else ""
    return {word} if word in _INDEFINITE else set()


def _of_organization(before: str) -> set[str]:
    found, word = _of_name(before, "firm_cues"), last_word(before)
    noun = last_word(_SUCH_AS.sub("", before)) if before[-1:] == " " else ""
    found |= {kind for each, kind, *_ in rows("kind_nouns") if each == noun}  # "magazines such as"
    found |= {"the"} if word == "the" else set()
    return found | ({"one", word} if word in _INDEFINITE else set())


def _of_thing(before: str, after: str) -> set[str]:
    """Return what the words before a name tell of the thing: a title, a car, a wine, an illness."""
    found = last_words(before)
    if not found:
        return set()
    last = found[-1]
    cues = {"one", last} if last in _INDEFINITE else set()
    issued = last in words("cues.issued") and found[-2:-1] and found[-2] in words("cues.own")
    cues |= {"the"} if issued or last == "the" else set()
    cues |= {"practice"} if last in words("cues.activity") else set()
    ill = last in ("has", "had") and not _PATIENTS.isdisjoint(found[-2:-1])
    to_title = last in ("to", "of", "in") and not words("cues.title-to").isdisjoint(found[-4:-1])
    if last in words("cues.title") or to_title:
        cues.add("title")
    elif last in words("cues.own") and not words("cues.car").isdisjoint(found[-3:-1]):
        cues.add("car")
    elif not words("cues.wine").isdisjoint(found[-4:]):
        cues.add("wine")
    elif found[-2:] in _SUFFERS or (ill and _END_OF_CLAUSE.match(after[:2])):
        cues.add("illness")
    return cues


def _of_name(before: str, table: str) -> set[str]:
    """Return the cues of a word before the preposition at the end of a text."""
    if last_word(before) not in _BEFORE_NAMES:
        return set()
    found = last_words(before)
    if table == "place_cues" and found and found[-1] in _CLIMBS:
        return {"peak"}
    while found and found[-1] in _ARTICLES:
        found.pop()
    if len(found) < 2 or found[-1] not in _PREPOSITIONS:
        return set()
    preposition, cues = found[-1], _by_word(table)
    for word in reversed(found[-1 - _REACH : -1]):
        told = {cue for cue, after in cues.get(word, ()) if preposition in after}
        if told and not (word == "loan" and "on" in found):  # "on loan from" no bank
            return told
    return set()


@cache
def _by_word(table: str) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the cues of each word, with the prepositions that follow it."""
    cues: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for cue, said, prepositions in rows(table):
        for word in said.split():
            cues.setdefault(word, []).append((cue, frozenset(prepositions.split())))
    return cues
