"""Words without a token in a masked language model, drawn by their counts in public text.

A masked LM fills a slot with one token. Word lists mask mostly rare words, many of them without a
token: without this draw, filled text would have fewer rare words than the original.

How likely words are at slots says a private release for released words, else public text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from math import log
from pathlib import Path
from typing import NamedTuple

from privtool.interfaces.filling import WordBias
from privtool.stages.word_priors import TOTAL, LabeledWord
from privtool.text.filling.words import is_fillable
from privtool.text.labels import Label
from privtool.text.markers import shape_label
from privtool.text.word_lists import VOCABULARY, VOCABULARY_FILE, WordList, read_vocabulary
from privtool.text.words import key_of

Counted = tuple[str, int]
Lists = tuple[WordList, ...]
# A number does not show the currency that stood before it.
_LABELS = {Label.MONEY.value: Label.NUMBER.value}
_UNSEEN = 0.5  # the count of a released word that public text lacks
_LEAST = 1e-3  # of the words of a label, what is never released
_NO_TOTAL = 2.0  # where noise hid the sum of a label, half of its words count as released
_WHOLE = 1 << 48  # what shares are parts of
# Too short for numbers of telephones, cards, accounts or addresses.
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]{1,2})?|[0-9]{1,3}(?:,[0-9]{3})+")


class PublicWords:
    """Counts of the words of public text, and of those that a tagger masks there, by label.

    `counts` come from `drawable`, `labeled` from `vocab --labels`.
    """

    def __init__(
        self, counts: Iterable[Counted], labeled: Mapping[str, Sequence[Counted]] | None = None
    ) -> None:
        self._counts = list(counts)
        self.labeled = labeled or {}

    @cached_property
    def _by_shape(self) -> dict[str, list[Counted]]:
        """All words, by the label of their form. Most runs need none of them."""
        found: dict[str, list[Counted]] = {}
        for word, count in self._counts:
            found.setdefault(shape_label(word, "").value, []).append((word, count))
        return found

    def masked(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]
    ) -> list[Counted]:
        """Return words of public text that are masked like a slot.

        That is what a tagger masks under the label, or where lists masked it, words of the same
        shape; all lists that masked the slot lack them and all others keep them. Nothing where
        neither is known.
        """
        words = self.labeled.get(label)
        if words is None:
            words = self._by_shape.get(_LABELS.get(label, label), []) if masked_by else []
        return [pair for pair in words if is_masked_by(pair[0], masked_by, kept_by)]

    def counts_of(self, words: Collection[str]) -> dict[str, int]:
        """Return the counts of some words, whatever masks them."""
        return {word: count for word, count in self._counts if word in words}


def is_masked_by(word: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]) -> bool:
    """Return whether all lists that masked a slot lack a word, and all others keep it."""
    return not any(listed.keeps(word) for listed in masked_by) and all(
        listed.keeps(word) for listed in kept_by
    )


class SlotPrior(NamedTuple):
    """The words of slots of one kind: the share of each released word, and the model's factors."""

    shares: Mapping[str, float]
    bias: WordBias | None


class SlotPriors:
    """Shares of words by the label of a slot and the lists that masked it.

    `weights` are those of a release; `weight` is the power of the factors p_prior(w) / p_public(w).
    """

    def __init__(
        self, weights: Mapping[LabeledWord, float], weight: float, public: PublicWords
    ) -> None:
        self.weights, self.weight, self.public = weights, weight, public
        self._by_label = _shares_by_label(weights)
        self._found: dict[tuple[str, Lists, Lists], SlotPrior] = {}

    def of(self, label: str, masked_by: Lists, kept_by: Lists) -> SlotPrior:
        """Return the prior of a slot; lists are those of `PublicWords.masked`."""
        slot = label, masked_by, kept_by
        if slot not in self._found:
            self._found[slot] = self._make(*slot)
        return self._found[slot]

    def _make(self, label: str, masked_by: Lists, kept_by: Lists) -> SlotPrior:
        shares = {
            word: share
            for word, share in self._by_label.get(label, {}).items()
            if is_masked_by(word, masked_by, kept_by)
        }
        if not shares:
            return SlotPrior({}, None)
        compared, public = shares, dict(self.public.masked(label, masked_by, kept_by))
        if not public:  # nothing shows what is masked there: released words alone change
            released, public = sum(shares.values()), self.public.counts_of(shares)
            compared = {word: share / released for word, share in shares.items()}
        bias = _against(compared, public)
        scaled = {word: self.weight * factor for word, factor in bias.words.items()}
        return SlotPrior(shares, WordBias(scaled, self.weight * bias.other))


