"""Checks of identifiers: checksums of `python-stdnum`, which is imported on first use, and others.

A rule names its checks: `stdnum:br.cpf` is a module of `stdnum`, `not:FILE.SECTION` and the like
look words up in the lexicon, `uncommon:LANGUAGE` and the like in the word
list of a language, all others are in `CHECKS`.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from privtool.text.lexicon import DATA, sections, words
from privtool.text.rules import word_checks

_MOD_97 = "iso7064.mod_97_10"
_STDNUM = "stdnum:"


@cache
def _module(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def compact(text: str) -> str:
    """Return the letters and digits of a text, in capitals."""
    return "".join(filter(str.isalnum, text)).upper()


def passes(check: str, text: str) -> bool:
    """Return whether a check accepts a text, whatever stands between its letters and digits."""
    if check.startswith(_STDNUM):
        name = check.removeprefix(_STDNUM)
        return _is_valid(name, text.upper()) or _is_valid(name, compact(text))  # a sign may count
    name, _, section = check.partition(":")
    return _OF_SECTIONS[name](section, text) if section else CHECKS[check](text)


def _is_valid(name: str, number: str) -> bool:
    try:
        return bool(_module(name).is_valid(number))
    except (LookupError, ValueError):  # of `cn.ric`, for a county that does not exist
        return False


def is_known(check: str) -> bool:
    """Return whether a check exists."""
    name, _, section = check.partition(":")
    if name in _OF_SECTIONS:
        file, _, part = section.partition(".")
        return (DATA / "intl" / f"{file}.txt").is_file() and part in sections(file, "intl")
    if not check.startswith(_STDNUM):
        return check in CHECKS
    name = f"stdnum.{check.removeprefix(_STDNUM)}"
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False


def _mod97(text: str) -> bool:
    """Check an IBAN by its two check digits alone (ISO 13616), whatever its country."""
    plain = compact(text)
    moved = plain[4:] + plain[:4]
    return plain.isascii() and bool(_module(_MOD_97).is_valid(moved))


def _wallet(text: str) -> bool:
    """Check a Bitcoin address, whose letter case counts."""
    return bool(_module("bitcoin").is_valid(text))


def _iban_country(text: str) -> bool:
    """Check that the first two letters are a country with such accounts."""
    return text[:2].upper() in words("countries.iban", "intl")


def _ip(text: str) -> bool:
    """Check an address of either version, with a prefix length, port or zone."""
    import ipaddress

    address = text.partition("/")[0]
    if "." in address and address.count(":") <= 1:
        return all(int(part) < 256 for part in address.partition(":")[0].split("."))
    try:
        ipaddress.IPv6Address(address)
    except ValueError:
        return False
    return any(map(str.isalnum, address))


CHECKS: Mapping[str, Callable[[str], bool]] = {
    "mod97": _mod97,
    "bitcoin": _wallet,
    "iban-country": _iban_country,
    "ip": _ip,
    "no-words": word_checks.no_words,
    "groups": word_checks.is_code_in_groups,
    "no-common-end": word_checks.has_no_common_end,
    "begins-with-name": word_checks.begins_with_name,
    "rare-word": word_checks.is_rare_word,
    "no-alphabet": word_checks.is_no_alphabet,
    "no-starred-word": word_checks.is_no_starred_word,
    "base64": word_checks.is_encoded_text,
    "holds-names": word_checks.holds_names,
    "name-by-signs": word_checks.is_name_by_signs,
}


_OF_SECTIONS: Mapping[str, Callable[[str, str], bool]] = {
    "ends-in": word_checks.ends_in,
    "not": word_checks.is_not_in,
    "not-first": word_checks.is_first_not_in,
    "not-all": word_checks.is_not_all_in,
    "uncommon": word_checks.is_uncommon_in,
    "named": word_checks.is_named_in,
    "listed": word_checks.is_listed_in,
}
