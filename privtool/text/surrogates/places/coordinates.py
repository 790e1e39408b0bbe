"""Latitudes and longitudes."""

from __future__ import annotations

import re

from privtool.text.surrogates.prf import KeyedRandom

_COORDINATES = re.compile(r"\W*\d{1,3}\.\d{2,}\W*\s*[NS]?[\s,;/]+\W*\d{1,3}\.\d{2,}\W*\s*[EW]?")
_DEGREES = re.compile(r"\d{1,3}(?P<point>\.)(?P<decimals>\d+)")
_HIGHEST = (80, 179)  # degrees of latitude and longitude


def are_coordinates(phrase: str) -> bool:
    """Return whether a phrase is a latitude and a longitude: "40.71, -74.01"."""
    return _COORDINATES.fullmatch(phrase) is not None


def other_coordinates(phrase: str, rng: KeyedRandom) -> str:
    """Return the latitude and longitude of another place, with as many decimals."""
    highest = iter(_HIGHEST)

    def other(match: re.Match[str]) -> str:
        size = len(match["decimals"])
        return f"{rng.below(next(highest))}.{rng.below(10**size):0{size}d}"

    return _DEGREES.sub(other, phrase)
