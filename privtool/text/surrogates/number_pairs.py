"""Cues to two private numbers that belong together: "between $300 and $400", "9 am to 5 pm"."""

from __future__ import annotations

import re

from privtool.text.english.numbers import SMALL
from privtool.text.labels import Label

LOWER, UPPER, CLOCK = "lower", "upper", "clock"
_ZONES = frozenset(("GMT", "UTC", "EST", "EDT", "CST", "CDT", "MST", "PST", "PDT", "BST", "CET"))
_MOST_BETWEEN = 48  # characters
_UNITS = r"""(?:%|percent|pct|thousand|mln|bln|million|billion|dlrs?|dollars|cents?|cts|yen|marks
    |points?|degrees|years?|pounds?|people|workers|jobs|[ap]\.?m\.?)"""
_JOINED = re.compile(
    rf"\s*(?:{''.join(_UNITS.split())}\s+){{0,3}}(?:(?:at|in|on|by|for|during|last)\s+(?:[\w-]+\s+){{0,3}}?)?"
    r"(?P<joint>[-\u2013\u2014/]|\band\s(?:could|may|might|will)\s(?:reach|hit|rise\sto)|\b(?:to|or|and|until|till|through"
    r"|(?:(?:up|down|cut|reduced|raised)\s)?from))"
    r"\s*(?:(?:about|around|nearly|almost|roughly|over|at least|up to)\s+)?"
    r"(?:US\s?)?[$\u20ac\u00a3]?\s?",
    re.IGNORECASE,
)
_SHARE = re.compile(
    r"\s*[a-z]{0,8},?\s+or\s+(?:[\d.]+\s*)?(?:pct|percent|%)?,?\s*(?P<joint>from)\s*", re.IGNORECASE
)
_PERCENT = re.compile(r"%|percent|pct", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s[^.;:!?]{0,24}\Z", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_CLOCK = re.compile(r"(\d{1,2})(?:[:.](\d\d))?\s*(?:([ap])\.?\s?m\.?)?", re.IGNORECASE)
_SCALES = {
    "hundred": 100, "k": 1000, "thousand": 1000, "m": 10**6, "mln": 10**6, "million": 10**6,
    "b": 10**9, "bn": 10**9, "bln": 10**9, "billion": 10**9, "trillion": 10**12,
}  # fmt: skip
_WORD = re.compile(r"[a-z]+")
_LONGEST_ID = 4  # digits: a longer one must not stay near its original
_PAIRED = frozenset((Label.NUMBER, Label.MONEY, Label.AGE, Label.TIME, Label.ID))


def order_cues(
    text: str, first: tuple[int, int], last: tuple[int, int], kinds: tuple[Label, Label]
) -> tuple[str, str] | None:
    """Return the cues of two phrases one after the other; None if their order does not matter.

    The lower number must stay below the other. "And" joins two only after "between".
    """
    if not _PAIRED.issuperset(kinds) or not 0 < last[0] - first[1] <= _MOST_BETWEEN:
        return None
    phrases = text[slice(*first)], text[slice(*last)]
    if any(map(_is_long_id, phrases, kinds)):
        return None
    between = (first[1], last[0])
    joined = _JOINED.fullmatch(text, *between) or _SHARE.fullmatch(text, *between)
    if joined is None:
        return None
    if Label.MONEY in kinds and kinds[0] is not kinds[1] and _PERCENT.search(text, *between):
        return None  # "rose 5 % to $30 million"
    if joined["joint"].lower() == "and" and not _BETWEEN.search(text, 0, first[0]):
        return None
    value = _minutes if Label.TIME in kinds else value_of
    one, two = map(value, phrases)
    if one is None or two is None or one == two:
        return None
    return (LOWER, UPPER) if one < two else (UPPER, LOWER)


def clock_cues(
    text: str, first: tuple[int, int], last: tuple[int, int], kinds: tuple[Label, Label]
) -> tuple[str, None] | None:
    """Return the cue to a time of day before its zone: "at 1200 GMT"; else None."""
    joined = kinds[0] is Label.NUMBER and text[first[1] : last[0]] == " "
    return (CLOCK, None) if joined and text[slice(*last)] in _ZONES else None


def _is_long_id(phrase: str, kind: Label) -> bool:
    return kind is Label.ID and sum(map(str.isdigit, phrase)) > _LONGEST_ID


def value_of(phrase: str) -> float | None:
    """Return the value of a phrase with one number, None for any other."""
    lower = phrase.lower()
    numbers = _DIGITS.findall(lower)
    words = _WORD.findall(lower)
    if len(numbers) > 1 or "/" in phrase or (not numbers and not words):
        return None
    value = float(numbers[0].replace(",", "")) if numbers else 0.0
    if not numbers:
        counted = [SMALL[word] for word in words if word in SMALL]
        value = float(sum(counted))
        if not counted:
            return None
    for word in words:
        value *= _SCALES.get(word, 1)
    return value


def _minutes(phrase: str) -> float | None:
    """Return the minutes of a time of day, with or without a half of the day."""
    clock = _CLOCK.fullmatch(phrase.strip())
    if clock is None:
        return None
    hour, minute, half = clock.groups()
    hours = int(hour) % 12 + (12 if half.lower() == "p" else 0) if half else int(hour)
    return 60.0 * hours + int(minute or 0)
