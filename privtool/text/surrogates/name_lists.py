"""Name lists of Faker: given names, surnames, and the gender and role of each name.

Surrogates are drawn from the US names with their frequencies; the names of other countries only
help to classify a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from privtool.text.surrogates.pools import Pool
from privtool.text.surrogates.prf import normalized
from privtool.text.word_lists import LISTS

GIVEN, SURNAME = "given", "surname"
SAINTS = Pool(  # "St. Luke's Hospital"
    """Agnes Andrew Anne Anthony Barnabas Bernard Catherine Cecilia Clare David Elizabeth Francis
    George James Jerome John Joseph Luke Margaret Mark Martin Mary Matthew Michael Monica Nicholas
    Patrick Paul Peter Philip Stephen Teresa Thomas Vincent""".split()  # noqa: SIM905
)
_LOCALE = "en_US"
_OTHER_LOCALES = tuple(
    """en_GB en_IN de_DE fr_FR es_ES it_IT nl_NL sv_SE pl_PL pt_BR en_IE en_KE en_NG en_NZ en_PK
    cs_CZ da_DK es_CO es_MX fi_FI fr_QC ga_IE ha_NG hr_HR hu_HU id_ID ig_NG lt_LT no_NO ro_RO sw
    tr_TR tw_GH vi_VN yo_NG zu_ZA""".split()  # noqa: SIM905
)
_GENDER_RATIO = 4.0  # a name this many times as frequent for one gender counts as that one

_MC = re.compile(r"^Mc[a-z](?=[a-z]{2})")  # "Mcdonald", as Faker has it

# First and last letter of a script, and the locale of Faker to draw names from.
_SCRIPT_LOCALES = (
    ("\u0370", "\u03ff", "el_GR"),
    ("\u0400", "\u052f", "ru_RU"),
    ("\u0590", "\u05ff", "he_IL"),
    ("\u0600", "\u06ff", "ar_AA"),
    ("\u0900", "\u097f", "hi_IN"),
    ("\u0e00", "\u0e7f", "th_TH"),
    ("\u3040", "\u30ff", "ja_JP"),
    ("\u4e00", "\u9fff", "zh_CN"),
    ("\uac00", "\ud7af", "ko_KR"),
)


class NamePools(NamedTuple):
    """Pools of names, the gender and role of each known name, and those that are no surname."""

    given: Pool
    male: Pool
    female: Pool
    surnames: Pool
    genders: dict[str, str]
    roles: dict[str, str]
    only_given: frozenset[str]


def locale_of(phrase: str) -> str | None:
    """Return the locale for a phrase in a known non-Latin script, else None."""
    if phrase.isascii():
        return None
    for char in phrase:
        for first, last, locale in _SCRIPT_LOCALES:
            if first <= char <= last:
                return locale
    return None


@cache
def name_pools(locale: str | None = None) -> NamePools:
    """Return the names to draw for a locale, by default those of the United States."""
    provider = _provider(locale or _LOCALE)
    male, female = _weights(provider, "first_names_male"), _weights(provider, "first_names_female")
    surnames = {
        _MC.sub(lambda match: match[0][:2] + match[0][2].upper(), name): weight
        for name, weight in _weights(provider, "last_names").items()
    }
    both = {name: male.get(name, 0) + female.get(name, 0) for name in {**male, **female}}
    pools = Pool(both), Pool(male), Pool(female), Pool(surnames)
    if locale:
        return NamePools(*pools, {}, {}, frozenset())
    return NamePools(*pools, *_genders_and_roles(male, female, surnames))


@cache
def cities_in_script(locale: str) -> Pool:
    """Return cities in another script, surnames where Faker has no cities."""
    try:
        provider = import_module(f"faker.providers.address.{locale}").Provider
    except ImportError:
        return name_pools(locale).surnames
    cities = getattr(provider, "city_names", ()) or getattr(provider, "cities", ())
    return Pool(cities) if cities else name_pools(locale).surnames


@cache
def us_surnames() -> frozenset[str]:
    """Return the surnames to draw from, normalized."""
    return frozenset(map(normalized, name_pools().surnames.phrases))


def given_name_weights() -> dict[str, float]:
    """Return the given names to draw from, in lower case, with their frequencies."""
    provider = _provider(_LOCALE)
    male, female = _weights(provider, "first_names_male"), _weights(provider, "first_names_female")
    weights: dict[str, float] = {}
    for name, weight in [*male.items(), *female.items()]:
        weights[name.lower()] = weights.get(name.lower(), 0.0) + weight
    return weights


def _genders_and_roles(
    male: Mapping[str, float], female: Mapping[str, float], surnames: Mapping[str, float]
) -> tuple[dict[str, str], dict[str, str], frozenset[str]]:
    """Return the gender and the role of each name in any of the lists, and those no surname."""
    others = [_provider(locale) for locale in _OTHER_LOCALES]
    least = 1e-6
    men = _merged(male, (getattr(other, "first_names_male", ()) for other in others), least)
    women = _merged(female, (getattr(other, "first_names_female", ()) for other in others), least)
    last = _merged(surnames, (getattr(other, "last_names", ()) for other in others), least)
    genders, roles = _census(last)
    roles |= dict.fromkeys(last, SURNAME)
    for name in {**men, **women}:
        his, hers = men.get(name, 0.0), women.get(name, 0.0)
        if his > _GENDER_RATIO * hers:
            genders[name] = "male"
        elif hers > _GENDER_RATIO * his:
            genders[name] = "female"
        if last.get(name, 0.0) <= his + hers:
            roles[name] = GIVEN
    return genders, roles, frozenset({**men, **women}.keys() - last.keys())


def _census(surnames: Mapping[str, float]) -> tuple[dict[str, str], dict[str, str]]:
    """Return the genders and roles of the given names of the census that no list calls surnames."""
    rows = (line.split("\t") for line in (LISTS / "given-us.tsv").read_text("ascii").splitlines())
    genders = {name: gender for name, gender in rows if name not in surnames}
    return {name: gender for name, gender in genders.items() if gender}, dict.fromkeys(
        genders, GIVEN
    )


def _merged(
    first: Mapping[str, float], others: Iterable[Iterable[str]], least: float
) -> dict[str, float]:
    """Return the names, normalized, with their frequency plus `least` for each other list."""
    merged: dict[str, float] = {}
    for name, weight in first.items():
        merged[normalized(name)] = merged.get(normalized(name), 0.0) + weight
    for other in others:
        for name in other:
            merged[normalized(name)] = merged.get(normalized(name), 0.0) + least
    return merged


def _provider(locale: str) -> Any:
    return import_module(f"faker.providers.person.{locale}").Provider


def _weights(provider: Any, attribute: str) -> dict[str, float]:
    """Return names with their weights, all equal where Faker has a plain list."""
    weights: Any = getattr(provider, attribute, None) or getattr(provider, "first_names", ())
    return dict(weights) if isinstance(weights, Mapping) else dict.fromkeys(weights, 1.0)
