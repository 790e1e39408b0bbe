"""`--prior`: a private release of masked words, as a group of options of `fill`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt

if TYPE_CHECKING:
    from privtool.stages.slot_priors import SlotPriors
    from privtool.text.word_prior import WordPrior

_WEIGHT = 0.75
Labeled = dict[str, list[tuple[str, int]]]


@dataclass(frozen=True, kw_only=True)
class PriorOptions:
    """Which words are frequent where they were masked, and in public text."""

    prior: Annotated[
        str | None,
        Opt(
            "Prefer words released by vocab --private: multiply the model's probability by "
            "(released / public share of the word) to the power of WEIGHT.",
            "FILE[:WEIGHT]",
            default=_WEIGHT,
        ),
    ] = None
    public: Annotated[
        Path | None,
        Opt(
            "Public counts for --prior, from vocab --labels: words that the model fills in without "
            "the prior, or that the tagger masks in public text.",
            "FILE",
        ),
    ] = None

    def check(self) -> None:
        """Raise `UsageError` for a weight out of range or an option without effect."""
        if self.public is not None and self.prior is None:
            raise UsageError(f"{option('public')} needs {option('prior')} FILE")
        if self.prior is not None and not 0 <= self.split()[1] <= 2:
            raise UsageError(f"{option('prior')} FILE:WEIGHT: the weight must be from 0 to 2")

    def split(self) -> tuple[Path, float]:
        """Return the file and the weight of `--prior`."""
        name, colon, weight = (self.prior or "").rpartition(":")
        try:
            return (Path(name), float(weight)) if colon and name else (Path(weight), _WEIGHT)
        except ValueError:
            return Path(self.prior or ""), _WEIGHT

    @property
    def files(self) -> tuple[Path | None, ...]:
        return (None if self.prior is None else self.split()[0]), self.public

    def read(self) -> PriorFiles | None:
        """Read the files. Raise `UsageError` for others."""
        from privtool.text.word_lists import read_labeled_vocabulary
        from privtool.text.word_prior import read_prior

        if self.prior is None:
            return None
        file, weight = self.split()
        labeled = {} if self.public is None else read_labeled_vocabulary(self.public)
        return PriorFiles(read_prior(file), weight, labeled)


class PriorFiles(NamedTuple):
    """A release, its weight, and counts of public text by label."""

    prior: WordPrior
    weight: float
    labeled: Labeled

    def drawable_labeled(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """Return the counts by label of words that can be filled in."""
        from privtool.stages.rare_words import drawable

        return {label: drawable(words) for label, words in self.labeled.items()}

    def slot_priors(self, public: Sequence[tuple[str, int]]) -> SlotPriors:
        """Return the priors of slots, against counts of public text."""
        from privtool.stages.rare_words import drawable
        from privtool.stages.slot_priors import PublicWords, SlotPriors

        words = PublicWords(drawable(public), self.drawable_labeled())
        return SlotPriors(self.prior.weights, self.weight, words)
