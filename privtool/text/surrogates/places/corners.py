"""Corners of two streets: "the corner of Bleecker and Sullivan"."""

from __future__ import annotations

import re

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.renaming import rename
from privtool.text.surrogates.places.landmarks import KEPT_PLACE_WORDS

_CORNER = re.compile(
    r"((?:the )?(?:corner|intersection|junction) of )(.+?)(\s+(?:and|&|at)\s+)(.+)", re.IGNORECASE
)


def other_corner(phrase: str, context: Context) -> str | None:
    """Return the corner of two other streets; None for any other place."""
    corner = _CORNER.fullmatch(phrase)
    if corner is None:
        return None
    start, first, between, last = corner.groups()
    first, last = (
        rename(street, context, "street", name_pools().surnames, KEPT_PLACE_WORDS)
        for street in (first, last)
    )
    return f"{start}{first}{between}{last}"
