"""How markers are filled: a group of options of `fill`, and of `fill-train`, which fills too."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.model_options import ModelSource, Runtime
from privtool.core.options import Opt
from privtool.workflows.config.masking_lists import MaskingLists
from privtool.workflows.config.seed import Seed
from privtool.workflows.config.word_prior import PriorOptions


@dataclass(frozen=True, kw_only=True)
class FillOptions:
    """Which model fills, and how."""

    model: Annotated[
        str,
        Opt("mini (embedded), bert, roberta, qwen3, smollm3, llama2, a hub id or a folder."),
    ] = "mini"
    adapter: Annotated[Path | None, Opt("A LoRA adapter for the model.", metavar="DIR")] = None
    topk: Annotated[
        int, Opt("Draw from the K most likely words; 1 always takes the best one.", min=1)
    ] = 10
    sample: Annotated[
        Literal["uniform", "weighted"], Opt("Draw uniformly, or by the model's probabilities.")
    ] = "uniform"
    temperature: Annotated[
        float | None,
        Opt("With --sample weighted: values over 1 flatten the distribution [default: 1]."),
    ] = None
    fallback: Annotated[
        Literal["best", "any"],
        Opt(
            "If all K words are in the word list used for masking: take the best word outside "
            "the list, or any of the K."
        ),
    ] = "best"
    no_merge: Annotated[bool, Opt("Fill each of several consecutive markers separately.")] = False
    marker_text: Annotated[
        tuple[str, ...],
        Opt("A marker of text masked by another tool, such as '[MASK]'.", metavar="TEXT"),
    ] = ()
    lists: MaskingLists = MaskingLists()
    rare: Annotated[
        Path | None,
        Opt(
            "Where a word list masked, also draw words that a masked LM has no token for, from a "
            "vocabulary of public text or vocab-en (embedded).",
            metavar="FILE",
        ),
    ] = None
    priors: PriorOptions = PriorOptions()
    seed: Seed = 1
    runtime: Runtime = Runtime()
    source: ModelSource = ModelSource()

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        from privtool.models.catalog import ALIASES, FLAIR, TAGGER

        alias = ALIASES.get(self.model)
        if alias is not None and alias.kind in (TAGGER, FLAIR):
            raise UsageError(f"{option('model')}: {self.model} is a tagger, for privtool mask")
        self.runtime.check()
        weighted, best = self.sample == "weighted", self.topk == 1
        if self.temperature is not None and not weighted:
            raise UsageError(f"{option('temperature')} needs {option('sample')} weighted")
        if self.temperature is not None and not self.temperature > 0:
            raise UsageError(f"{option('temperature')} must be over 0")
        if best and weighted:
            raise UsageError(
                f"{option('topk')} 1 draws nothing: remove {option('sample')} weighted"
            )
        if best and self.fallback == "any":
            raise UsageError(
                f"{option('topk')} 1 takes the best word, listed or not: remove "
                f"{option('fallback')}"
            )
        if best and self.rare is not None:
            raise UsageError(f"{option('topk')} 1 draws nothing: remove {option('rare')}")
        self.lists.check()
        self.priors.check()
        if not all(self.marker_text):
            raise UsageError(f"{option('marker_text')} is empty")

    @property
    def files(self) -> tuple[Path | None, ...]:
        """The files that are read besides the records."""
        return self.lists.list, self.lists.vocab, self.rare, *self.priors.files
