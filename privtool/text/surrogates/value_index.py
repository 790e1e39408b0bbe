"""The values of private phrases with their labels, found in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from privtool.text.english.nicknames import other_names
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.common_words import usual_words
from privtool.text.surrogates.mention_values import (
    FEWEST_SPELLED,
    LONGEST,
    Value,
    is_uncommon,
    parts_of,
    values_of,
)
from privtool.text.surrogates.names.titles import plain_names

T = TypeVar("T")
_STEM = 6  # letters of a value that gives a longer word away
_BEGINNING = 3  # letters of a part, or all of a short one


class ValueIndex:
    """What gives private phrases away, with their labels.

    Values of plain phrases, in ASCII and without titles or signs, are computed once a text may have
    one: mostly none has.
    """

    def __init__(self) -> None:
        self._anywhere: dict[Value, str] = {}  # the labels of values
        self._as_names: dict[str, str] = {}
        self._people: dict[str, str] = {}
        self._lengths: dict[str, set[int]] = {}  # of the values that start with a part
        self._stems: set[str] = set()  # how long words start
        self._plain: list[tuple[str, str]] = []  # phrases and labels, values not computed yet
        self._parts: set[str] = set()  # of these
        self._beginnings: set[str] = set()  # of these parts

    def __len__(self) -> int:
        self._compute()
        return len(self._anywhere) + len(self._as_names) + len(self._people)

    def add(self, phrase: str, label: str) -> None:
        """Add a private phrase. The order of calls does not matter."""
        person = canonical_label(label) is Label.PERSON
        parts = plain_names(phrase) if person else parts_of(phrase)
        if parts and phrase.isascii():
            self._plain.append((phrase, label))
            self._parts.update(parts)
            self._beginnings.update([part[:_BEGINNING] for part in parts])
        else:
            self._add_values(phrase, label)

    def may_be_in(self, keys: Sequence[str]) -> bool:
        """Return whether a mention may start with one of some parts."""
        if self._plain and self._may_be_of_plain(keys):
            self._compute()
        if not (self._lengths.keys().isdisjoint(keys) and self._as_names.keys().isdisjoint(keys)):
            return True
        if self._people and not other_names().keys().isdisjoint(keys):
            return True
        return not self._stems.isdisjoint([key[:_STEM] for key in keys if len(key) >= _STEM])

    def at(self, keys: Sequence[str], at: int) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        for length in sorted(self._lengths.get(keys[at], ()), reverse=True):
            value = tuple(keys[at : at + length])
            if value in self._anywhere:
                return len(value), self._anywhere[value]
        return 0, ""

    def name(self, key: str) -> str | None:
        """Return the label of a common word that is a name where the words around it say so."""
        return self._as_names.get(key)

    def nickname(self, key: str) -> str | None:
        """Return the label of a person whose nickname, or full name, a word is."""
        others = other_names().get(key, frozenset()) if self._people else ()
        return min((self._people[name] for name in others if name in self._people), default=None)

    def longer(self, key: str) -> tuple[int, str]:
        """Return 1 and the label for an uncommon word that a value starts: "kowalskigate"."""
        if key[:_STEM] in self._stems and is_uncommon(key):
            for end in range(min(len(key) - 1, 2 * LONGEST), _STEM - 1, -1):
                label = self._anywhere.get((key[:end],))
                if label is not None:
                    return 1, label
        return 0, ""

    def _may_be_of_plain(self, keys: Sequence[str]) -> bool:
        """Return whether parts may be a value of a plain phrase.

        Values with other parts than those of the phrase are nicknames, spelled names, and uncommon
        words that begin with one, or with a letter and one: "kowalskis", "akowalski".
        """
        if not self._parts.isdisjoint(keys):
            return True
        if not usual_words().issuperset(keys) and any(
            self._begins_like_part(key) for key in keys if is_uncommon(key)
        ):
            return True
        known = other_names()
        if not known.keys().isdisjoint(keys) and any(
            not self._parts.isdisjoint(known[key]) for key in keys if key in known
        ):
            return True
        return sum(len(key) == 1 for key in keys) >= FEWEST_SPELLED

    def _begins_like_part(self, key: str) -> bool:
        beginnings = (key[start : start + length] for start in (0, 1) for length in (2, _BEGINNING))
        return not self._beginnings.isdisjoint(beginnings)

    def _compute(self) -> None:
        """Compute the values of the plain phrases."""
        for phrase, label in self._plain:
            self._add_values(phrase, label)
        self._plain.clear()

    def _add_values(self, phrase: str, label: str) -> None:
        values = values_of(phrase, label)
        _add(values.anywhere, label, self._anywhere)
        for value in values.anywhere:
            self._lengths.setdefault(value[0], set()).add(len(value))
            if len(value) == 1 and len(value[0]) >= _STEM:
                self._stems.add(value[0][:_STEM])
        _add(values.as_names, label, self._as_names)
        _add(values.people, label, self._people)


def _add(values: Iterable[T], label: str, labels: dict[T, str]) -> None:
    """Give values a label, unless they have one that comes before it."""
    for value in values:
        if labels.setdefault(value, label) > label:
            labels[value] = label
