"""Checksums of numbers, from `python-stdnum`, which is imported on first use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

_MOD_97 = "iso7064.mod_97_10"


@cache
def _module(name: str) -> Any:
    return import_module(f"stdnum.{name}")


def passes(name: str, number: str) -> bool:
    """Return whether `number` is valid for `stdnum`'s module `name`, such as "luhn" or "us.ssn"."""
    return bool(_module(name).is_valid(number))


def mod97(compact: str) -> bool:
    """Return whether upper-case letters and digits pass the mod 97 test of an IBAN."""
    plain = compact.isascii() and compact.isalnum()
    return plain and passes(_MOD_97, compact[4:] + compact[:4])


def mod97_digits(compact: str) -> int:
    """Return the two check digits (ISO 7064 mod 97-10) to prepend to letters and digits."""
    return int(_module(_MOD_97).calc_check_digits(compact))


def luhn_digit(body: str) -> int:
    """Return the digit that makes `body` a valid number (ISO/IEC 7812-1, annex B)."""
    return int(_module("luhn").calc_check_digit(body))


# Modules to try for a number written in groups of these lengths.
_GROUPED: dict[tuple[int, ...], tuple[str, ...]] = {
    (3, 3, 3): ("ca.sin", "au.tfn", "nl.bsn", "pt.nif", "il.idnr"),
    (4, 2, 3): ("nl.bsn",),
    (3, 3, 4): ("gb.nhs",),
    (6, 4): ("se.personnummer", "dk.cpr", "cz.rc", "se.orgnr"),
    (8, 4): ("se.personnummer",),
    (6, 3): ("cz.rc",),
    (6, 5): ("no.fodselsnummer",),
    (3, 3, 3, 2): ("br.cpf",),
    (2, 3, 3, 3): ("de.idnr", "au.abn"),
    (2, 2, 2, 3, 2): ("be.nn",),
    (4, 4, 4): ("in_.aadhaar",),
    (6, 7): ("kr.rrn",),
    (3, 4, 4, 2): ("ch.ssn",),
    (1, 4, 5, 2, 1): ("th.pin",),
    (2, 3, 3, 4, 2): ("br.cnpj",),
    (1, 2, 2, 2, 3, 3, 2): ("fr.nir",),
    (1, 2, 2, 2, 3, 3): ("fr.nir",),
    (1, 2, 2, 2, 6, 2): ("fr.nir",),
    (2, 2, 5): ("us.itin", "us.ein"),
    (3, 2, 5): ("kr.brn", "pl.nip"),
    (3, 3, 2, 2): ("pl.nip",),
}

# Modules to try for a number written in one piece: those with a strong check or calendar part. A
# bare number of nine or ten digits passes some test too easily.
_BARE: dict[int, tuple[str, ...]] = {
    11: ("pl.pesel", "no.fodselsnummer", "br.cpf", "de.idnr", "tr.tckimlik", "be.nn"),
    12: ("in_.aadhaar", "se.personnummer"),
    13: ("kr.rrn", "ch.ssn", "za.idnr", "th.pin", "ro.cnp", "fr.nir"),
    15: ("fr.nir",),
    18: ("cn.ric",),
}

# Modules to try for digits after a cue word.
_CUED: dict[int, tuple[str, ...]] = {
    8: ("au.tfn", "nl.bsn"),
    9: ("ca.sin", "au.tfn", "nl.bsn", "pt.nif", "il.idnr", "us.itin", "us.ein"),
    10: ("gb.nhs", "se.personnummer", "dk.cpr", "cz.rc", "pl.nip"),
}


def is_national(digits: str, groups: tuple[int, ...], cued: bool) -> bool:
    """Return whether a known national scheme accepts the digits in these groups."""
    return any(passes(name, digits) for name in _national(digits, groups, cued))


def national_schemes(digits: str, groups: tuple[int, ...]) -> list[str]:
    """Return the names of the schemes that accept the digits of a national number."""
    names = dict.fromkeys(_national(digits, groups, cued=True))
    return [name for name in names if passes(name, digits)]


def _national(digits: str, groups: tuple[int, ...], cued: bool) -> tuple[str, ...]:
    """Return the schemes to try."""
    names = _BARE.get(len(digits), ()) if len(groups) == 1 else _GROUPED.get(groups, ())
    if cued:
        names = (*names, *_CUED.get(len(digits), ()), *_BARE.get(len(digits), ()))
    return names


# Modules to try for mixed letters and digits, by length.
_MIXED = {
    8: ("ie.pps",),
    9: ("es.dni", "es.nie", "es.nif", "ie.pps"),
    10: ("in_.pan", "fi.hetu"),
    11: ("fi.hetu",),
    13: ("mx.rfc",),
    15: ("in_.gstin", "fr.nir"),
    16: ("it.codicefiscale",),
    18: ("mx.curp", "cn.ric"),
}


def is_national_code(code: str) -> bool:
    """Return whether a scheme of letters and digits accepts `code` (upper case, as written)."""
    return bool(mixed_schemes(code))


def mixed_schemes(code: str) -> list[str]:
    """Return the names of the schemes of letters and digits that accept `code`."""
    names = _MIXED.get(sum(map(str.isalnum, code)), ())
    return [name for name in names if passes(name, code)]
