"""Cues to a number in the words around it, and to two numbers that are the ends of a range.

Which words are cues, and what they tell of a number, is in `data/en/number_cues.tsv` and `.txt`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

import regex

from privtool.text.english.numbers import SCALES
from privtool.text.labels import Label
from privtool.text.lexicon import rows, words
from privtool.text.values import number as numbers
from privtool.text.values import time as times
from privtool.text.values.symbols import find_all, symbols_of

LOWER, UPPER = "lower", "upper"
_TOKEN = regex.compile(r"[\p{L}\p{M}'\u2019.]*[\p{L}\p{M}]|/\d+|[^\s\p{L}\d]")
_OR_MORE = re.compile(r"^ or (?:more|so|fewer|less)(?= )")
_PLURAL = regex.compile(r"[\s-](?:\w+\s)?[a-z]{2,}[^s\W]s\b")
FRACTION = re.compile(
    r"(?:(?P<whole>\d{1,3})[ -])?(?P<over>[1-9]\d?)/(?P<under>2|3|4|5|6|8|10|16|32|64)", re.ASCII
)
_ENDS = (". ", "! ", "? ", "; ", ": ", "\n")  # of sentences
_SIGNS = ",.;:!?()[]\"'\u2018\u2019\u201c\u201d-\u2013\u2014"  # around words
_MOST_WORDS = 6
_YEARS = range(1000, 2030)
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
    found = {
        cue
        for cue, side, section, *_ in rows("number_cues")
        if not words(f"number_cues.{section}").isdisjoint(near_by[side])
    }
    if "/" in phrase:  # what looks like a month and a day
        fraction = FRACTION.fullmatch(phrase)
        small = fraction is not None and int(fraction["over"]) <= int(fraction["under"])
        mixed = before[-1:] == " " and before[-2:-1].isdigit()  # "44 5/8"
        return {"fraction"} if small and (mixed or "fraction" in found) else set()
    if _PLURAL.match(after):
        found.add("plural")
    if "plural" in found or not (phrase.isdecimal() and int(phrase) in _YEARS):
        found.discard("year")
    if following and following[0] not in words("number_cues.after_age"):
        found.discard("age")
    if following and following[0] in words("number_cues.no_one_after"):
        found.discard("singular")
    return found - {"fraction"}


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
    long_ids = (
        kind is Label.ID and sum(map(str.isdigit, phrase)) > _LONGEST_ID
        for phrase, kind in zip(phrases, kinds, strict=True)
    )
    if any(long_ids) or not _joins(between, text[: first[0]]):
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
    found = find_all(symbols_of(phrase), times.read)
    return found[0][0].minutes if len(found) == 1 and "c" not in found[0][0].values else None
