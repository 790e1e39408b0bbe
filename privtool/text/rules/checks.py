"""Checks of identifiers: checksums of `python-stdnum`, which is imported on first use, and others.

A rule names its checks: `stdnum:br.cpf` is a module of `stdnum`, all others are in `CHECKS`.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from privtool.text.lexicon import words
from privtool.text.word_lists import load_allow_list

_MOD_97 = "iso7064.mod_97_10"
_WORD = re.compile(r"[^\W\d_]{3,}")
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
    return CHECKS[check](text)


def _is_valid(name: str, number: str) -> bool:
    try:
        return bool(_module(name).is_valid(number))
    except (LookupError, ValueError):  # of `cn.ric`, for a county that does not exist
        return False


def is_known(check: str) -> bool:
    """Return whether a check exists."""
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


def _no_words(text: str) -> bool:
    """Check that no run of three letters or more is a common word."""
    common = load_allow_list().words
    return not any(run in common for run in _WORD.findall(text.lower()))


CHECKS: Mapping[str, Callable[[str], bool]] = {
    "mod97": _mod97,
    "bitcoin": _wallet,
    "iban-country": _iban_country,
    "ip": _ip,
    "no-words": _no_words,
}


def mod97_digits(plain: str) -> int:
    """Return the two check digits (ISO 7064 mod 97-10) to prepend to letters and digits."""
    return int(_module(_MOD_97).calc_check_digits(plain))


def luhn_digit(body: str) -> int:
    """Return the digit that makes `body` a valid number (ISO/IEC 7812-1, annex B)."""
    return int(_module("luhn").calc_check_digit(body))
