"""The state or country after the name of a place, where it is a private phrase of its own."""

from __future__ import annotations

from collections.abc import Iterable

from privtool.text.labels import Label
from privtool.text.surrogates.geography.countries import world
from privtool.text.surrogates.geography.states import state_code
from privtool.text.word_sets import word_set

_CUE = "in "
CANADIAN = frozenset(("AB", "BC", "MB", "NB", "NL", "NS", "ON", "QC", "SK"))
# Peoples and others that are towns as often.
TOWNS_TOO = word_set(
    "norman roma liberal saxon fleming viking green creole baltic huguenot dane georgia"
)


def place_around(
    text: str, place: tuple[int, int], after: tuple[int, int], kinds: tuple[Label, Label]
) -> str | None:
    """Return the cue to a place that is listed before its state or country: "in Texas"."""
    if kinds != (Label.LOCATION, Label.LOCATION) or text[place[1] : after[0]].strip() != ",":
        return None
    around = text[slice(*after)]
    known = state_code(around, True) is not None or world().country(around) is not None
    return f"{_CUE}{around}" if known else None


def place_in_cues(cues: Iterable[str]) -> str | None:
    """Return the only state or country that cues tell a place is in; else None."""
    places = {cue.removeprefix(_CUE) for cue in cues if cue.startswith(_CUE)}
    return places.pop() if len(places) == 1 else None
