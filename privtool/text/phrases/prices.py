"""Prices of one word: of a barrel, bushel or ounce, and at which shares trade."""

from __future__ import annotations

import re

from privtool.text.phrases.related import is_changed
from privtool.text.phrases.slots import PhrasePlace
from privtool.text.surrogates.prf import KeyedRandom

_UNITS = "barrel|bushel|pound|ounce|gallon|ton|tonne|hundredweight"
_BEFORE = re.compile(rf"\b(?:a|an|per) ({_UNITS})(?:,| higher,| lower,)? (?:to|at) [$\u00a3]$")
_AFTER = re.compile(rf" (?:a|an|per) ({_UNITS})\b")
_HUNDREDTHS = {  # of a dollar
    "barrel": (1500, 9500),
    "bushel": (200, 900),
    "pound": (45, 220),
    "ounce": (35000, 48000),
    "gallon": (50, 390),
    "ton": (8000, 42000),
    "tonne": (8000, 42000),
    "hundredweight": (4000, 9000),
}
_TRADED = re.compile(
    r"\b(?:clos\w+|trad\w+|finish\w*|end(?:ed|ing)?|settl\w+|open\w*|quoted)(?: \w+)? at [$\u00a3]$"
)
_SCALE = re.compile(r"\W*(?:\ufffc|million|billion|thousand)")
_SHARES = 8, 90
_PART_MOVED = 60


def price(place: PhrasePlace, rng: KeyedRandom) -> str | None:
    """Return the price of a unit or a share after a currency sign; None elsewhere."""
    found = _AFTER.match(place.after) or _BEFORE.search(place.before)
    if found:
        hundredths = rng.between(*_HUNDREDTHS[found[1]])
        if is_changed(place):
            hundredths = max(1, hundredths // _PART_MOVED)
        return f"{hundredths // 100}.{hundredths % 100:02}"
    if _TRADED.search(place.before) and not _SCALE.match(place.after):
        return f"{rng.between(*_SHARES)}.{25 * rng.below(4):02}"
    return None
