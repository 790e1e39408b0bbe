"""Cues to the kind of a private phrase in the public words around it: "my aunt", "a ranger with".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name and "surfing in Biarritz" a town by the sea.
"""

from __future__ import annotations

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.cue_words import (
    ACTIVITIES,
    APPOSED,
    CALLS,
    DRIVEN,
    FEMALE_KIN,
    FIRM_CUES,
    KIN,
    MALE_KIN,
    PATIENTS,
    POURED,
    SUFFERS,
    THANKS,
    TITLED,
    TITLED_TO,
    TITLES,
)
from privtool.text.surrogates.kinds_of_lists import is_row_of_table, kind_after_noun
from privtool.text.surrogates.last_words import last_word, last_words
from privtool.text.surrogates.name_forms import (
    AWARD,
    NAMED_AFTER,
    family_cues,
    is_named_after,
    species_cues,
)
from privtool.text.surrogates.number_cues import cues_of_number
from privtool.text.surrogates.places.cues import cues_of_place
from privtool.text.word_sets import word_set

_BEFORE, _AFTER = 48, 24  # characters that are looked at
_REACH = 4  # words between a cue and its preposition, and this one's phrase
_ARTICLES = word_set("the a an")
_INDEFINITE = word_set("a an")
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID))
_LONGEST_FRACTION = 5  # "15/16"
_PREPOSITIONS = word_set(
    """above against along around at by down for from in into is near of off on onto through to via
    with"""
)
_BEFORE_NAMES = _PREPOSITIONS | _ARTICLES
_BEFORE_PERSONS = (
    KIN | TITLES | CALLS | THANKS | word_set("is was name's named called surname her his him it")
)
_NAMED = word_set("first my its dog's cat's baby's given")
_AFTER_PERSON = regex.compile(
    r"\sand\s(?P<couple>her|his)\b"
    r"|,?\s(?:and|when|because|as|but|while|said|says)\s(?P<said>she|he)\b"
    r"|\s(?:hurt|cut|broke|burned|lost|left|took|missed|had|wants|wanted)\s(?P<own>her|his)\b"
)
# Not "tell Sam that she", where the pronoun may be of somebody else.
_PRONOUN = regex.compile(
    r"^(?!\s(?:that|if|whether|how|why|what)\s)[^.;:!?]*?\s(he|his|him|himself|she|hers?|herself)\b"
)
_RELATIVE = regex.compile(
    r",\s(?:through which|who|whose|when|where|after|before|he|she|[a-z]+ing)\b"
)
_JOINED = regex.compile(r"\s*(?:,|&|/|-|\u2013|,?\s(?:and|or|to|and then|than|versus|vs\.?)\s)\s*")
_MANY = regex.compile(r"The \p{Lu}\p{Ll}+s\s(?:are|were|have)\b")
_END_OF_CLAUSE = regex.compile(r"[.,;!?]|\s*\Z")
_ISSUED = word_set("new newer newest latest last next first second old older original whole entire")
_OWN = word_set("a an the my her his our their your this that")
_AWARDED = {("awarded", "the"), *((be, "voted") for be in ("was", "were", "been", "be"))}
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
        before = text[max(last, start - _BEFORE) : start]
        after = text[end : min(following, end + _AFTER)]
        found = _of_person(before, after)
        found |= {"surname"} if is_named_after(after, person=True) else set()
        found |= family_cues(before, text[start:end], after)
    elif kind is Label.LOCATION:
        before = text[max(last, start - _BEFORE) : start]
        found = cues_of_place(before, text[start:end], _public(text, end, following))
    elif kind is Label.ORGANIZATION:
        before = text[max(last, start - _BEFORE) : start]
        found = _of_firm(before) | kind_after_noun(before)
        if is_row_of_table(text, start, text[end:following]) or _are_many(text[start:following]):
            found.add("team")
        word = last_word(before)
        if word in _ARTICLES:
            found |= {"the"} if word == "the" else {"one", word}
        elif word in APPOSED and before[-1:].isspace():
            found.add(APPOSED[word])
    elif kind in (Label.MISC, Label.WORD):
        before = text[max(last, start - _BEFORE) : start]
        found = _of_thing(before, _public(text, end, following))
    elif kind is Label.NUMBER:
        before = text[max(last, start - 24) : start]
        after = text[end : min(following, end + _AFTER)]
        found = cues_of_number(before, text[start:end], after) | _articles(before)
    elif kind in _WITH_ARTICLE:
        found = _articles(text[max(last, start - 24) : start])
    elif kind is Label.DATE and text[end : end + 6].lower() in (" centu", "-centu"):
        return ("century",)
    elif kind is Label.DATE and end - start <= _LONGEST_FRACTION and "/" in text[start:end]:
        before = text[max(0, start - 24) : start]
        found = cues_of_number(before, text[start:end], text[end : end + _AFTER])
    else:
        return ()
    return tuple(sorted(found)) if found else ()


