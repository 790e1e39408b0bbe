"""The labels of private spans, and the mapping of the label names of other tools."""

from __future__ import annotations

import re
from enum import Enum
from functools import cache, lru_cache

from privtool.text.lexicon import sections


class Label(str, Enum):
    """The class of a private span. In brackets it is the class marker: `[PERSON]`."""

    PERSON = "PERSON"
    LOCATION = "LOCATION"
    ORGANIZATION = "ORGANIZATION"
    MISC = "MISC"  # other names: nationalities, events, works, products
    ADDRESS = "ADDRESS"  # a street address or a part of it
    ZIP = "ZIP"
    DATE = "DATE"
    TIME = "TIME"
    AGE = "AGE"
    PHONE = "PHONE"
    EMAIL = "EMAIL"
    URL = "URL"
    IP = "IP"
    USERNAME = "USERNAME"
    CARD = "CARD"
    IBAN = "IBAN"
    SSN = "SSN"
    NATIONAL_ID = "NATIONAL_ID"  # tax, passport, health or social numbers other than the SSN
    ID = "ID"  # record, case, account, order or device ids
    MONEY = "MONEY"
    NUMBER = "NUMBER"  # long numbers and spoken-out digit sequences of no known kind
    WORD = "WORD"  # a masked word of unknown class


_OWN_LABEL = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")


@lru_cache(maxsize=4096)
def canonical_label(name: str) -> Label:
    """Return the label for the label name of a tagger, ignoring case and `B-`/`I-` prefixes.

    Unknown names are private, too: they become `MISC`.
    """
    return _lookup(name) or Label.MISC


@lru_cache(maxsize=4096)
def is_known_label(name: str) -> bool:
    """Return whether a name is or maps to one of our labels: others may contain anything."""
    return _lookup(name) is not None


@lru_cache(maxsize=4096)
def bare_label(name: str) -> str:
    """Return a label name in capitals, without `B-` or `I-`, with `_` for spaces and hyphens."""
    upper = name.upper()
    if upper[:2] in ("B-", "I-", "E-", "S-", "L-", "U-"):
        upper = upper[2:]
    return upper.replace(" ", "_").replace("-", "_")


def own_label(name: str) -> str:
    """Return the label that a user gives, in capitals: one of ours, or a name of its own.

    Elsewhere, such a name counts as what `canonical_label` makes of it. Raise `ValueError` for one
    with anything but letters of ASCII, digits and underscores, or that begins with none.
    """
    if not _OWN_LABEL.fullmatch(name):
        raise ValueError("a label has letters, digits and underscores, and begins with a letter")
    return name.upper()


@lru_cache(maxsize=4096)
def _lookup(name: str) -> Label | None:
    upper = bare_label(name)
    return Label(upper) if upper in Label.__members__ else _aliases().get(upper)


@cache
def _aliases() -> dict[str, Label]:
    """Return the labels of the names of other tools."""
    known = sections("labels", "intl").items()
    return {name: Label(label) for label, names in known for name in names}
