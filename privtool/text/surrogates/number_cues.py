"""Cues to a number in the words around it, and to two numbers that are the ends of a range.

Which words are cues, and what they tell of a number, is in `data/en/number_cues.tsv` and `.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import regex

from privtool.text.english.numbers import SCALES
from privtool.text.labels import Label
from privtool.text.lexicon import rows, words
from privtool.text.surrogates.last_words import last_words
from privtool.text.values import number as numbers
from privtool.text.values import time as times
from privtool.text.values.symbols import symbols_of

LOWER, UPPER = "lower", "upper"
_TOKEN = regex.compile(r"[\p{L}\p{M}'\u2019.]*[\p{L}\p{M}]|/\d+|[^\s\p{L}\d]")
_OR_MORE = re.compile(r"^ or (?:more|so|fewer|less)(?= )")
_PLURAL = regex.compile(r"[\s-](?:\w+\s)?[a-z]{2,}[^s\W]s\b")
_FRACTION = re.compile(r"(?P<over>\d{1,2})/(?P<under>\d{1,2})")
_YEARS = range(1000, 2030)
_PARTS, _GRADES = frozenset((2, 3, 4, 8, 16, 32, 64)), frozenset((4, 5, 6))
_OF_FRACTIONS = frozenset(("fraction", "grade"))
_REACH = 3  # words before a number that may be near it
_MOST_BETWEEN = 48  # characters of two ends of a range
_LONGEST_ID = 4  # digits: a longer one must not stay near its original
_PAIRED = frozenset((Label.NUMBER, Label.MONEY, Label.AGE, Label.TIME, Label.ID))
_SCALES = {**SCALES, "k": 1000, "mln": 10**6, "bln": 10**9, "bn": 10**9, "trillion": 10**12}


class Policy(NamedTuple):
    """How far another number may be: a part of the value, or anything from `least` to `most`."""

    part: int = 6
    least: int = 1
    most: int | None = None


@cache
def _table() -> tuple[tuple[str, str, str, Policy | None], ...]:
    return tuple(
        (
            cue,
            side,
            section,
            Policy(int(part), int(least), int(*most) if most[0] else None) if part else None,
        )
        for cue, side, section, part, least, *most in rows("number_cues")
    )


def policy_of(cues: Sequence[str] | set[str]) -> Policy | None:
    """Return how the number with some cues is drawn; None for a number that may be any."""
    return next((policy for cue, *_, policy in _table() if cue in cues and policy), None)


def cues_of_number(before: str, phrase: str, after: str) -> set[str]:
    """Return what the text before and after a number tells of it."""
    said, following = last_words(before), _following(after)
    fraction = _FRACTION.fullmatch(phrase)
    if fraction is not None:
        return _of_fraction(fraction, before, said, following)
    found = {
        cue
        for cue, side, section, _ in _table()
        if cue not in _OF_FRACTIONS and _is_there(f"number_cues.{section}", side, said, following)
    }
    if not (phrase.isdigit() and int(phrase) in _YEARS and not _PLURAL.match(after)):
        found.discard("year")
    if following and following[0] not in words("number_cues.after_age"):
        found.discard("age")
    if _PLURAL.match(after) or (
        following[:1] and following[0] in words("number_cues.plural_after")
    ):
        found.add("plural")
    return found | _of_verb(said, following)


def _following(after: str) -> list[str]:
    """Return the first words and signs after a number; none for a gap that is no space or dash."""
    return _TOKEN.findall(_OR_MORE.sub("", after[:24].lower()).lstrip(" -"))[:4]


def _is_there(section: str, side: str, said: Sequence[str], following: Sequence[str]) -> bool:
    """Return whether words of a section stand next to a number, or before it at some distance."""
    if side == "near":
        return not words(section).isdisjoint(said[-_REACH:])
    if side == "before":
        return any(" ".join(said[-size:]) in words(section) for size in range(1, len(said) + 1))
    return any(
        " ".join(following[:size]) in words(section) for size in range(1, len(following) + 1)
    )


def _of_fraction(
    fraction: re.Match[str], before: str, said: Sequence[str], following: Sequence[str]
) -> set[str]:
    """Return whether what looks like a month and a day is a fraction or a grade: "3/4", "2/6"."""
    over, under = int(fraction["over"]), int(fraction["under"])
    found = {
        cue
        for cue, side, section, _ in _table()
        if cue in _OF_FRACTIONS and _is_there(f"number_cues.{section}", side, said, following)
    }
    if before[-1:] == " " and before[-2:-1].isdigit():  # "44 5/8"
        found.add("fraction")
    if "fraction" in found and 0 < over < under and under in _PARTS:
        return {"fraction"}
    return {"grade"} if "grade" in found and 0 < over <= under and under in _GRADES else set()


def _of_verb(said: Sequence[str], following: Sequence[str]) -> set[str]:
    """Return whether a verb says that there is one thing, or that there are several."""
    said = [word for word in said if word not in ("only", "just", "exactly", "also", "still")]
    if following[:1] and following[0] in words("number_cues.thing"):
        return {"single"}
    if _is_there("number_cues.singular_after", "after", said, following):
        return {"singular"}
    if _is_there("number_cues.plural_before", "before", said, following):
        return {"plural"}
    if _is_there("number_cues.singular_before", "before", said, following):
        return set() if {*following[:1]} & words("number_cues.no_one_after") else {"singular"}
    return set()


def order_cues(
    text: str, first: tuple[int, int], last: tuple[int, int], kinds: tuple[Label, Label]
) -> tuple[str, str] | None:
    """Return the cues of two phrases one after the other; None if their order does not matter.

    The lower number must stay below the other. "And" joins two only after "between".
    """
    if not _PAIRED.issuperset(kinds) or not 0 < last[0] - first[1] <= _MOST_BETWEEN:
        return None
    phrases, between = (text[slice(*first)], text[slice(*last)]), text[first[1] : last[0]]
    if any(map(_is_long_id, phrases, kinds)) or not _joins(between, text[: first[0]]):
        return None
    if Label.MONEY in kinds and kinds[0] is not kinds[1] and re.search("%|percent|pct", between):
        return None  # "rose 5 % to $30 million"
    value = _minutes if Label.TIME in kinds else value_of
    one, two = map(value, phrases)
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


def _is_long_id(phrase: str, kind: Label) -> bool:
    return kind is Label.ID and sum(map(str.isdigit, phrase)) > _LONGEST_ID


def value_of(phrase: str) -> float | None:
    """Return the value of a phrase with one number, None for any other."""
    found = numbers.find(phrase)
    if len(found) != 1 or "/" in phrase or found[0].kind == "ordinal":
        return None
    value = found[0].size
    for word in re.findall("[a-z]+", phrase[found[0].end :].lower()):
        value *= _SCALES.get(word, 1)
    return value


def _minutes(phrase: str) -> float | None:
    """Return the minutes of a time of day."""
    found = times.find(symbols_of(phrase))
    return found[0][0].minutes if len(found) == 1 and "c" not in found[0][0].values else None
