"""Words without a token in a masked language model, drawn by their counts in public text.

A masked LM fills a slot with one token. Word lists mask mostly rare words, many of them without a
token: without this draw, filled text would have fewer rare words than the original.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from privtool.stages.slot_priors import Counted, PublicWords, SlotPriors
from privtool.text.filling.whole_words import is_fillable
from privtool.text.word_lists import VOCABULARY, WordList, public_vocabulary, read_vocabulary
from privtool.text.words import key_of

_WHOLE = 1 << 48  # what shares are parts of
# Too short for numbers of telephones, cards, accounts or addresses.
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?|[0-9]{1,3}(?:,[0-9]{3})+")


def drawable(counts: Iterable[Counted]) -> tuple[Counted, ...]:
    """Return the keys of words and short numbers with counts, without e-mails, links and ids."""
    return tuple(
        (key_of(word), count)
        for word, count in counts
        if count > 0 and (_NUMBER.fullmatch(word) or (not word[0].isdigit() and is_fillable(word)))
    )


def drawable_words(vocabulary: Path) -> tuple[Counted, ...]:
    """Return what can be drawn of a file of public text, or of the embedded one by its name.

    Raise `UsageError` for a file that is not a vocabulary.
    """
    if str(vocabulary) == VOCABULARY:
        return _embedded()
    return drawable(read_vocabulary(vocabulary))


@cache
def _embedded() -> tuple[Counted, ...]:
    return drawable(read_vocabulary(public_vocabulary(Path(VOCABULARY))))


class _Table(NamedTuple):
    """Words without a token, the running sums of their counts, and the count of all words."""

    words: list[str]
    sums: list[int]
    total: int


class RareWords:
    """Draws words that a model cannot propose, as often as they are masked in public text.

    `counts` come from `drawable`; `known` are the keys of the words that the model can propose.
    With `priors`, released words are drawn as often as the release says, and the others share the
    rest.
    """

    def __init__(
        self,
        counts: Iterable[Counted],
        known: Collection[str],
        priors: SlotPriors | None = None,
        labeled: Mapping[str, Sequence[Counted]] | None = None,
    ) -> None:
        self._public = PublicWords(counts, labeled)
        self._known, self._priors = known, priors
        self._tables: dict[tuple[str, ...], _Table] = {}

    def draw(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList], number: int
    ) -> str | None:
        """Return a word for a slot, or None if the model has a token for the drawn word.

        The 64-bit `number` selects a word of public text with the shape of the masked one
        (`label`: a word, a number, a year), which all lists that masked the slot lack and all
        others keep, or a released word. If no list masked it and nothing was released, return None:
        nothing shows what was masked.
        """
        table = self._table(label, masked_by, kept_by)
        at = bisect_right(table.sums, number * table.total >> 64)
        return table.words[at] if at < len(table.words) else None

    def _table(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]
    ) -> _Table:
        names = (listed.reference for listed in (*masked_by, *kept_by))
        key = label, str(len(masked_by)), *names
        if key not in self._tables:
            masked = self._public.masked(label, masked_by, kept_by)
            total = sum(count for _, count in masked)
            if self._priors is not None:
                shares = self._priors.of(label, masked_by, kept_by).shares
                if shares:
                    masked, total = _with_shares(masked, shares), _WHOLE
            rare = [(word, count) for word, count in masked if word not in self._known]
            self._tables[key] = _Table(
                [_shown(word) for word, _ in rare],
                list(accumulate(count for _, count in rare)),
                total,
            )
        return self._tables[key]


def _with_shares(counted: Sequence[Counted], shares: Mapping[str, float]) -> list[Counted]:
    """Return counts, in parts of `_WHOLE`, in which released words have their shares."""
    others = [(word, count) for word, count in counted if word not in shares]
    scale = _WHOLE * (1 - sum(shares.values())) / max(sum(count for _, count in others), 1)
    released = [(word, int(_WHOLE * share)) for word, share in shares.items()]
    return [*released, *((word, int(scale * count)) for word, count in others)]


def _shown(key: str) -> str:
    """Return a word as it is written: keys of acronyms are in lower case."""
    return key.upper() if ("." in key and not key[0].isdigit()) or "&" in key else key
