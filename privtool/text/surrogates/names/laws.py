"""Sections of codes of law and cases: "42 U.S.C. § 1983", "Roe v. Wade"."""

from __future__ import annotations

import regex

from privtool.text.surrogates.context import Context
from privtool.text.surrogates.letter_case import cased_like
from privtool.text.surrogates.name_lists import name_pools
from privtool.text.surrogates.names.digits_and_letters import replace_digits_in
from privtool.text.surrogates.names.organizations import rename
from privtool.text.surrogates.names.other_kinds import pool_for
from privtool.text.surrogates.names.own_words import KEPT_WORDS
from privtool.text.surrogates.places.countries import country_surrogate

_SECTION = regex.compile(
    r"(?:\d+\s+)?(?:U\.?\s?S\.?\s?C\.?|C\.?\s?F\.?\s?R\.?|Fed\.?\s?R\.?\s?(?:Civ|Crim)\.?\s?P\.?"
    r"|(?:Penal|Civil|Criminal|Tax|Vehicle|Family|Health) Code|Pub\.?\s?L\.?(?:\s?No\.?)?)"
    r"\s*(?:§+|sec(?:tion|\.)?)?\s*\d[\d.,()\-a-z]*",
    regex.IGNORECASE,
)
_ACT = regex.compile(
    r"(?P<name>.+\b(?:Act|Law|Bill|Code))(?P<of>,? of )(?P<year>(?:18|19|20)\d\d)", regex.IGNORECASE
)
_CASE = regex.compile(r"(?P<one>.+?)(?P<versus>\s+vs?\.?\s+)(?P<other>.+)", regex.IGNORECASE)


def other_law(name: str, context: Context) -> str | None:
    """Return another section of a code, act of another year, or case; None for any other name."""
    act = _ACT.fullmatch(name)
    if act is not None:
        year = int(act["year"]) + context.rng("year", act["year"]).between_except(-6, 6, 0)
        drawn = context.pick("LAW", act["name"], pool_for("LAW"))
        return f"{cased_like(name, drawn)}{act['of']}{year}"
    if _SECTION.fullmatch(name):
        return replace_digits_in(name, context)
    case = _CASE.fullmatch(name)
    if case is None:
        return None
    return _party(case["one"], context) + case["versus"] + _party(case["other"], context)


def _party(name: str, context: Context) -> str:
    country = country_surrogate(name, False, context)
    return country or rename(name, context, "name", name_pools().surnames, KEPT_WORDS)
