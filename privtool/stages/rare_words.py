"""Words that a masked language model has no token for, drawn by their counts in public text.

A masked LM fills a slot with one token. What a word list masks is mostly rare, and much of it no
token: without these words a filled text is poorer in rare words than the text that was masked.
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

# None that could be somebody's: of telephones, cards, accounts, addresses.
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?|[0-9]{1,3}(?:,[0-9]{3})+")
# A number does not show the currency that stood before it.
_LABELS = {Label.MONEY.value: Label.NUMBER.value}


def drawable(counts: Iterable[Counted]) -> tuple[Counted, ...]:
    """The keys of words and short numbers, and their counts; e-mails, links and ids are none."""
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
    """Draws what a model cannot propose, as often as it is among what is masked in a public text.

    `counts` are what `drawable` gives for the public text, `known` the keys of the words that the
    model can propose.
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
        """A word for a slot, or None: then the model has a token for what is drawn.

        Drawn, with a 64-bit random number, is a word of public text that looks like what was masked
        (`label`: a word, a number, a year), that none of the lists which masked it keeps, and all
        of those that did not. Where no list masked, nothing tells what was: then it is always None.
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
