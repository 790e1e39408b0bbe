"""Interest rates: those of a text are near to each other."""

from __future__ import annotations

import re

from privtool.text.phrases.slots import PhrasePlace

_RATES = re.compile(
    r"\b(?:interest rates?|prime rate|mortgages?|discount rate|deposits?|certificates|acceptances|"
    r"commercial paper|yields?|yielding|coupon|lending|call money|rates? (?:on|for|in|paid))\b",
    re.IGNORECASE,
)
_LOWEST, _APART = 5, 6


def is_rate(place: PhrasePlace) -> bool:
    """Return whether a percentage is an interest rate."""
    return "rates" in place.topics or _RATES.search(place.before + place.after) is not None


def rate(place: PhrasePlace) -> int:
    """Return the whole percents of the rates of a text."""
    return _LOWEST + place.shared % _APART
