"""Cues to a person in the words around the name: "my aunt", "Mr.", "and her husband"."""

from __future__ import annotations

import regex

from privtool.text.lexicon import words
from privtool.text.surrogates.last_words import last_word, last_words

MANY = "many"  # a cue
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
_GENDERS = {"her": "female", "she": "female", "his": "male", "he": "male"}
# After a name that is no adjective: "run by the Hutts, which".
_AFTER_FAMILY = regex.compile(
    r"\s*(?:[.,;:!?)]|\Z)|\s(?:are|were|have|had|in|and|or|who|which|that|from|at|on|to|for|with|will"
    r"|would|can|could|may|did|do|said|say|lived?|came|went|moved|owne?d?)\b"
)
_SHORTEST_FAMILY = 4  # letters
_FAR = 160  # characters
# Not after the end of a sentence, nor after a word for another, whose pronoun it may be.
_PRONOUN = regex.compile(
    r"(?:(?!\b(?:mother|father|mom|dad|wife|husband|son|daughter|brother|sister|girlfriend"
    r"|boyfriend|man|woman|boy|girl|friend|who|that|whether|if|told|asked)\b)[^.;:!?\n])*?"
    r"\b(?P<pronoun>he|him|his|himself|she|hers?|herself)\b"
)


def cues_of_person(before: str, name: str, after: str) -> set[str]:
    """Return whether a name is a given name or a surname, of one or many, and of which gender."""
    found = last_words(before) if last_word(before) in _BEFORE else []
    cues = _before_person(found) if found else set()
    match = _AFTER.match(after) if after[:1] in (" ", ",") else None
    if match is not None and match.lastgroup is not None:
        cues.add(_GENDERS[match[match.lastgroup]])
        cues |= {"given"} if match.lastgroup != "said" else set()
    article = before[-4:].lower() == "the " and not before[-5:-4].isalpha()
    plural = name[-1:] == "s" and len(name) >= _SHORTEST_FAMILY and name.isalpha()
    return cues | ({MANY} if article and plural and _AFTER_FAMILY.match(after) else set())


def pronoun_cues(text: str, start: int, stop: int) -> set[str]:
    """Return the cue of a pronoun in the rest of a sentence: "Ivankov, 41, ... fined him".

    The person ends at `start`, and another one or the text begins or ends at `stop`.
    """
    match = _PRONOUN.match(text, start, min(stop, start + _FAR))
    if match is None:
        return set()
    return {"she" if match["pronoun"].startswith(("she", "her")) else "he"}


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
    called = next((word for word in reversed(found) if word not in _THANKS), "")
    return {"given"} if called in _CALLS else set()


def _called(owner: str) -> set[str]:
    """Return the cues of "her name is" and "the last name is", by the word before "name"."""
    if owner in _FAMILY_NAMES:
        return {"surname"}
    gender = {_GENDERS[owner]} if owner in ("her", "his") else set()
    return {"given"} | gender if gender or owner in words("cues.given") else set()
