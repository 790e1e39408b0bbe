"""Cues in the public words around a private phrase: "my aunt", "a ranger with", "5 to 7 percent".

Only words that no entity covers are looked at. A cue decides among the surrogates of a label, so
that "his stepson Rasheed" gets a given name and "surfing in Biarritz" a town by the sea; those of
numbers say how near another number has to be.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from itertools import chain
from typing import NamedTuple

import regex

from privtool.text.english.numbers import SCALES
from privtool.text.labels import Label, canonical_label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.gazetteer import area, is_abbreviation, world
from privtool.text.values import number as numbers

LOWER, UPPER = "lower", "upper"
_TOKEN = regex.compile(r"[\p{L}\p{M}'\u2019.]*[\p{L}\p{M}]|/\d+|[^\s\p{L}\d]")
_OR_MORE = re.compile(r"^ or (?:more|so|fewer|less)(?= )")
_PLURAL = regex.compile(r"[\s-](?:\w+\s)?[a-z]{2,}[^s\W]s\b")
_ENDS = (". ", "! ", "? ", "; ", ": ", "\n")  # of sentences
_SIGNS = ",.;:!?()[]\"'\u2018\u2019\u201c\u201d-\u2013\u2014"  # around words
_MOST_WORDS = 6
_YEARS = range(1000, 2030)
_REACH = 3  # words before a number that may be near it
_MOST_BETWEEN = 48  # characters of two ends of a range
_PAIRED = frozenset((Label.NUMBER, Label.MONEY, Label.AGE))
_SCALES = {**SCALES, "k": 1000, "mln": 10**6, "bln": 10**9, "bn": 10**9, "trillion": 10**12}
MANY = "many"  # a family
_INSIDE = "in "  # before the name of the state or country that follows a place
_BEFORE, _AFTER = 48, 24  # characters that are looked at
_WITH_ARTICLE = frozenset((Label.AGE, Label.MONEY, Label.ID, Label.NUMBER))
_WORDS_BETWEEN = 5  # words between a cue and the phrase
_ARTICLES = ("the", "a", "an")
_MANY = regex.compile(r"The \p{Lu}\p{Ll}+s\s(?:are|were|have)\b")
_CALLS, _THANKS, _TITLES = words("cues.calls"), words("cues.thanks"), words("cues.titles")
_BY_GENDER = {"female": words("kin.female"), "male": words("kin.male")}
_KIN = words("kin.female") | words("kin.male") | words("kin.other")
_IS = ("is", "was")
_FAMILY_NAMES = ("last", "family", "maiden", "sur")  # before "name"
_AFTER_PERSON = regex.compile(
    r"\sand\s(her|his)\b|,?\s(?:and|when|because|as|but|while|said|says)\s(she|he)\b"
)
_GENDERS = {"her": "female", "she": "female", "his": "male", "he": "male"}
# After a name that is no adjective: "run by the Hutts, which".
_AFTER_FAMILY = regex.compile(
    r"\s*(?:[.,;:!?)]|\Z)|\s(?:are|were|have|had|in|and|or|who|which|that|from|at|on|to|for|with|will"
    r"|would|can|could|may|did|do|said|say|lived?|came|went|moved|owne?d?)\b"
)


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
        found = _of_person(before, name, after)
    elif kind is Label.LOCATION:
        found = _of_place(before, name)
    elif kind is Label.ORGANIZATION:
        found, rest = _of_words(last_words(before), "firm_cues"), text[end:following]
        found |= {"team"} if _MANY.match(name + rest) else set()
    elif kind in (Label.MISC, Label.WORD):
        found = _of_words(last_words(before), "thing_cues")
    else:
        found = _of_value(before[-_AFTER:], name, after, kind)
    return tuple(sorted(found)) if found else ()


def _of_value(before: str, value: str, after: str, kind: Label) -> set[str]:
    """Return the cues of a number, and the article before another value."""
    found = set(before[-4:].lower().split()[-1:]).intersection(("a", "an"))
    found = found if before[-1:] == " " and kind in _WITH_ARTICLE else set()
    return found | cues_of_number(before, value, after) if kind is Label.NUMBER else found


def _of_words(found: list[str], table: str) -> set[str]:
    """Return the cues of the last words before a name: its article, and what a word tells of it.

    A word of the table stands right before the name, or before the preposition there.
    """
    if not found:
        return set()
    last = found[-1]
    cues = {"the"} if last == "the" else set()
    cues |= {"one", last} if last in ("a", "an") else set()
    bare = found[:-1] if last in _ARTICLES else found
    by_word = _by_word(table)
    told = {cue for cue, links in by_word.get(bare[-1], ()) if not links} if bare else set()
    for tail in (bare, found):
        for word in reversed(tail[-_WORDS_BETWEEN:-1]):
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


def _of_person(before: str, name: str, after: str) -> set[str]:
    """Return whether a name is a given name or a surname, of one or many, and of which gender."""
    found = last_words(before)
    cues = _before_person(found) if found else set()
    match = _AFTER_PERSON.match(after) if after[:1] in (" ", ",") else None
    if match is not None:
        cues |= {_GENDERS[match[2]]} if match[2] else {"given", _GENDERS[match[1]]}
    article = before[-4:].lower() == "the " and not before[-5:-4].isalpha()
    plural = name[-1:] == "s" and name.isalpha()
    return cues | ({MANY} if article and plural and _AFTER_FAMILY.match(after) else set())


def _before_person(found: list[str]) -> set[str]:
    """Return the cues of the last words before a person."""
    third, before, last = ["", "", *found][-3:]
    if last in _TITLES or last == "surname" or (last in _IS and before == "surname"):
        return {"surname"}
    if last == "name's" or (last in _IS and "name" in before):  # "her name is", "the last name is"
        owner = before if last == "name's" else third
        if owner in _FAMILY_NAMES:
            return {"surname"}
        gender = {_GENDERS[owner]} if owner in ("her", "his") else set[str]()
        return {"given"} | gender if gender or owner in words("cues.given") else set()
    if last in _KIN:
        return {"given", *(gender for gender, kin in _BY_GENDER.items() if last in kin)}
    called = next((word for word in reversed(found) if word not in _THANKS), "")
    return {"given"} if called in _CALLS else set()


def _of_place(before: str, name: str) -> set[str]:
    """Return the article before a place, and whether an abbreviation is that of a state."""
    if before.rstrip()[-1:] == "," and is_abbreviation(name):
        return {"state"}
    return set(last_words(before)[-1:]).intersection(("the",))


def place_around(
    text: str, place: tuple[int, int], after: tuple[int, int], kinds: tuple[Label, Label]
) -> str | None:
    """Return the cue to a place that is listed before its state or country: "in Texas"."""
    if kinds != (Label.LOCATION, Label.LOCATION) or text[place[1] : after[0]].strip() != ",":
        return None
    around = text[slice(*after)]
    outer = area(around, True)
    known = (outer is not None and outer.is_state) or world().country(around) is not None
    return f"{_INSIDE}{around}" if known else None


def place_in_cues(cues: tuple[str, ...]) -> str:
    """Return the only state or country that cues tell a place is in; "" without one."""
    places = {cue.removeprefix(_INSIDE) for cue in cues if cue.startswith(_INSIDE)}
    return places.pop() if len(places) == 1 else ""


class Policy(NamedTuple):
    """How far another number may be: a part of the value, or anything from `least` to `most`."""

    part: int = 6
    least: int = 1
    most: int | None = None


def policy_of(cues: Collection[str]) -> Policy | None:
    """Return how the number with some cues is drawn; None for a number that may be any."""
    for cue, _, _, part, least, most in rows("number_cues") if cues else ():
        if part and cue in cues:
            return Policy(int(part), int(least), int(most) if most else None)
    return None


def cues_of_number(before: str, phrase: str, after: str) -> set[str]:
    """Return what the text before and after a number tells of it."""
    said = last_words(before)
    following = _TOKEN.findall(_OR_MORE.sub("", after[:24].lower()).lstrip(" -"))[:4]
    near_by = {
        "near": said[-_REACH:],
        "before": [" ".join(said[at:]) for at in range(len(said))],
        "after": [" ".join(following[: at + 1]) for at in range(len(following))],
    }
    cues = ((_by_side()[side].get(each, ()) for each in near) for side, near in near_by.items())
    found = set[str]().union(*chain.from_iterable(cues))
    if _PLURAL.match(after):
        found.add("plural")
    if "plural" in found or not (phrase.isdecimal() and int(phrase) in _YEARS):
        found.discard("year")
    if following and following[0] in words("number_cues.no_one_after"):
        found.discard("singular")
    return found


@cache
def _by_side() -> dict[str, dict[str, set[str]]]:
    """Return the cues of the words on each side of a number."""
    cues: dict[str, dict[str, set[str]]] = {}
    for cue, side, section, *_ in rows("number_cues"):
        for said in words(f"number_cues.{section}"):
            cues.setdefault(side, {}).setdefault(said, set()).add(cue)
    return cues


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
    text: str, first: tuple[int, int], last: tuple[int, int], kinds: tuple[Label, Label]
) -> tuple[str, str] | None:
    """Return the cues of two phrases one after the other; None if their order does not matter.

    The lower number must stay below the other. "And" joins two only after "between".
    """
    if not _PAIRED.issuperset(kinds) or not 0 < last[0] - first[1] <= _MOST_BETWEEN:
        return None
    phrases, between = (text[slice(*first)], text[slice(*last)]), text[first[1] : last[0]]
    if not _joins(between, text[: first[0]]):
        return None
    if Label.MONEY in kinds and kinds[0] is not kinds[1] and re.search("%|percent|pct", between):
        return None  # "rose 5 % to $30 million"
    one, two = map(value_of, phrases)
    if one is None or two is None or one == two:
        return None
    return (LOWER, UPPER) if one < two else (UPPER, LOWER)


def _joins(between: str, before: str) -> bool:
    """Return whether the text between two numbers joins the ends of a range."""
    parts = _TOKEN.findall(re.sub(r"\d[\d.,]*", "", between.lower()))
    joints = [part for part in parts if part in words("number_cues.joints")]
    known = words("number_cues.fillers") | words("number_cues.joints")
    if not joints or not known.issuperset(parts):
        return False
    return (
        joints[-1] != "and" or re.search(r"\bbetween\s[^.;:!?]{0,24}\Z", before, re.I) is not None
    )


def value_of(phrase: str) -> float | None:
    """Return the value of a phrase with one number, None for any other."""
    found = numbers.find(phrase)
    if len(found) != 1:
        return None
    value = found[0].size
    for word in re.findall("[a-z]+", phrase[found[0].end :].lower()):
        value *= _SCALES.get(word, 1)
    return value
