"""What is masked in public text: words with counts, by kind of slot."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from privtool.text.labels import Label
from privtool.text.shapes import shape_label
from privtool.text.word_lists import WordList

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
