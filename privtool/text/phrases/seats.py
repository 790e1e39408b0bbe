"""What stands for sure at a place: the state of a senator or firm, a name after "Mrs.", "U.S."."""

from __future__ import annotations

import re

from privtool.text.filling.agreement import is_owner
from privtool.text.labels import Label
from privtool.text.phrases.cities import city_and_full_state, home_of_company
from privtool.text.phrases.kinds import draw_of_kind
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.surnames import surname
from privtool.text.surrogates.prf import KeyedRandom
from privtool.text.word_sets import word_set

_NAME = "\ufffc ("
_PARTIES = "D|R"
_BETWEEN = "., "
_END = ".)"
_TITLED = re.compile(r"\b(?:mr|mrs|ms|dr)\.? $", re.IGNORECASE)
_CITY_AFTER = re.compile(r", \ufffc\., ")
_CITY_BEFORE = re.compile(r"(?:\ufffc(?:\.,|,)|\b[Aa]n?) $")
_STATE_BEFORE = re.compile(r"(?:\ufffc(?:\.,|,) |\b[Aa]n? )(\ufffc )?\ufffc, $")
_STATE_AFTER = re.compile(r"\.,")
_TRADE_AFTER = re.compile(r", (?:company|concern|firm|maker|bank|law firm|manufacturer)\b")
_COUNTRY_AFTER = re.compile(r"\.(?:'s)? [a-z]")  # "[MASK]. officials"
_NAME_AFTER = re.compile(r"\. \ufffc")  # "[MASK]. [PERSON]"
_OPEN = word_set(
    """at by for from in of on than that to with said says told asked and but as when because if
    while although though since before after about against whether where like"""
)
_OF_FIRM = re.compile(r"'s (?:shares|stock|board|earnings|chairman|profits?|revenue)\b")
_SMALL = re.compile(r"[^A-Z\ufffc]{40,}")
_TITLES = "Mr|Mr|Ms|Mrs|Dr"
_ROLES = "Judge|Professor|Senator|Attorney|Chairman|President|Director"


def seat(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return the party, the state, or both; None where a text has neither."""
    before, after = place.before, place.after
    if before.endswith(_NAME) and place.gaps == (_BETWEEN,) and after.startswith(_END):
        return one_of(rng, _PARTIES), *(draw_of_kind("state_abbreviated", 1, rng) or ())
    found = home(place)
    if place.gaps or found is not None:
        return found
    if _is_party(before, after):
        return (one_of(rng, _PARTIES),)
    return draw_of_kind("state_abbreviated", 1, rng) if _is_state(before, after) else None


def unlabeled_phrase(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return what a word without a label must be, by the rules of `is_unlabeled_phrase`."""
    if place.gaps:
        return None
    before, after = place.before, place.after
    if _TITLED.search(before) or _owns(before, after):
        return (surname(rng),)
    if place.after_stop == Label.NUMBER.value:
        return ("No",)
    if _is_title(before, after):
        return (one_of(rng, _TITLES),)
    if _has_role(before, place.following) and not (place.spoken or "talk" in place.topics):
        return (one_of(rng, _ROLES),)
    found = seat(place, rng)
    return ("U.S",) if found is None and _is_country(before, after) else found


def is_unlabeled_phrase(before: str, after: str, following: str = "", after_stop: str = "") -> bool:
    """Return whether a word between two texts, with `\ufffc` for others, has a phrase.

    That is a party, a state, a city, a surname, a title, "No." or "U.S.". `following` is the label
    of the word that a space separates from it, `after_stop` of that behind a full stop.
    """
    return bool(
        after_stop == Label.NUMBER.value
        or _is_party(before, after)
        or _is_state(before, after)
        or _TITLED.search(before)
        or (_CITY_AFTER.match(after) and _CITY_BEFORE.search(before))
        or (_STATE_AFTER.match(after) and _STATE_BEFORE.search(before))
        or _is_title(before, after)
        or _is_country(before, after)
        or _has_role(before, following)
        or _owns(before, after)
    )


def home(place: PhrasePlace) -> Words | None:
    """Return the city or state of a company: "[MASK] Corp., [MASK], [MASK]., said"."""
    if place.gaps[-1:] == (", ",) and _TRADE_AFTER.match(place.after) and not place.spoken:
        return city_and_full_state(place.size - 1, place.shared)
    together = place.gaps[-1:] == (", ",) and place.last_word in ("a", "an", "the")
    if together and set(place.gaps[:-1]) <= {" "} and _STATE_AFTER.match(place.after):
        both = home_of_company(place.size - 1, place.shared)
        return None if both is None else (*both[0], *both[1])
    if any(gap != " " for gap in place.gaps):
        return None
    if _CITY_AFTER.match(place.after) and _CITY_BEFORE.search(place.before):
        found = home_of_company(place.size, place.shared)
        return None if found is None else found[0]
    city = _STATE_BEFORE.search(place.before)
    if city is None or place.size > 1 or not _STATE_AFTER.match(place.after):
        return None
    found = home_of_company(2 if city[1] else 1, place.shared)
    return None if found is None else found[1]


def _owns(before: str, after: str) -> bool:
    """Return whether a word owns something in a written text: "response to [MASK]'s weakness"."""
    last = before.split()[-1:]
    starts = not last or last[0].lower() in _OPEN or before.endswith((". ", ", ", '"'))
    firm = _OF_FIRM.match(after) or _SMALL.search(before + after)
    return bool(starts and is_owner(after) and firm)


def _is_title(before: str, after: str) -> bool:
    last = before.split()[-1:]
    opens = not last or last[0].lower() in _OPEN or before.endswith((", ", '"'))
    return opens and _NAME_AFTER.match(after) is not None


def _has_role(before: str, following: str) -> bool:
    """Return whether a person follows a word at the start of a sentence: "[MASK] [PERSON] said"."""
    starts = not before.strip() or before.endswith((". ", '"'))
    return following == Label.PERSON.value and starts


def _is_country(before: str, after: str) -> bool:
    written = any(char.isupper() for char in before + after) or "$" in before + after
    return written and _COUNTRY_AFTER.match(after) is not None and not before.endswith("\ufffc ")


def _is_party(before: str, after: str) -> bool:
    return before.endswith(_NAME) and after.startswith(_BETWEEN + "\ufffc" + _END)


def _is_state(before: str, after: str) -> bool:
    return before.endswith(f"{_NAME}\ufffc{_BETWEEN}") and after.startswith(_END)