def _shares_by_label(weights: Mapping[LabeledWord, float]) -> dict[str, dict[str, float]]:
    by_label: dict[str, dict[str, float]] = {}
    for (label, word), weight in weights.items():
        by_label.setdefault(label, {})[word] = weight
    shares: dict[str, dict[str, float]] = {}
    for label, words in by_label.items():
        total = words.pop(TOTAL, None)
        released = sum(words.values())
        whole = max(total or _NO_TOTAL * released, released / (1 - _LEAST))
        shares[label] = {word: weight / whole for word, weight in words.items()}
    return shares


def _against(shares: Mapping[str, float], public: Mapping[str, float]) -> WordBias:
    """Return the logs of p_prior(w) / p_public(w), for released words and for all others."""
    counts = {word: public.get(word, 0) + _UNSEEN for word in shares}
    total = sum(public.values()) + sum(counts.values()) - sum(public.get(w, 0) for w in shares)
    factors = {word: log(share * total / counts[word]) for word, share in shares.items()}
    rest = max(1 - sum(counts.values()) / total, _LEAST)
    return WordBias(factors, log(max(1 - sum(shares.values()), _LEAST) / rest))


def drawable(counts: Iterable[Counted]) -> tuple[Counted, ...]:
    """Return the keys of words and short numbers with counts, without e-mails, links and ids."""
    return tuple(
        (key_of(word), count)
        for word, count in counts
        if count > 0 and (_NUMBER.fullmatch(word) or (not word[0].isdigit() and is_fillable(word)))
    )


def drawable_words(vocabulary: Path) -> tuple[Counted, ...]:
    """Return what a vocabulary (path or name) has to draw. Raise `UsageError` if it is none."""
    if str(vocabulary) == VOCABULARY:
        return _embedded()
    return drawable(read_vocabulary(vocabulary))


@cache
def _embedded() -> tuple[Counted, ...]:
    return drawable(read_vocabulary(VOCABULARY_FILE))


class RareWords:
    """Draws words that a model cannot propose, as often as they are masked in public text.

    `counts` come from `drawable`; `known` are the keys of the words that the model can propose.
    With `priors`, released words are drawn as often as the release says, and the others share the
    rest.
    """

    def __init__(
        self, counts: Iterable[Counted], known: Collection[str], priors: SlotPriors | None = None
    ) -> None:
        counts = list(counts)
        labeled = priors.public.labeled if priors and counts else {}
        self._public = PublicWords(counts, labeled)
        self._known, self._priors = known, priors
        self._table = cache(self._make_table)

    def draw(self, label: str, masked_by: Lists, kept_by: Lists, number: int) -> str | None:
        """Return a word for a slot, or None if the model has a token for the drawn word.

        The 64-bit `number` selects among what `PublicWords.masked` returns, or a released word.
        Without either, return None: nothing shows what was masked.
        """
        words, sums, total = self._table(label, masked_by, kept_by)
        at = bisect_right(sums, number * total >> 64)
        return words[at] if at < len(words) else None

    def _make_table(
        self, label: str, masked_by: Lists, kept_by: Lists
    ) -> tuple[list[str], list[int], int]:
        """Return words without a token, the running sums of their counts, the count of all."""
        masked = self._public.masked(label, masked_by, kept_by)
        total = sum(count for _, count in masked)
        if self._priors and (shares := self._priors.of(label, masked_by, kept_by).shares):
            masked, total = _with_shares(masked, shares), _WHOLE
        rare = [(word, count) for word, count in masked if word not in self._known]
        sums = list(accumulate(count for _, count in rare))
        return [_shown(word) for word, _ in rare], sums, total


def _with_shares(counted: Sequence[Counted], shares: Mapping[str, float]) -> list[Counted]:
    """Return counts, in parts of `_WHOLE`, in which released words have their shares."""
    others = [(word, count) for word, count in counted if word not in shares]
    scale = _WHOLE * (1 - sum(shares.values())) / max(sum(count for _, count in others), 1)
    released = [(word, int(_WHOLE * share)) for word, share in shares.items()]
    return [*released, *((word, int(scale * count)) for word, count in others)]


def _shown(key: str) -> str:
    """Return a word as it is written: keys of acronyms are in lower case."""
    return key.upper() if ("." in key and not key[0].isdigit()) or "&" in key else key
