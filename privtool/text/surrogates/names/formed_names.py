"""Organizations that would break if each word were replaced: "No. 18 Squadron", "883JIA FM"."""

from __future__ import annotations

import re
from collections.abc import Callable

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_groups import pool_of
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.digits_and_letters import random_letters, replace_digits
from privtool.text.surrogates.names.trades import LEGAL_FORMS, ORGANIZATION_WORDS
from privtool.text.surrogates.prf import normalized
from privtool.text.word_sets import word_set

_NUMBERED = re.compile(r"(?P<first>Nos?\.?\s?)(?P<number>\d{1,4})(?P<rest>(?:\s[A-Z][a-z]+)*)")
_STATION = re.compile(r"(?P<number>\d{2,4})(?P<space>\s?)(?P<letters>[A-Z]{2,5})\sFM")
_CHILDRENS = re.compile(r"(?P<own>.+?)(?P<owner>\s(?:Children|Women|Veterans)['\u2019]?s?\s)\w+")
_TRADES = re.compile(
    r"(?P<own>\S+(?:\s\S+){0,2})(?P<sign>\s(?:and|&)\s)(?P<rest>[A-Za-z]\S+(?:\s\S+)*)"
)
_CARE = pool_of("Hospital|Clinic|Pediatrics|Dental|Therapy|Surgery|Cardiology|Imaging")
_INDUSTRIES = pool_of(
    """Aerospace|Chemicals|Controls|Energy|Instruments|Metals|Mining|Optics|Plastics|Semiconductors
    |Software|Systems|Textiles"""
)
_EATERIES = pool_of("Bistro|Brewery|Cantina|Diner|Pizzeria|Steakhouse|Taqueria|Trattoria")
_SERVED = word_set("bar cafe grill grille kitchen lounge pub tavern")
_OF_FAMILIES = LEGAL_FORMS | word_set("sons daughters brothers associates partners family friends")


def formed_name(name: str, context: Context, make: Callable[[str, Context], str]) -> str | None:
    """Return another name of the form of one; None for a name of no such form.

    `make` returns an organization for a part of the name.
    """
    numbered = _NUMBERED.fullmatch(name)
    if numbered is not None and _is_generic(numbered["rest"]):
        return numbered["first"] + replace_digits(numbered["number"], context) + numbered["rest"]
    station = _STATION.fullmatch(name)
    if station is not None:
        letters = station["letters"]
        made = context.retry("station", letters, lambda rng: random_letters(letters, rng))
        number = replace_digits(station["number"], context)
        return number + station["space"] + made + name[station.end("letters") :]
    care = _CHILDRENS.fullmatch(name)
    if care is not None and not _is_generic(name.split()[-1]):
        drawn = context.pick("care", name, _CARE)
        return _surname(care["own"], context) + care["owner"] + drawn
    return _of_trades(name, context, make)


def _of_trades(name: str, context: Context, make: Callable[[str, Context], str]) -> str | None:
    """Return "Reid Optics and Electronics Group" for "LTV Missiles and Electronics Group"."""
    trades = _TRADES.fullmatch(name)
    if trades is None or not _is_generic(trades["rest"]):
        return None
    *own, trade = trades["own"].split()
    served = normalized(trades["rest"]) in _SERVED  # "El Tesoro Taqueria & Grill"
    if normalized(trades["rest"].split()[0]) in _OF_FAMILIES or not (trade[-1] == "s" or served):
        return None
    if not own or _is_generic(trade) or normalized(trade) in name_pools().roles:
        return None
    acronym = len(own) == 1 and own[0].isupper() and not name.isupper()
    first = make(own[0], context) if acronym else _surname(" ".join(own), context)
    pool = _EATERIES if served else _INDUSTRIES
    drawn = cased_like(trade, context.pick("industry", trade, pool))
    return f"{first} {drawn}{trades['sign']}{trades['rest']}"


def _surname(own: str, context: Context) -> str:
    return cased_like(own, context.pick("organization", own, name_pools().surnames))


def _is_generic(words: str) -> bool:
    return ORGANIZATION_WORDS.issuperset(normalized(words).split())
