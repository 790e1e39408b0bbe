"""Word classes: which words can fill `[PERSON]`, `[DATE]`, or the slot of any word."""

from __future__ import annotations

from privtool.text.filling.casing import NAMES
from privtool.text.known_names import class_names
from privtool.text.labels import Label

_DIGITS = frozenset(
    label.value
    for label in (
        Label.ZIP, Label.AGE, Label.PHONE, Label.IP, Label.CARD, Label.IBAN, Label.SSN,
        Label.NATIONAL_ID, Label.ID, Label.MONEY, Label.NUMBER, Label.TIME,
    )
)  # fmt: skip


def fits_class(word: str, label: str) -> bool:
    """Return whether a word can fill a slot of the class. `WORD` takes all but numbers.

    A class without known words takes none.
    """
    key = word.lower()
    if label == Label.WORD.value:
        return not key.isdigit()
    if label == Label.DATE.value:
        return label in classes_of(key) or (key.isdigit() and len(key) in (1, 2, 4))
    if label in _DIGITS:
        return key.isdigit() or Label.NUMBER.value in classes_of(key)
    return label in classes_of(key)


def takes_digits(label: str) -> bool:
    """Return whether digits can fill a slot of the class."""
    return label in _DIGITS or label == Label.DATE.value


def is_capitalized(word: str) -> bool:
    """Return whether a word has a capital letter in any position."""
    key = word.lower()
    classes = classes_of(key)
    return bool(classes & NAMES) or (Label.DATE.value in classes and key not in ("may", "march"))


def classes_of(key: str) -> frozenset[str]:
    """Return the known classes of a word (lower case)."""
    return class_names().get(key, frozenset())
