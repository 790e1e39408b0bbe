"""Common words that the words before a slot call for, of which a small model knows little."""

from __future__ import annotations

import re
from collections.abc import Sequence

from privtool.text.word_sets import word_set

_MEDICAL = re.compile(
    r"\b(?:mg|milligrams?|refills?|prescri\w+|doses?|blood|symptoms?|diabet\w+|depression|reflux|"
    r"hypertension|arthritis|painful|allerg\w+|dr|doctor|patient|exam)\b",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:refills? of|doses? of|milligrams of|mg of|prescri(?:be|bed|bing)|been taking|"
    r"(?:put|had|place[ds]?|"
    r"start(?:ed)?|continue[ds]?|keep|kept|take|took) (?:you|him|her|me|them) "
    r"(?:on|off))(?: the| some| your| my| a)? $",
    re.IGNORECASE,
)
_DOSED = re.compile(r" (?:\w+ |\ufffc ){1,3}(?:mg|milligrams?|micrograms?)\b")
_MEDICINES = word_set("medicine medication medications drug drugs treatment")
_NEAR = 64  # characters that are looked at
_NONE: frozenset[str] = frozenset()


def called_for(before: str, after: str, segments: Sequence[str]) -> frozenset[str]:
    """Return the words, in lower case, one of which a slot asks for; none where any may fit.

    `segments` are the pieces of the whole text.
    """
    if not (_TAKEN.search(before[-_NEAR:]) or _DOSED.match(after)):
        return _NONE
    return _MEDICINES if any(map(_MEDICAL.search, segments)) else _NONE
