"""Cues to the kind of a private phrase in the public words around it: "my aunt", "a ranger with".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name and "surfing in Biarritz" a town by the sea.
"""

from __future__ import annotations

from functools import cache

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_words
from privtool.text.surrogates.number_cues import cues_of_number
from privtool.text.surrogates.person_cues import cues_of_person
from privtool.text.surrogates.places.cues import cues_of_place

_BEFORE, _AFTER = 48, 24  # characters that are looked at
_BEFORE_VALUE = 24
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID))
_LONGEST_FRACTION = 5  # "15/16"
_REACH = 5  # words between a cue and the phrase
_ARTICLES = ("the", "a", "an")
_ROW = regex.compile(r"(?:[ \t]+[+-]?\d+(?:[.:-]\d+)?){3}")  # of standings or results
_START_OF_ROW = regex.compile(r"(?:\A|[\n\d,;:.)])[ \t]*\Z")
_JOINED = regex.compile(r"\s*(?:,|&|/|-|\u2013|,?\s(?:and|or|to|and then|than|versus|vs\.?)\s)\s*")
_LONGEST_JOINT = 16
_MANY = regex.compile(r"The \p{Lu}\p{Ll}+s\s(?:are|were|have)\b")


def cues_around(
    text: str, span: tuple[int, int], label: str, limits: tuple[int, int]
) -> tuple[str, ...]:
    """Return the cues to the phrase at a span, sorted.

    `limits` are the end of the entity before it and the start of the one after it.
    """
    (start, end), (last, following) = span, limits
    kind = canonical_label(label)
    before, name = text[max(last, start - _BEFORE) : start], text[start:end]
    after = text[end : min(following, end + _AFTER)]
    if kind is Label.PERSON:
        found = cues_of_person(before, name, after)
    elif kind is Label.LOCATION:
        stopped = following == len(text) or len(after) == _AFTER
        found = cues_of_place(before, name, after if stopped else f"{after}\ufffc")
    elif kind is Label.ORGANIZATION:
        found, rest = _of_words(last_words(before), "firm_cues"), text[end:following]
        of_table = _ROW.match(rest) and _START_OF_ROW.search(text, 0, start)
        found |= {"team"} if of_table or _MANY.match(name + rest) else set()
    elif kind in (Label.MISC, Label.WORD):
        found = _of_words(last_words(before), "thing_cues")
    else:
        found = _of_value(text, span, kind, limits)
    return tuple(sorted(found)) if found else ()


def _of_value(text: str, span: tuple[int, int], kind: Label, limits: tuple[int, int]) -> set[str]:
    """Return the cues of a number, and of a date that may be a fraction or a century."""
    (start, end), (last, following) = span, limits
    before, value = text[max(last, start - _BEFORE_VALUE) : start], text[start:end]
    after = text[end : min(following, end + _AFTER)]
    if kind is Label.NUMBER:
        return cues_of_number(before, value, after) | _article(before)
    if kind in _WITH_ARTICLE:
        return _article(before)
    if kind is Label.DATE and text[end : end + 6].lower() in (" centu", "-centu"):
        return {"century"}
    if kind is Label.DATE and len(value) <= _LONGEST_FRACTION and "/" in value:
        before = text[max(0, start - _BEFORE_VALUE) : start]
        return cues_of_number(before, value, text[end : end + _AFTER])
    return set()


def _article(before: str) -> set[str]:
    """Return the indefinite article at the end of a text."""
    word = before[-4:].lower().rpartition(" ")[0].rpartition(" ")[2] if before[-1:] == " " else ""
    return {word} if word in ("a", "an") else set()


def is_joined(between: str) -> bool:
    """Return whether the text between two phrases lists them: "Dover to Calais"."""
    return len(between) < _LONGEST_JOINT and _JOINED.fullmatch(between) is not None


def _of_words(found: list[str], table: str) -> set[str]:
    """Return the cues of the last words before a name: its article, and what a word tells of it.

    A word of the table stands right before the name, or before the preposition there.
    """
    if not found:
        return set()
    last = found[-1]
    issued = last in words("cues.issued") and bool(words("cues.own").intersection(found[-2:-1]))
    cues = {"the"} if issued or last == "the" else set()  # "her new Alien film"
    cues |= {"one", last} if last in ("a", "an") else set()
    bare = found[:-1] if last in _ARTICLES else found
    by_word = _by_word(table)
    told = {cue for cue, links in by_word.get(bare[-1], ()) if not links} if bare else set()
    for tail in (bare, found):
        for word in reversed(tail[-_REACH:-1]):
            told = told or {cue for cue, links in by_word.get(word, ()) if tail[-1] in links}
    return cues | told


@cache
def _by_word(table: str) -> dict[str, list[tuple[str, frozenset[str]]]]:
    """Return the cues of each word, with the words that link it to the name, if there are any."""
    cues: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for cue, said, *links in rows(table):
        for word in said.split():
            cues.setdefault(word, []).append((cue, frozenset(" ".join(links).split())))
    return cues
