"""How likely words are at slots: by a private release for released words, else by public text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import log
from typing import NamedTuple

from privtool.interfaces.filling import WordBias
from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.word_lists import WordList
from privtool.text.word_prior import TOTAL, LabeledWord

Counted = tuple[str, int]
# A number does not show the currency that stood before it.
_LABELS = {Label.MONEY.value: Label.NUMBER.value}


class PublicWords:
    """Counts of the words of public text, and of those that a tagger masks there, by label.

    `counts` come from `drawable`, `labeled` from `vocab --labels`.
    """

    def __init__(
        self, counts: Iterable[Counted], labeled: Mapping[str, Sequence[Counted]] | None = None
    ) -> None:
        self._counts = list(counts)
        self._labeled = labeled or {}

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
        words = self._labeled.get(label)
        if words is None:
            words = self._by_shape.get(_LABELS.get(label, label), []) if masked_by else []
        return [
            (word, count)
            for word, count in words
            if not any(listed.keeps(word) for listed in masked_by)
            and all(listed.keeps(word) for listed in kept_by)
        ]

    def counts_of(self, words: Collection[str]) -> dict[str, int]:
        """Return the counts of some words, whatever masks them."""
        return {word: count for word, count in self._counts if word in words}


_UNSEEN = 0.5  # the count of a released word that public text lacks
_LEAST = 1e-3  # of the words of a label, what is never released
_NO_TOTAL = 2.0  # where noise hid the sum of a label, half of its words count as released


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
        self._by_label = _shares_by_label(weights)
        self._weight, self._public = weight, public
        self._found: dict[tuple[str, ...], SlotPrior] = {}

    def of(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]
    ) -> SlotPrior:
        """Return the prior of a slot; lists are those of `PublicWords.masked`."""
        names = (listed.reference for listed in (*masked_by, *kept_by))
        key = label, str(len(masked_by)), *names
        if key not in self._found:
            self._found[key] = self._make(label, masked_by, kept_by)
        return self._found[key]

    def _make(
        self, label: str, masked_by: Sequence[WordList], kept_by: Sequence[WordList]
    ) -> SlotPrior:
        shares = {
            word: share
            for word, share in self._by_label.get(label, {}).items()
            if not any(listed.keeps(word) for listed in masked_by)
            and all(listed.keeps(word) for listed in kept_by)
        }
        if not shares:
            return SlotPrior({}, None)
        public = self._public.masked(label, masked_by, kept_by)
        if public:
            bias = _against(shares, dict(public))
        else:  # nothing shows what is masked there in public text: released words alone change
            bias = _among(shares, self._public.counts_of(shares))
        scaled = {word: self._weight * factor for word, factor in bias.words.items()}
        return SlotPrior(shares, WordBias(scaled, self._weight * bias.other))


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


def _among(shares: Mapping[str, float], public: Mapping[str, float]) -> WordBias:
    """Return the logs of the same factors among released words alone."""
    counts = {word: public.get(word, 0) + _UNSEEN for word in shares}
    released, total = sum(shares.values()), sum(counts.values())
    factors = {word: log(share / released * total / counts[word]) for word, share in shares.items()}
    return WordBias(factors, 0.0)
