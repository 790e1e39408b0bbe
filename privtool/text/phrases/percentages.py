"""Percentages: those of a text are of one magnitude."""

from __future__ import annotations

import re

from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.prf import KeyedRandom

_STAKE = re.compile(
    r"\s*(?:%|percent|pct) (?:stake|interest|owned|of all|"
    r"of (?:(?:its|the|their|all) )?(?:[\w-]+ ){0,2}(?:stock|common|vote|people|market|\w{4,}s))\b"
)
_SURE = re.compile(r"(?:%| percent) (?:sure|certain|positive|confident|guaranteed|right)\b")
_SELDOM = 4  # texts, one of which has large percentages
_SLIGHT = re.compile(r"\b(?:modest|slight|small|only|just|mere|merely|slightly)(?: a)? $")


def percentage(place: PhrasePlace, rng: KeyedRandom) -> str:
    """Return a percentage; those of a text are of one magnitude, but for shares of a whole."""
    if _SURE.match(place.after):
        return str(rng.between(95, 100))
    small = place.shared % _SELDOM or _SLIGHT.search(place.before)
    whole = rng.between(1, 9) if small and not _STAKE.match(place.after) else rng.between(10, 40)
    return f"{whole}.{rng.between(1, 9)}" if rng.below(2) else str(whole)
