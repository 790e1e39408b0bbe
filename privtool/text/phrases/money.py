"""Sums of money, of the magnitude that the words around them call for."""

from __future__ import annotations

import re

from privtool.text.phrases.changes import sales_of
from privtool.text.phrases.cues import noun_follows
from privtool.text.phrases.levels import is_scale_of_sum, moved_amount
from privtool.text.phrases.limits import weight
from privtool.text.phrases.related import (
    converted_sum,
    is_changed,
    is_compared,
    near,
)
from privtool.text.phrases.slots import PhrasePlace, Words, one_of
from privtool.text.phrases.spoken_amounts import spoken_money
from privtool.text.phrases.sums import dollars, foreign_sum, scaled, unit_of
from privtool.text.surrogates.prf import KeyedRandom

_CENTS = re.compile(r"\s+(?:(?:a|per) share|shr)\b")
_WRITTEN = 3  # words of an amount in digits
CURRENCY = "$\u00a3\u20ac\u00a5"
_ABROAD = ("marks", "francs", "pounds", "guilders")
_SCALED_AFTER = re.compile(r"[^.;]{0,24} from \ufffc (million|billion)\b")
_NEWS_CURRENCY = re.compile(r"\b(?:mln|bln|dlrs)\b")


def money(place: PhrasePlace, rng: KeyedRandom) -> Words | None:
    """Return an amount after a currency sign, or with its currency in words."""
    signs = [bool(set(gap) & set(CURRENCY)) for gap in place.gaps]
    if any(signs):
        if place.before.endswith("$") and place.gaps == (" ", " $"):  # "$14 to $15"
            low = rng.between(5, 60)
            return f"{low}.{25 * rng.below(4):02}", "to", f"{low + rng.between(1, 6)}.50"
        return None
    weighed = weight(place, rng)
    if weighed is not None:
        return weighed
    moved = moved_amount(place, rng)
    if moved is not None:
        return moved
    if is_compared(place):
        return near(place, rng)
    if is_scale_of_sum(place):
        return (unit_of(place),)
    sales = sales_of(place, rng)
    if sales is not None:
        return sales
    if place.before.rstrip()[-1:] in CURRENCY and place.before.strip():
        converted = converted_sum(place, rng)
        if converted is not None:
            return converted
        if place.size == 1:
            return (dollars(place, rng),)
        kind = (one_of(rng, "annual|quarterly"),) if place.size == _WRITTEN else ()
        return (scaled(rng), unit_of(place), *kind) if 1 < place.size <= _WRITTEN else None
    if place.last_word in ("few", "several") and place.size == 2 and not place.spoken:
        return one_of(rng, "hundred|thousand"), "dollars"
    abroad = foreign_sum(place, rng)
    if abroad is not None:
        return abroad
    if place.spoken or place.size > _WRITTEN:
        return spoken_money(place, rng)
    if _NEWS_CURRENCY.search(place.before + place.after):
        wired = {1: (scaled(rng),), 2: (scaled(rng), "dlrs"), 3: (scaled(rng), "mln", "dlrs")}
        return wired.get(place.size)
    if place.size == 1 and place.last_word in ("a", "an") and noun_follows(place):
        return (f"{5 * rng.between(2, 19)}-{one_of(rng, 'cent|dollar')}",)  # "a 28-cent fall"
    cents = (str(rng.between(2, 95)), "cents")
    small = _CENTS.match(place.after) or is_changed(place)
    plain = {
        1: (dollars(place, rng),),
        2: cents if small or place.shared % 2 else (str(5 * rng.between(1, 40)), "dollars"),
        3: (scaled(rng), _scale_after(place), _currency(place)),
    }
    return plain.get(place.size)


def _scale_after(place: PhrasePlace) -> str:
    """Return the scale of the sum that one is compared with: "from [MASK] billion"."""
    found = _SCALED_AFTER.match(place.after)
    return found[1] if found else "million"


def _currency(place: PhrasePlace) -> str:
    """Return a currency, the same in a text; one abroad where dollars have a sign."""
    abroad = "$" in place.before + place.after
    return _ABROAD[place.shared % len(_ABROAD)] if abroad else "dollars"
