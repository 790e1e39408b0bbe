"""Percentages: those of a text are of one magnitude."""

from __future__ import annotations

import re

from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.prf import KeyedRandom

_PERCENT = re.compile(  # also after the second number of a range: "from [MASK] to [MASK] percent"
    r"(?:\s*(?:to|and|or|-|--)\s*\ufffc)?\s*(?:%|percent|pct|per ?cent|percentage)", re.IGNORECASE
)
_STAKE = re.compile(
    r"\s*(?:%|percent|pct) (?:stake|interest|(?:[\w]+-)?(?:owned|controlled|held)|of all|"
    r"of (?:(?:its|the|their|all) )?(?:[\w-]+ ){0,2}(?:stock|common|vote|people|market|price|cost|"
    r"total|value|company|\w{4,}s))\b"
)
_SURE = re.compile(r"(?:%| percent) (?:sure|certain|positive|confident|guaranteed|right)\b")
_BY_MONTH = re.compile(
    r"(?:%| percent)(?:(?: (?:in|for|from))?(?: (?:the|a|last|previous|prior)){1,2} month\b|"
    r" in \ufffc[.,])"
)
_INDICATOR = re.compile(
    r"\b(?:prices|output|production|orders|spending|incomes?|index|sales|payrolls|starts)\b"
)
_SELDOM = 4  # texts, one of which has large percentages
_SLIGHT = re.compile(r"\b(?:modest|moderate|slight|small|only|just|mere|merely|slightly)(?: a)? $")


def is_percentage(place: PhrasePlace) -> bool:
    """Return whether a number is a percentage, by itself or as the first one of a range."""
    return _PERCENT.match(place.after) is not None


def percentage(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a percentage; those of a text are of one magnitude, but for shares of a whole."""
    if _SURE.match(place.after):
        return str(rng.between(95, 100))
    if _BY_MONTH.match(place.after) and _INDICATOR.search(place.before):
        return f"{rng.below(2)}.{rng.between(1, 9)}"  # "consumer prices rose 0.2% last month"
    small = place.shared % _SELDOM or _SLIGHT.search(place.before)
    whole = rng.between(1, 9) if small and not _STAKE.match(place.after) else rng.between(10, 40)
    return f"{whole}.{rng.between(1, 9)}" if rng.below(2) else str(whole)
