"""Which masked words a private vocabulary may hold: none that identifies somebody by itself."""

from __future__ import annotations

import regex

from privtool.text.labels import Label
from privtool.text.surrogates.spelled import spelled_word

_NEVER = frozenset(
    (
        *(Label.EMAIL, Label.URL, Label.IP, Label.USERNAME, Label.PHONE, Label.CARD, Label.IBAN),
        *(Label.SSN, Label.NATIONAL_ID, Label.ID),
    )
)
_OF_CALENDAR = frozenset((Label.DATE, Label.TIME, Label.AGE))
_LONG = 5  # digits of a number, in all its words together
_LONGEST = 40  # characters
_NUMBER = regex.compile(r"[0-9]+(?:[.,][0-9]+)*")
_WORD = regex.compile(r"\p{L}[\p{L}\p{M}]*+(?:['\u2019-]\p{L}[\p{L}\p{M}]*+)*+")
_ACRONYM = regex.compile(r"\p{L}\.\p{L}|\p{L}{1,2}&\p{L}")  # two letters spell no name
_PIECES = regex.compile(r"['\u2019-]")


def may_release(label: Label, phrase: str) -> bool:
    """Return whether a private vocabulary may hold words of a masked phrase at all.

    Never those of e-mail addresses, links, accounts, phone numbers and ids, spelled names and
    numbers of five digits or more.
    """
    if label in _NEVER or spelled_word(phrase) is not None:
        return False
    return label in _OF_CALENDAR or _digits(phrase) < _LONG


def may_release_word(key: str) -> bool:
    """Return whether a private vocabulary may hold a word: no long number, no spelled name."""
    if len(key) > _LONGEST or _digits(key) >= _LONG:
        return False
    if _NUMBER.fullmatch(key) or _ACRONYM.fullmatch(key):
        return True
    letters = sum(len(piece) == 1 for piece in _PIECES.split(key))
    return len(key) > 1 and letters < 2 and _WORD.fullmatch(key) is not None


def _digits(text: str) -> int:
    return sum(map(str.isdigit, text))
