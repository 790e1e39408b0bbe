"""How markers are filled: a group of options of `fill`, and of `fill-train`, which fills too.

One of them, `--prior`, is a private release of masked words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.device import FillerRuntime, ModelSource, Runtime
from privtool.core.errors import UsageError, option
from privtool.core.options import Default, Opt
from privtool.workflows.config.fields import Seed
from privtool.workflows.config.masking import MaskingLists

if TYPE_CHECKING:
    from privtool.stages.fill_job import TopKSampler
    from privtool.stages.rare_words import SlotPriors

_WEIGHT = 0.75


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
            "the prior, or that the tagger masks in public text."
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

    def read(self, public: Iterable[tuple[str, int]]) -> SlotPriors | None:
        """Read the priors of slots, given public counts. Raise `UsageError` for other files."""
        from privtool.stages.rare_words import PublicWords, SlotPriors, drawable
        from privtool.stages.word_priors import read_prior
        from privtool.text.word_lists import read_labeled_vocabulary

        if self.prior is None:
            return None
        file, weight = self.split()
        found = {} if self.public is None else read_labeled_vocabulary(self.public)
        labeled = {label: drawable(words) for label, words in found.items()}
        return SlotPriors(read_prior(file).weights, weight, PublicWords(drawable(public), labeled))


NONE = "none"
LABELS, VALUES = "labels", "values"
VOCABULARY = "vocab-en"
_TYPED = Default(LABELS, "with --prior", VALUES)
_TOPK = Default(5000, "for causal LMs", 10)
_RARE = Default(f"{VOCABULARY} (embedded)")


@dataclass(frozen=True, kw_only=True)
class FillOptions:
    """Which model fills, and how."""

    model: Annotated[
        str,
        Opt("mini (embedded), bert, roberta, qwen3, smollm3, llama2, a hub id or a folder."),
    ] = "mini"
    adapter: Annotated[Path | None, Opt("LoRA adapter for the model.", metavar="DIR")] = None
    paper: Annotated[
        bool,
        Opt(
            "Settings of Vats et al.: --merge, --topk 10 drawn evenly, --rare none, --typed none; "
            "other options override these."
        ),
    ] = False
    typed: Annotated[
        Literal["labels", "values", "none"] | None,
        Opt(
            "labels: fill names, dates, numbers and other classes with phrases from public "
            "distributions, other words with the model; values: fill names with the model, too; "
            "none: fill all words with the model.",
            default=_TYPED,
        ),
    ] = None
    topk: Annotated[
        int | None,
        Opt(
            "Draw from the K most likely words; 1 always takes the best one.",
            min=1,
            default=_TOPK,
        ),
    ] = None
    merge: Annotated[bool, Opt("Fill consecutive markers as one.")] = False
    marker_text: Annotated[
        tuple[str, ...],
        Opt("Marker in text masked by another tool, such as '[MASK]'.", metavar="TEXT"),
    ] = ()
    lists: MaskingLists = MaskingLists()
    rare: Annotated[
        Path | None,
        Opt(
            "For words masked by a word list, also draw words that the masked LM has no token for, "
            "from this vocabulary of public text; none turns it off.",
            default=_RARE,
        ),
    ] = None
    priors: PriorOptions = PriorOptions()
    seed: Seed = 1
    runtime: Runtime = FillerRuntime()
    source: ModelSource = ModelSource()

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        from privtool.models.catalog import ALIASES, FLAIR, TAGGER

        alias = ALIASES.get(self.model)
        if alias is not None and alias.kind in (TAGGER, FLAIR):
            raise UsageError(f"{option('model')}: {self.model} is a tagger, for privtool mask")
        self.runtime.check()
        if self.topk == 1 and self.rare is not None and str(self.rare) != NONE:
            raise UsageError(f"{option('topk')} 1 draws nothing: remove {option('rare')}")
        self.lists.check()
        self.priors.check()
        if not all(self.marker_text):
            raise UsageError(f"{option('marker_text')} is empty")

    @property
    def phrases(self) -> str:
        """Which entities are filled as phrases: those of LABELS, VALUES or NONE."""
        if self.typed is not None:
            return self.typed
        if self.paper:
            return NONE
        return _TYPED.of(self.priors.prior is not None)  # a prior knows names

    @property
    def is_merged(self) -> bool:
        """Whether consecutive markers are filled as one."""
        return self.merge or self.paper

    def sampler(self, causal: bool) -> TopKSampler:
        """Return what draws the words that a causal or a masked LM proposes."""
        from privtool.stages.fill_job import TopKSampler

        temperature = None if self.paper or self.topk == 1 else 1.0
        return TopKSampler(self.topk or _TOPK.of(self.paper or causal), temperature)

    def rare_of(self, causal: bool) -> Path | None:
        """Return the vocabulary of rare words to draw from, None for none."""
        if self.rare is None:
            off = causal or self.paper or self.topk == 1
            return None if off else Path(VOCABULARY)
        return None if str(self.rare) == NONE else self.rare

    @property
    def files(self) -> tuple[Path | None, ...]:
        """The files that are read besides the records."""
        rare = None if str(self.rare) == NONE else self.rare
        return self.lists.list, self.lists.vocab, rare, *self.priors.files
