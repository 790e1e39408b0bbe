"""Names in the form of bookings: "HALVORSEN/INGRIDMRS", "pax MBEKI/T"."""

from __future__ import annotations

from privtool.core.spans import Span
from privtool.text.detection.confidence import LIKELY
from privtool.text.detection.view import TextView
from privtool.text.labels import Label
from privtool.text.lazy_regex import Regex
from privtool.text.word_lists import load_allow_list

_NAME = r"[^\W\d_][^\W\d_'-]{1,30}"
_PASSENGER = Regex(rf"(?<![^\W_/]){_NAME}/([^\W\d_]{{1,30}} ?(?:mr|mrs|ms|mstr))(?![^\W_/])")
_CUED = Regex(
    rf"(?<![^\W_])(?:pax|passenger|psgr)[=: ]{{1,2}}({_NAME}/[^\W\d_]{{1,30}})(?![^\W_/])"
)


def find(view: TextView) -> list[Span]:
    """Find them by their titles, or after "pax"; "systems/forms" is none."""
    keeps = load_allow_list().keeps
    titled = (each.span() for each in _PASSENGER.finditer(view.lower) if not keeps(each[1]))
    cued = (each.span(1) for each in _CUED.finditer(view.lower))
    return sorted({Span(*place, Label.PERSON.value, LIKELY) for place in (*titled, *cued)})
