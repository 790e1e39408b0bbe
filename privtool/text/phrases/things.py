"""Makes, breeds, brands and other things, by what a text is about."""

from __future__ import annotations

from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.slots import PhrasePlace

# The kinds of a topic, the most telling topics first.
_THINGS = {
    "pets": "breed",
    "cars": "vehicle",
    "computers": "computer",
    "health": "medicine",
    "money": "money_supply",
    "commodities": "commodity",
    "brands": "brand",
    "disasters": "disaster",
    "roads": "road",
}
_OWNED = frozenset(("breed", "vehicle", "computer", "medicine"))


def things_of(place: PhrasePlace) -> list[str]:
    """Return the kinds of things that a text is about, if there are names of so many words."""
    kinds = (kind for topic, kind in _THINGS.items() if topic in place.topics)
    return [kind for kind in kinds if pool_of(kind, place.size)]


def thing_of(place: PhrasePlace) -> str | None:
    """Return the first kind of things that a text is about, or None."""
    return next(iter(things_of(place)), None)


def owned_thing_of(place: PhrasePlace) -> str | None:
    """Return the kind of things that people have, drive or take, if a text is about any."""
    kind = thing_of(place)
    return kind if kind in _OWNED else None
