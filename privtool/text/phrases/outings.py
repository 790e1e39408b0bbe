"""Restaurants, hotels, shows and rides: what texts about going out or traveling name."""

from __future__ import annotations

import re

from privtool.text.phrases.cues import noun_follows
from privtool.text.phrases.kinds import pool_of
from privtool.text.phrases.slots import PhrasePlace

_AT_VENUE = re.compile(
    r"\b(?:shows?|concerts?|games?|match|events?|gig|perform(?:s|ed|ing|ance)|play(?:s|ed|ing))\b"
    r"[^.?!]{0,24}\bat (?:the )?$",
    re.IGNORECASE,
)
_ADMITTED = re.compile(
    r"\b(?:tickets? (?:to|for)|concert (?:by|of))(?: see)?(?: the)? $", re.IGNORECASE
)
_BOUND_FOR = re.compile(
    r"\b(?:go(?:ing)?|get(?:ting)?|rides?|cabs?|taxis?|seats?|trip|take me|"
    r"head(?:ed|ing)) to (?:go to )?$",
    re.IGNORECASE,
)
_STAR = re.compile(r"\bstar (?:called|named) $")
_STARRED = re.compile(r",? (?:is |which is )?a (?:\w+ )?\ufffc[ -]star\b")
_VISITED = re.compile(
    r"\b(?:(?:been|go|goes|going|went|gone|fly|flew|flying|drive|drove|driving|travel|travell?ed|"
    r"moved?|moving) (?:back |over |up |down |out )?to|(?:lives?|lived|living|born|raised|grew up) "
    r"(?:in|near)) $"
)
_PICKED_UP = re.compile(
    r"\b(?:pick(?:ed)?[ -]?(?:it |the car |up|me )*|"
    r"drop(?:ped)?[ -]?(?:it |the car |me )*off) (?:at|from) (?:the )?$",
    re.IGNORECASE,
)
_FLOWN = re.compile(r"\b(?:fly|flying|flight|flights) (?:with |on |by )?$")
_ACT_AT = re.compile(
    r" (?:play(?:s|ing) |perform(?:s|ing) )?at (?:the )?(?:\ufffc ?)+ ?(?:starting|on \ufffc)"
)
_ACT_BEFORE = re.compile(r"\ufffc (?:playing |performing )?at (?:the )?$")
_STARTS = re.compile(r" (?:starting|on \ufffc)")
_SUNG = re.compile(r"\b(?:songs?|albums?|tracks?|music)\b[^.?!]{0,20}\bby $", re.IGNORECASE)
_FLIGHTS = re.compile(r" flights?\b")
_BY = frozenset(("with", "on", "by", "through", "via", "prefer", "about", "a", "an"))
_OF_FIRMS = frozenset(("news", "firms", "markets", "politics"))


def outing_of(place: PhrasePlace) -> str | None:
    """Return the kind of place or show that an organization is, or None if a text is of others."""
    if not _OF_FIRMS.isdisjoint(place.topics):
        return None
    found = None
    flying = "flights" in place.topics and place.last_word in _BY
    if _SUNG.search(place.before):
        found = "act"
    elif flying or _FLOWN.search(place.before) or _FLIGHTS.match(place.after):
        found = "airline"
    elif _PICKED_UP.search(place.before):
        found = "landmark"
    elif _ACT_BEFORE.search(place.before) and _STARTS.match(place.after):
        found = "venue"
    elif _ACT_AT.match(place.after):
        found = "act"
    elif _AT_VENUE.search(place.before):
        found = "venue"
    elif "lodging" in place.topics or _STAR.search(place.before) or _STARRED.match(place.after):
        found = "hotel"
    elif "dining" in place.topics:
        found = "restaurant"
    elif _ADMITTED.search(place.before):
        found = "act"
    return found if found and pool_of(found, place.size) else None


def is_destination(place: PhrasePlace) -> bool:
    """Return whether a place is where a ride in a town goes or starts: "a cab to [MASK]"."""
    if not _OF_FIRMS.isdisjoint(place.topics):
        return False
    ride = "rides" in place.topics and _BOUND_FOR.search(place.before)
    return bool(ride or _PICKED_UP.search(place.before))


def is_cuisine(place: PhrasePlace) -> bool:
    """Return whether a name that is no noun's attribute is a kind of food: "they serve [MASK]"."""
    return "dining" in place.topics and _OF_FIRMS.isdisjoint(place.topics)


def is_visited(place: PhrasePlace) -> bool:
    """Return whether a tagger took a place for a person, by the verb before: "been to [MASK]?"."""
    ends = not noun_follows(place) and not place.after.startswith(("'", "\u2019"))
    return not place.gaps and ends and _VISITED.search(place.before) is not None
