"""Cues to a person in the words around the name: "my aunt", "Mr.", "and her husband"."""

from __future__ import annotations

import regex

from privtool.text.lexicon import words
from privtool.text.surrogates.last_words import last_word, last_words

_CALLS, _THANKS, _TITLES = words("cues.calls"), words("cues.thanks"), words("cues.titles")
_BY_GENDER = {"female": words("kin.female"), "male": words("kin.male")}
_KIN = words("kin.female") | words("kin.male") | words("kin.other")
_BEFORE = _KIN | _TITLES | _CALLS | _THANKS | words("cues.before-persons")
_FAMILY_NAMES = ("last", "family", "maiden", "sur")  # before "name"
_AFTER = regex.compile(
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
_GENDERS = {"her": "female", "she": "female", "his": "male", "he": "male"}


def cues_of_person(before: str, after: str) -> set[str]:
    """Return whether a name is a given name or a surname, and the gender of its person."""
    found = last_words(before) if last_word(before) in _BEFORE else []
    cues = _before_person(found) if found else set()
    match = _AFTER.match(after) if after[:1] in (" ", ",") else None
    if match is not None and match.lastgroup is not None:
        cues.add(_GENDERS[match[match.lastgroup]])
        if match.lastgroup != "said":
            cues.add("given")
    follows = after.startswith((" ", "'s ")) or _RELATIVE.match(after) is not None
    alone = cues.isdisjoint(_GENDERS.values()) and follows
    pronoun = _PRONOUN.search(after) if alone else None
    if pronoun is not None:  # "nobody knew Sam Reyes until he sang"
        cues.add("he" if pronoun[1].startswith("h") and pronoun[1][:3] != "her" else "she")
    return cues


def _before_person(found: list[str]) -> set[str]:
    """Return the cues of the last words before a person."""
    last, before = found[-1], found[-2] if len(found) > 1 else ""
    if last in ("is", "was", "surname") and "surname" in (last, before):
        return {"surname"}
    if last == "name's" or (last in ("is", "was", "name") and "name" in (before or last)):
        return _called(before if last == "name's" else found[-3] if len(found) > 2 else "")
    if last in _TITLES:
        return {"surname"}
    if last in ("named", "called"):
        third = found[-3] if len(found) > 2 and before in ("is", "was") else ""
        last = next((each for each in (before, third) if each in _KIN), last)
    if last in _KIN:  # "my horse is called"
        return {"given", *(gender for gender, kin in _BY_GENDER.items() if last in kin)}
    if last in _GENDERS and before in _CALLS:
        return {"given", _GENDERS[last]}
    while found and found[-1] in _THANKS:
        found.pop()
    return {"given"} if found and found[-1] in _CALLS else set()


def _called(owner: str) -> set[str]:
    """Return the cues of "her name is" and "the last name is", by the word before "name"."""
    if owner in _FAMILY_NAMES:
        return {"surname"}
    if owner in ("her", "his"):
        return {"given", _GENDERS[owner]}
    return {"given"} if owner in words("cues.given") else set()
