"""Surrogates of states, and which countries and states have a coast or snow."""

from __future__ import annotations

from functools import partial

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.geography.us_gazetteer import STATE_CODES, STATES, gazetteer
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_SNOWY = word_set("alaska california colorado idaho maine michigan montana oregon utah vermont")
_DRY = word_set(  # without a coast
    """afghanistan armenia austria azerbaijan belarus bolivia ethiopia hungary kazakhstan mali
    mongolia nepal paraguay rwanda serbia slovakia switzerland uganda uzbekistan zambia zimbabwe
    alberta bavaria burgundy hesse lombardy manitoba saxony umbria"""
) | {"czech republic"}
_INLAND = word_set(
    """arizona arkansas colorado idaho illinois indiana iowa kansas kentucky minnesota missouri
    montana nebraska nevada ohio oklahoma pennsylvania tennessee utah vermont wisconsin wyoming"""
) | {"new mexico", "north dakota", "south dakota", "west virginia"}


def fits_cues(place: str, context: Context) -> bool:
    """Return whether a country or state may stand where the cues are: none inland has a coast."""
    key = normalized(place)
    if "coast" in context.cues:
        return key not in _DRY and key not in _INLAND
    return "mountain" not in context.cues or key not in STATE_CODES or key in _SNOWY


def state_surrogate(code: str, context: Context) -> str:
    """Return the code of the surrogate of a state, the same throughout the scope."""
    fits = partial(fits_cues, context=context) if context.cues else None
    drawn = context.pick("state", STATES[code], gazetteer().states, fits=fits)
    return STATE_CODES[normalized(drawn)]


def draw_state(phrase: str, context: Context) -> str:
    """Return the code of a state for a place that is in none of them."""
    drawn = gazetteer().states.draw(context.rng("state of", phrase))
    return STATE_CODES[normalized(drawn)]
