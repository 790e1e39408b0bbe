"""Words that a masked language model has no token for, drawn by their counts in public text.

A masked LM fills a slot with one token. What a word list masks is mostly rare, and much of it no
token: without these words a filled text is poorer in rare words than the text that was masked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from privtool.text.classes import is_numeric
from privtool.text.labels import Label
from privtool.text.markers import lookalike_label
from privtool.text.shapes import shape_label
from privtool.text.word_list import WordList
from privtool.text.words import words


class _Table(NamedTuple):
    """Words without a token, the running sums of their counts, and the count of all words."""

    words: list[str]
    sums: NDArray[np.int64]
    total: int


class RareWords:
    """Draws what the model cannot propose, as often as a public text says that a list masks it.

    `counts` are the words of public text and how often they occur, `known` the keys of the words
    that the model can propose.
    """

    def __init__(self, counts: Iterable[tuple[str, int]], known: Collection[str]) -> None:
        self._by_label: dict[str, list[tuple[str, int]]] = {}
        self._known = known
        self._tables: dict[tuple[str, ...], _Table] = {}
        for word, count in counts:
            found = words(word)
            if [one[:2] for one in found] != [(0, len(word))] or lookalike_label(word) is not None:
                continue
            key = found[0].key
            label = shape_label(key, "").value
            if label == Label.WORD.value or is_numeric(label):  # nobody's address
                self._by_label.setdefault(label, []).append((key, count))

    def draw(self, label: str, avoid: Sequence[WordList], number: int) -> str | None:
        """A word for a slot, or None: then the model has a token for what is drawn.

        Drawn, with a 64-bit random number, is a word of public text of those that look like what
        was masked (`label`: words, numbers, years, ...) and that none of the lists keeps. Without a
        list nothing tells which words were masked: then it is always None.
        """
        if not avoid:
            return None
        table = self._table(_LABELS.get(label, label), avoid)
        place = number * table.total >> 64
        at = int(np.searchsorted(table.sums, place, side="right"))
        return table.words[at] if at < len(table.words) else None

    def _table(self, label: str, avoid: Sequence[WordList]) -> _Table:
        key = label, *(listed.reference for listed in avoid)
        if key not in self._tables:
            masked = [
                (word, count)
                for word, count in self._by_label.get(label, [])
                if not any(listed.keeps(word) for listed in avoid)
            ]
            rare = [(word, count) for word, count in masked if word not in self._known]
            self._tables[key] = _Table(
                [word for word, _ in rare],
                np.array([count for _, count in rare], np.int64).cumsum(),
                sum(count for _, count in masked),
            )
        return self._tables[key]


# A word does not show what stood before it.
_LABELS = {Label.MONEY.value: Label.NUMBER.value}
