"""Amounts that a text compares: "rose 5% to $2.1 million from $2 million", "from 5 to 7"."""

from __future__ import annotations

import re
from typing import NamedTuple

from privtool.text.fills.place import FillPlace
from privtool.text.lexicon import words

_AGAIN = re.compile(r"\b(?:from|than|against|versus|vs\.?|compared (?:with|to))\b[^.;]{0,40}$")
_PERCENT = re.compile(r" ?(?:%|percent\b|pct\b|per cent\b)")
_CLAUSE_ENDS = re.compile(r"[.;] ")
_WORDS = re.compile(r"[a-z]+")
_NEAR, _ABOVE, _BELOW = (0.7, 1.3), (1.02, 1.4), (0.7, 0.98)


class Amounts(NamedTuple):
    """The last amounts of a text, by the shape of each, and the last percentage.

    `change` is by how many percent the next amounts differ, if the text says so.
    """

    values: dict[str, float]
    last: str = ""
    change: float = 0.0

    def with_amount(self, place: FillPlace, shape: str, value: float) -> Amounts:
        """Return these amounts and another one."""
        if _is_change(place):
            return self._replace(last="")
        percentage = _PERCENT.match(place.after) is not None
        change = _trend(place) * value if percentage else self.change
        return Amounts({**self.values, shape: value}, shape, change)

    def ranges(self, place: FillPlace) -> dict[str, tuple[float, float]]:
        """Return between which values an amount at a place is, by its shape."""
        if _is_change(place):
            return {}
        low, high = self._factors(place)
        upper = _BELOW if _trend(place) < 0 and _AGAIN.search(place.lead) else _ABOVE
        found = {shape: (value * low, value * high) for shape, value in self.values.items()}
        if place.is_upper and self.last in found:
            value = self.values[self.last]
            found[self.last] = value * upper[0], value * upper[1]
        return found

    def _factors(self, place: FillPlace) -> tuple[float, float]:
        """Return between which parts of the amount before it another one is."""
        trend = _trend(place)
        if not trend or _AGAIN.search(place.lead) is None:
            return _NEAR
        if trend * self.change > 0:
            exact = 1 / (1 + self.change / 100)
            return exact, exact
        return _BELOW if trend > 0 else _ABOVE


def _is_change(place: FillPlace) -> bool:
    """Return whether an amount is that by which another one rose or fell: "up 2 to 36"."""
    moved = words("fills.moved").intersection(_WORDS.findall(place.lead)[-1:])
    return bool(moved) and _PERCENT.match(place.after) is None


def _trend(place: FillPlace) -> int:
    """Return 1 if the last verb of the clause says that something rose, -1 if it fell, else 0."""
    for word in reversed(_WORDS.findall(_CLAUSE_ENDS.split(place.lead)[-1])):
        if word in words("fills.rising"):
            return 1
        if word in words("fills.falling"):
            return -1
    return 0
