"""Streets: alone, and after the number of a house that is an entity of its own."""

from __future__ import annotations

import re

from privtool.text.labels import Label
from privtool.text.phrases.cues import noun_follows
from privtool.text.phrases.kinds import draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.surnames import surname
from privtool.text.surrogates.prf import KeyedRandom

_ON_STREETS = re.compile(
    r"\b(?:place|store|restaurant|shop|bar|(?:right|down|over|lived?|living)) on $|"
    r"\bcorner of (?:\ufffc and )?$"
)
_NUMBER_BEFORE = re.compile(r"(?<!\ufffc )\ufffc $")  # of one word
_KINDS = "Street|Avenue|Road|Drive|Lane|Boulevard"
_POINTS = "North|South|East|West"


def street(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return a street where a text speaks of one: "there's a place on [MASK]", "28 [MASK]"."""
    if place.preceding == Label.ADDRESS.value and _NUMBER_BEFORE.search(place.before):
        if place.following == Label.ADDRESS.value:  # "28 [MASK] [MASK] Street"
            return (one_of(rng, _POINTS), surname(rng))[-place.size :] if place.size < 3 else None
        return _of_house(place.size, rng)
    if noun_follows(place) or not _ON_STREETS.search(place.before):
        return None
    return draw_of_kind("street", place.size, rng)


def _of_house(size: int, rng: KeyedRandom) -> Words | None:
    name = surname(rng), one_of(rng, _KINDS)
    forms = {
        1: draw_of_kind("street", 1, rng),
        2: name,
        3: (one_of(rng, _POINTS), *name),
        4: (one_of(rng, _POINTS), surname(rng), *name),
    }
    return forms.get(size)
