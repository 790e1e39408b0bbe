"""Checksums of numbers by the names of `stdnum`'s modules, and the schemes that accept a number."""

from __future__ import annotations

from privtool.text.labels import Label
from privtool.text.rules import checks
from privtool.text.rules.files import package_rules

_STDNUM = "stdnum:"
mod97_digits, luhn_digit = checks.mod97_digits, checks.luhn_digit


def passes(name: str, number: str) -> bool:
    """Return whether `number` is valid for `stdnum`'s module `name`, such as "luhn" or "us.ssn"."""
    return checks.passes(_STDNUM + name, number)


def mod97(compact: str) -> bool:
    """Return whether upper-case letters and digits pass the mod 97 test of an IBAN."""
    return compact.isalnum() and checks.passes("mod97", compact)


def schemes(number: str) -> list[str]:
    """Return the names of the national schemes that accept a number of digits and letters."""
    accepting = (
        rule
        for rule in package_rules("ids")
        if rule.label == Label.NATIONAL_ID.value and rule.accepts(number)
    )
    names = (name for rule in accepting for name in rule.check if name.startswith(_STDNUM))
    return [name.removeprefix(_STDNUM) for name in dict.fromkeys(names)]
