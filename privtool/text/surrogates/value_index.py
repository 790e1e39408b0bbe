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
        self._words: dict[str, str] = {}  # labels of values of one part, and of several
        self._phrases: dict[Value, str] = {}
        self._as_names: dict[str, str] = {}
        self._people: dict[str, str] = {}
        # Of the phrases that start with a part: bit `n` is set for a phrase of `n` parts.
        self._lengths: dict[str, int] = {}
        self._stems: set[str] = set()  # how long words start
        self._plain: list[tuple[str, str]] = []  # phrases and labels, values not computed yet
        self._parts: set[str] = set()  # of these
        self._beginnings: set[str] = set()  # of these parts

    def __len__(self) -> int:
        self._compute()
        values = self._words, self._phrases, self._as_names, self._people
        return sum(len(each) for each in values)

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
        if not (
            self._words.keys().isdisjoint(keys)
            and self._lengths.keys().isdisjoint(keys)
            and self._as_names.keys().isdisjoint(keys)
        ):
            return True
        if self._people and not other_names().keys().isdisjoint(keys):
            return True
        return not self._stems.isdisjoint([key[:_STEM] for key in keys if len(key) >= _STEM])

    def at(self, keys: Sequence[str], at: int) -> tuple[int, str]:
        """Return the number of parts of the longest value at a place, 0 for none, and its label."""
        lengths = self._lengths.get(keys[at], 0)
        while lengths:
            length = lengths.bit_length() - 1  # the longest
            label = self._phrases.get(tuple(keys[at : at + length]))
            if label is not None and at + length <= len(keys):
                return length, label
            lengths ^= 1 << length
        label = self._words.get(keys[at])
        return (0, "") if label is None else (1, label)

    def name(self, key: str) -> str | None:
        """Return the label of a common word that is a name where the words around it say so."""
        return self._as_names.get(key)

    def nickname(self, key: str) -> str | None:
        """Return the label of a person whose nickname, or full name, a word is."""
        if not self._people:
            return None
        others = other_names().get(key, frozenset())
        return min((self._people[name] for name in others if name in self._people), default=None)

    def may_be_name(self, key: str) -> bool:
        """Return whether a word may be a name or a nickname."""
        return key in self._as_names or (bool(self._people) and key in other_names())

    def longer(self, key: str) -> tuple[int, str]:
        """Return 1 and the label for an uncommon word that a value starts: "kowalskigate"."""
        if key[:_STEM] in self._stems and is_uncommon(key):
            for end in range(min(len(key) - 1, 2 * LONGEST), _STEM - 1, -1):
                label = self._words.get(key[:end])
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
        _add(values.words, label, self._words)
        _add(values.phrases, label, self._phrases)
        self._stems.update([word[:_STEM] for word in values.words if len(word) >= _STEM])
        for value in values.phrases:
            self._lengths[value[0]] = self._lengths.get(value[0], 0) | 1 << len(value)
        if canonical_label(label) is Label.PERSON:
            _add(values.as_names, label, self._as_names)
            _add(values.people, label, self._people)


def _add(values: Iterable[T], label: str, labels: dict[T, str]) -> None:
    """Give values a label, unless they have one that comes before it."""
    for value in values:
        if labels.setdefault(value, label) > label:
            labels[value] = label
