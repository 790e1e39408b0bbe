"""Cues in the public words around a private phrase: "my aunt", "an", "5 to 7 percent".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name; those of numbers say how near another number has to
be.
"""

from __future__ import annotations

import re
from collections.abc import Collection

import regex

from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import words
from privtool.text.surrogates.gazetteer import state_code, world
from privtool.text.values import number as numbers

Range = tuple[int, int]  # from one character of a text to another
LOWER, UPPER, AFTER_COMMA = "lower", "upper", ","  # of ranges, and of "Akron, [Pa.]"
_TOKEN = regex.compile(r"[\p{L}\p{M}'\u2019.]*[\p{L}\p{M}]|[^\s\p{L}\d]")
_MEASURED = words("number_cues.units") | words("number_cues.things")
_PLURAL = regex.compile(r"[\s-](?:\w+\s)?[a-z]{2,}[^s\W]s\b")
_BETWEEN = re.compile(r"\bbetween\s[^.;:!?]{0,24}\Z", re.IGNORECASE)
_ENDS = (". ", "! ", "? ", "; ", ": ", "\n")  # of sentences
_SIGNS = ",.;:!?()[]\"'\u2018\u2019\u201c\u201d-\u2013\u2014"  # around words
_MOST_WORDS = 6
_PAIRED = frozenset((Label.NUMBER, Label.MONEY, Label.AGE))
_INSIDE = "in "  # before the name of the state or country that follows a place
_BEFORE, _AFTER = 48, 24  # characters that are looked at
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID, Label.NUMBER))
_CALLS, _THANKS, _TITLES = words("cues.calls"), words("cues.thanks"), words("cues.titles")
_BY_GENDER = {"female": words("kin.female"), "male": words("kin.male")}
_KIN = words("kin.female") | words("kin.male") | words("kin.other")


def cues_around(text: str, span: Range, label: str, limits: Range) -> tuple[str, ...]:
    """Return the sorted cues to the phrase at a span, between the entities that end at `limits`."""
    (start, end), (last, following) = span, limits
    kind = canonical_label(label)
    before = text[max(last, start - _BEFORE) : start]
    after = text[end : min(following, end + _AFTER)]
    if kind is Label.PERSON:
        found = _of_person(last_words(before))
    elif kind is Label.LOCATION:
        found = {"the", AFTER_COMMA}.intersection((*last_words(before)[-1:], before.strip()))
    elif kind in (Label.ORGANIZATION, Label.MISC, Label.WORD):
        found = {"a", "an", "the"}.intersection(last_words(before)[-1:])
        found |= set() if found <= {"the"} else {"one"}
    else:
        found = {"a", "an"}.intersection(before[-4:].lower().split()[-1:])
        found = found if before[-1:] == " " and kind in _WITH_ARTICLE else set()
        found |= cues_of_number(after) if kind is Label.NUMBER else set()
    return tuple(sorted(found)) if found else ()


def _of_person(found: list[str]) -> set[str]:
    """Return whether a name is a given name or a surname, by the last words before it."""
    last = found[-1] if found else ""
    if last in _TITLES:
        return {"surname"}
    if last in _KIN:
        return {"given", *(gender for gender, kin in _BY_GENDER.items() if last in kin)}
    called = next((word for word in reversed(found) if word not in _THANKS), "")
    return {"given"} if called in _CALLS else set()


def place_around(text: str, place: Range, after: Range, kinds: tuple[Label, Label]) -> str | None:
    """Return the cue to a place that is listed before its state or country: "in Texas"."""
    if kinds != (Label.LOCATION, Label.LOCATION) or text[place[1] : after[0]].strip() != ",":
        return None
    around = text[slice(*after)]
    return f"{_INSIDE}{around}" if state_code(around) or world().country(around) else None


def place_in_cues(cues: tuple[str, ...]) -> str:
    """Return the only state or country that cues tell a place is in; "" without one."""
    places = {cue.removeprefix(_INSIDE) for cue in cues if cue.startswith(_INSIDE)}
    return places.pop() if len(places) == 1 else ""


def cues_of_number(after: str) -> set[str]:
    """Return what the text after a number says of it: it is measured, or counts several."""
    following = _TOKEN.search(after[:24].lower().lstrip(" -"))
    measured = following is not None and following[0] in _MEASURED
    several = _PLURAL.match(after) is not None
    return {cue for cue, found in (("measured", measured), ("plural", several)) if found}


def last_words(before: str) -> list[str]:
    """Return the last words of the sentence before a phrase, in lower case, without signs."""
    start = max([before.rfind(end, 0, -1) for end in _ENDS])
    found = before[start + 1 :].lower().split()[-_MOST_WORDS:]
    return [bare for word in found if (bare := word.strip(_SIGNS))]


def rises_from(cues: Collection[str]) -> bool | None:
    """Return whether a number rises, as the upper end of a range, or falls; None if it may both."""
    ends = {LOWER, UPPER}.intersection(cues)
    return UPPER in ends if len(ends) == 1 else None


def order_cues(
    text: str, first: Range, last: Range, kinds: tuple[Label, Label]
) -> tuple[str, str] | None:
    """Return the cues of two numbers of which the lower must stay below the other, else None."""
    if not _PAIRED.issuperset(kinds):
        return None
    phrases, between = (text[slice(*first)], text[slice(*last)]), text[first[1] : last[0]]
    parts = _TOKEN.findall(re.sub(r"\d[\d.,]*", "", between.lower()))
    joints = [part for part in parts if part in words("number_cues.joints")]
    known = words("number_cues.fillers") | words("number_cues.joints")
    if not joints or not known.issuperset(parts):
        return None
    if joints[-1] == "and" and not _BETWEEN.search(text[: first[0]]):
        return None
    one, two = map(value_of, phrases)
    if one is None or two is None or one == two:
        return None
    return (LOWER, UPPER) if one < two else (UPPER, LOWER)


def value_of(phrase: str) -> float | None:
    """Return the value of a phrase with one number, None for any other."""
    found = numbers.find(phrase)
    return found[0].size if len(found) == 1 else None
