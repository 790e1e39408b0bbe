"""Cues to the kind of a private phrase in the public words around it: "my aunt", "a ranger with".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name and "surfing in Biarritz" a town by the sea.
"""

from __future__ import annotations

from collections.abc import Mapping

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.cue_words import (
    ACTIVITIES,
    CALLS,
    CLIMBS,
    FEMALE_KIN,
    FIRM_CUES,
    KIN,
    MALE_KIN,
    PLACE_CUES,
    THANKS,
    TITLES,
    VITAL_SIGNS,
)
from privtool.text.word_sets import word_set

_BEFORE, _AFTER = 48, 24  # characters that are looked at
_REACH = 4  # words between a cue and its preposition, and this one's phrase
_WORD = regex.compile(r"[\p{L}\p{N}]+(?:['\u2019-]\p{L}+)*")
_SENTENCE = regex.compile(r"[.!?;:\n]\s")
_ARTICLES = word_set("the a an")
_PREPOSITIONS = word_set(
    """above against along around at by down for from in into is near of off on onto through to via
    with"""
)
_NAMED = word_set("first my its dog's cat's baby's given")
_AFTER_PERSON = regex.compile(
    r"\sand\s(?P<couple>her|his)\b"
    r"|,?\s(?:and|when|because|as|but|while|said|says|that)\s(?P<said>she|he)\b"
    r"|\s(?:hurt|cut|broke|burned|lost|left|took|missed|had|wants|wanted)\s(?P<own>her|his)\b"
)
_JOINED = regex.compile(r"\s*(?:,|&|/|-|\u2013|,?\s(?:and|or|to|and then|than|versus|vs\.?)\s)\s*")
_COAST_AFTER = regex.compile(r"\s(?:harbou?r|beach(?:es)?|pier|fishermen)\b")
_PLURAL_AFTER = regex.compile(r"[\s-](?:\w+\s)?(?:[a-z]{2,}[^s\W]s|people|children|men|women)\b")
_GENDERS = {"her": "female", "she": "female", "his": "male", "he": "male"}


def cues_around(
    text: str, span: tuple[int, int], label: str, limits: tuple[int, int]
) -> tuple[str, ...]:
    """Return the cues to the phrase at a span, sorted.

    `limits` are the end of the entity before it and the start of the one after it.
    """
    (start, end), (last, following) = span, limits
    kind = canonical_label(label)
    if kind is Label.PERSON:
        found = _of_person(
            text[max(last, start - _BEFORE) : start], text[end : min(following, end + _AFTER)]
        )
    elif kind is Label.LOCATION:
        found = _of_name(text[max(last, start - _BEFORE) : start], PLACE_CUES)
        if _COAST_AFTER.match(text, end, following):
            found.add("coast")
    elif kind is Label.ORGANIZATION:
        found = _of_name(text[max(last, start - _BEFORE) : start], FIRM_CUES)
    elif kind in (Label.MISC, Label.WORD):
        words = text[max(last, start - _BEFORE) : start].lower().split()[-1:]
        found = {"one"} if words and words[0] in ("a", "an") else set()
        found |= {"activity"} if words and words[0] in ACTIVITIES else set()
    elif kind is Label.NUMBER:
        found = {"plural"} if _PLURAL_AFTER.match(text, end, following) else set()
        if VITAL_SIGNS.intersection(_words(text[max(last, start - 24) : start])[-3:]):
            found.add("vital")
    else:
        return ()
    return tuple(sorted(found))


def is_joined(between: str) -> bool:
    """Return whether the text between two phrases lists them: "Dover to Calais"."""
    return len(between) < _REACH**2 and _JOINED.fullmatch(between) is not None


def _of_person(before: str, after: str) -> set[str]:
    """Return whether a name is a given name or a surname, and the gender of its person."""
    words = _words(before)
    cues = _before_person(words) if words else set()
    match = _AFTER_PERSON.match(after) if after[:1] in " ," else None
    if match is not None and match.lastgroup is not None:
        cues.add(_GENDERS[match[match.lastgroup]])
        if match.lastgroup != "said":
            cues.add("given")
    return cues


def _before_person(words: list[str]) -> set[str]:
    last = words[-1]
    if last in ("is", "was", "surname") and "surname" in words[-2:]:
        return {"surname"}
    if last in ("is", "was", "name's") and "name" in (words[-2:-1] or [last])[0]:
        return _called(words[-3:-2] if last != "name's" else words[-2:-1])
    if last in TITLES:
        return {"surname"}
    if last in ("named", "called") and words[-2:-1] in (["is"], ["was"], *([kin] for kin in KIN)):
        words = words[: -2 if words[-2] in ("is", "was") else -1] or words
        last = words[-1]
    if last in KIN:
        gender = {"female"} if last in FEMALE_KIN else {"male"} if last in MALE_KIN else set()
        return {"given", *gender}
    if last in _GENDERS and CALLS.intersection(words[-2:-1]):
        return {"given", _GENDERS[last]}
    while words and words[-1] in THANKS:
        words.pop()
    return {"given"} if words and words[-1] in CALLS else set()


def _called(owner: list[str]) -> set[str]:
    """Return the cues of "her name is" and "the last name is", by the word before "name"."""
    word = owner[0] if owner else ""
    if word in ("last", "family", "maiden", "sur"):
        return {"surname"}
    known = {"her": "female", "his": "male"}.get(word)
    return {"given", known} if known else {"given"} if word in _NAMED else set()


def _of_name(before: str, cues: Mapping[str, list[tuple[str, frozenset[str]]]]) -> set[str]:
    """Return the cues of a word before the preposition at the end of a text."""
    words = _words(before)
    if cues is PLACE_CUES and words and words[-1] in CLIMBS:
        return {"peak"}
    while words and words[-1] in _ARTICLES:
        words.pop()
    if len(words) < 2 or words[-1] not in _PREPOSITIONS:
        return set()
    preposition = words[-1]
    for word in reversed(words[-1 - _REACH : -1]):
        found = {cue for cue, prepositions in cues.get(word, ()) if preposition in prepositions}
        if found:
            return found
    return set()


def _words(before: str) -> list[str]:
    """Return the words of the sentence before a phrase, in lower case."""
    start = max((match.end() for match in _SENTENCE.finditer(before)), default=0)
    return _WORD.findall(before[start if start < len(before) else 0 :].lower())
