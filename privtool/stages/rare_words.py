"""Words without a token in a masked language model, drawn by their counts in public text.

A masked LM fills a slot with one token. Word lists mask mostly rare words, many of them without a
token: without this draw, filled text would have fewer rare words than the original.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from privtool.text.filling.whole_words import is_fillable
from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.word_lists import WordList
from privtool.text.words import key_of

Counted = tuple[str, int]

# Too short for numbers of telephones, cards, accounts or addresses.
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?|[0-9]{1,3}(?:,[0-9]{3})+")
# A number does not show the currency that stood before it.
_LABELS = {Label.MONEY.value: Label.NUMBER.value}


def drawable(counts: Iterable[Counted]) -> tuple[Counted, ...]:
    """Return the keys of words and short numbers with counts, without e-mails, links and ids."""
    return tuple(
        (key_of(word), count)
        for word, count in counts
        if count > 0 and (_NUMBER.fullmatch(word) or (not word[0].isdigit() and is_fillable(word)))
    )


class _Table(NamedTuple):
    """Words without a token, the running sums of their counts, and the count of all words."""

    words: list[str]
    sums: list[int]
    total: int


class RareWords:
    """Draws words that a model cannot propose, as often as they are masked in public text.

    `counts` come from `drawable`; `known` are the keys of the words that the model can propose.
    """

    def __init__(self, counts: Iterable[Counted], known: Collection[str]) -> None:
        self._by_label: dict[str, list[Counted]] = {}
        self._known = known
        self._tables: dict[tuple[str, ...], _Table] = {}
        for word, count in counts:
            self._by_label.setdefault(shape_label(word, "").value, []).append((word, count))

    def draw(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList], number: int
    ) -> str | None:
        """Return a word for a slot, or None if the model has a token for the drawn word.

        The 64-bit `number` selects a word of public text with the shape of the masked one
        (`label`: a word, a number, a year), which all lists that masked the slot lack and all
        others keep. If no list masked it, return None: nothing shows what was masked.
        """
        if not masked_by:
            return None
        table = self._table(_LABELS.get(label, label), masked_by, kept_by)
        at = bisect_right(table.sums, number * table.total >> 64)
        return table.words[at] if at < len(table.words) else None

    def _table(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]
    ) -> _Table:
        names = (listed.reference for listed in (*masked_by, *kept_by))
        key = label, str(len(masked_by)), *names
        if key not in self._tables:
            masked = [
                (word, count)
                for word, count in self._by_label.get(label, [])
                if not any(listed.keeps(word) for listed in masked_by)
                and all(listed.keeps(word) for listed in kept_by)
            ]
            rare = [(word, count) for word, count in masked if word not in self._known]
            self._tables[key] = _Table(
                [word for word, _ in rare],
                list(accumulate(count for _, count in rare)),
                sum(count for _, count in masked),
            )
        return self._tables[key]