def _are_many(text: str) -> bool:
    """Return whether a name has a plural of its own: "The Hogs are"."""
    return _MANY.match(text) is not None


def _public(text: str, end: int, following: int) -> str:
    """Return the text after a phrase, with a sign where the next one starts."""
    rest = text[end : min(following, end + _AFTER)]
    return rest if following == len(text) or len(rest) == _AFTER else f"{rest}\ufffc"


def _articles(before: str) -> set[str]:
    """Return the indefinite article at the end of a text."""
    word = before[-4:].lower().rpartition(" ")[0].rpartition(" ")[2] if before[-1:] == " " else ""
    return {word} if word in _INDEFINITE else set()


def _of_thing(before: str, after: str) -> set[str]:
    """Return what the words before a name tell of the thing: a title, a car, a wine, an illness."""
    words = last_words(before)
    named = {NAMED_AFTER} if is_named_after(after, person=False) else set()
    if not words:
        return named
    found = named | ({"one", words[-1]} if words[-1] in _INDEFINITE else set())
    found |= species_cues(words)
    found |= {AWARD} if tuple(words[-2:]) in _AWARDED else set()
    issued = words[-1] in _ISSUED and bool(_OWN.intersection(words[-2:-1]))  # "her new Alien film"
    found |= {"the"} if issued or words[-1] == "the" else set()
    found |= {"activity"} if words[-1] in ACTIVITIES else set()
    if words[-1] in TITLED or (words[-1] in ("to", "of", "in") and {*words[-4:-1]} & TITLED_TO):
        found.add("title")
    elif DRIVEN.intersection(words[-3:-1]) and words[-1] in _OWN:
        found.add("car")
    elif POURED.intersection(words[-4:]):
        found.add("wine")
    elif tuple(words[-2:]) in SUFFERS or (
        words[-1] in ("has", "had")
        and PATIENTS.intersection(words[-2:-1])
        and _END_OF_CLAUSE.match(after[:2])
    ):
        found.add("illness")
    return found


def is_joined(between: str) -> bool:
    """Return whether the text between two phrases lists them: "Dover to Calais"."""
    return len(between) < _REACH**2 and _JOINED.fullmatch(between) is not None


def _of_person(before: str, after: str) -> set[str]:
    """Return whether a name is a given name or a surname, and the gender of its person."""
    words = last_words(before) if last_word(before) in _BEFORE_PERSONS else []
    cues = _before_person(words) if words else set()
    match = _AFTER_PERSON.match(after) if after[:1] in (" ", ",") else None
    if match is not None and match.lastgroup is not None:
        cues.add(_GENDERS[match[match.lastgroup]])
        if match.lastgroup != "said":
            cues.add("given")
    follows = after.startswith((" ", "'s ")) or _RELATIVE.match(after) is not None
    alone = cues.isdisjoint(_GENDERS.values()) and follows
    pronoun = _PRONOUN.search(after) if alone else None
    if pronoun is not None:  # "nobody knew Sam Reyes until he sang"
        cues.add("he" if pronoun[1] in ("he", "his", "him", "himself") else "she")
    return cues


def _before_person(words: list[str]) -> set[str]:
    last = words[-1]
    if last in ("is", "was", "surname") and "surname" in words[-2:]:
        return {"surname"}
    if last in ("is", "was", "name's") and "name" in (words[-2:-1] or [last])[0]:
        return _called(words[-3:-2] if last != "name's" else words[-2:-1])
    if last in TITLES:
        return {"surname"}
    if last in ("named", "called") and len(words) > 2 and words[-2] in ("is", "was"):
        last = words[-3] if words[-3] in KIN else last  # "my horse is called"
    if last in ("named", "called") and KIN.intersection(words[-2:-1]):
        last = words[-2]
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


def _of_firm(before: str) -> set[str]:
    """Return the cues to a firm of a word before the preposition at the end of a text."""
    if last_word(before) not in _BEFORE_NAMES:
        return set()
    words = last_words(before)
    while words and words[-1] in _ARTICLES:
        words.pop()
    if len(words) < 2 or words[-1] not in _PREPOSITIONS:
        return set()
    preposition = words[-1]
    for word in reversed(words[-1 - _REACH : -1]):
        found = {
            cue for cue, prepositions in FIRM_CUES.get(word, ()) if preposition in prepositions
        }
        if found and not (word == "loan" and "on" in words):  # "on loan from" no bank
            return found
    return set()
