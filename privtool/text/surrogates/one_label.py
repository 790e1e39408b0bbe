"""The label of a name that taggers label differently: one name gets one surrogate in its scope."""

from __future__ import annotations

from functools import partial

from privtool.text.known_names import person_names
from privtool.text.labels import Label, canonical_label
from privtool.text.surrogates.prf import normalized

# What a name is if it has several labels. The surrogates of the first ones fit most places, but no
# person is one whose names are in no list: "Hakuna Matata".
_ORDER = (Label.PERSON, Label.LOCATION, Label.ORGANIZATION, Label.MISC)
_RANKS = {label: rank for rank, label in enumerate(_ORDER)}


class NameLabels:
    """The labels of the names of a scope."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._several = False  # whether a name has several labels

    def add(self, name: str, label: str) -> None:
        """Add a name with a label. The order of calls does not matter."""
        if canonical_label(label) in _RANKS:
            key = normalized(name)
            known = self._labels.setdefault(key, label)
            if known != label:
                self._labels[key] = min(label, known, key=partial(_rank, key))
                self._several = True

    def label_of(self, name: str, label: str) -> str:
        """Return the label under which a name that has this label gets its surrogate."""
        if not self._several or canonical_label(label) not in _RANKS:
            return label
        first = self._labels.get(normalized(name), label)
        return label if canonical_label(first) is canonical_label(label) else first


def _rank(name: str, label: str) -> tuple[bool, int, str]:
    kind = canonical_label(label)
    unknown = kind is Label.PERSON and person_names().keys().isdisjoint(name.split())
    return unknown, _RANKS[kind], label
