"""What stands for sure at a place: party and state of a member of Congress, a name after "Mrs."."""

from __future__ import annotations

import re

from privtool.text.phrases.kinds import draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.surnames import surname
from privtool.text.surrogates.prf import KeyedRandom

_NAME = "\ufffc ("
_PARTIES = "D|R"
_BETWEEN = "., "
_END = ".)"
_TITLED = re.compile(r"\b(?:mr|mrs|ms|dr)\.? $", re.IGNORECASE)


def seat(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the party, the state, or both; None where a text has neither."""
    before, after = place.before, place.after
    if before.endswith(_NAME) and place.gaps == (_BETWEEN,) and after.startswith(_END):
        return one_of(rng, _PARTIES), *(draw_of_kind("state_abbreviated", 1, rng) or ())
    if place.gaps:
        return None
    if _is_party(before, after):
        return (one_of(rng, _PARTIES),)
    return draw_of_kind("state_abbreviated", 1, rng) if _is_state(before, after) else None


def unlabeled_phrase(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return what a word without a label must be: a party, a state, or a surname."""
    titled = not place.gaps and _TITLED.search(place.before)
    return (surname(rng),) if titled else seat(place, rng)


def is_unlabeled_phrase(before: str, after: str) -> bool:
    """Return whether a word between two texts, with `\ufffc` for others, has a phrase."""
    known = _is_party(before, after) or _is_state(before, after)
    return known or _TITLED.search(before) is not None


def _is_party(before: str, after: str) -> bool:
    return before.endswith(_NAME) and after.startswith(_BETWEEN + "\ufffc" + _END)


def _is_state(before: str, after: str) -> bool:
    return before.endswith(f"{_NAME}\ufffc{_BETWEEN}") and after.startswith(_END)
