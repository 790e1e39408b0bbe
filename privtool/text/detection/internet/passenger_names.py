"""Names in the form of bookings: "HALVORSEN/INGRIDMRS", "MBEKI/T MR"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_lists import load_allow_list

_PASSENGER = Regex(
    r"(?<![^\W_/])([^\W\d_][^\W\d_'-]{1,30})/([^\W\d_]{1,30} ?(?:mr|mrs|ms|mstr))"
    r"(?![^\W_/])"
)


def find(view: TextView) -> list[Span]:
    """Find them by their titles; "systems/forms" is none."""
    keeps = load_allow_list().keeps
    return [
        Span(*match.span(), Label.PERSON.value, LIKELY)
        for match in _PASSENGER.finditer(view.lower)
        if not keeps(match[2])
    ]
