"""The labels of private spans, the label names of other tools, and the scores of spans."""

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


# Scores of spans, the scale of `--threshold`: kinds of evidence, not measured probabilities. 0.5
# keeps every distinctive form; 0 adds anything with a digit or a dot.
VALIDATED = 1.0  # by a checksum, a numbering plan or a standard's grammar
SURE = 0.9  # the form is hardly ever anything else
LIKELY = 0.7  # by its form, or a looser form with a cue word
POSSIBLE = 0.5  # an open form that is often private
DOUBTFUL = 0.4  # more often public: a bare year, "3/5", a month alone
FAINT = 0.2  # any other word with a digit or a dot

_OWN_LABEL = re.compile("[A-Za-z][A-Za-z0-9_]{0,39}")


@lru_cache(maxsize=4096)
def canonical_label(name: str) -> Label:
    """Return the label for the label name of a tagger.

    Case, `_`, a plural, and `B-`, `I-` or `PRIVATE_` in front make no difference. Unknown names are
    private, too: they become `MISC`.
    """
    return _lookup(name) or Label.MISC


@lru_cache(maxsize=4096)
def is_known_label(name: str) -> bool:
    """Return whether a name is or maps to one of our labels: others may contain anything."""
    return _lookup(name) is not None


@lru_cache(maxsize=4096)
def bare_label(name: str) -> str:
    """Return a label name in capitals, with `_` between words, without `B-` and `PRIVATE_`."""
    upper = name.upper()
    if upper[:2] in ("B-", "I-", "E-", "S-", "L-", "U-"):
        upper = upper[2:]
    return upper.replace(" ", "_").replace("-", "_").removeprefix("PRIVATE_")


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
    joined = bare_label(name).replace("_", "")
    return _names().get(joined) or _names().get(joined.removesuffix("S"))


@cache
def _names() -> dict[str, Label]:
    """Return our labels and those of other tools, without `_`."""
    other = ((name, label) for label, names in sections("labels", "intl").items() for name in names)
    own = ((label, label) for label in Label.__members__)
    return {name.replace("_", ""): Label(label) for name, label in (*other, *own)}
