"""From the options of `privtool fill` to its stage; picklable: each process builds its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from privtool.core.device import check_device_name, parse_batch_size
from privtool.core.errors import UsageError
from privtool.stages.fill import FillSettings, FillStage
from privtool.stages.free_fill import FreeFillStage
from privtool.stages.rare_words import Counted, RareWords, drawable
from privtool.stages.sampling import Choice
from privtool.text.word_lists import (
    WordList,
    WordListRegistry,
    load_allow_list,
    load_vocabulary,
    public_vocabulary,
    read_vocabulary,
)
from privtool.workflows.config.filling import Fallback, FillChoices, Sampling, given_option

if TYPE_CHECKING:
    from privtool.models.fillers.causal.lm import CausalFiller
    from privtool.models.fillers.masked.lm import MaskedLM
    from privtool.models.hub.resolve import ResolvedModel

_NOT_FREE = ("sample", "fallback", "list_file", "vocab", "rare", "batch_size")


class FillPlan(NamedTuple):
    """The options of `privtool fill`; calling what `prepared` gives makes the stage."""

    choices: FillChoices
    samples: int = 1
    provenance: bool = False
    free: bool = False
    lists: tuple[WordList, ...] = ()
    public: tuple[Counted, ...] = ()
    model: ResolvedModel | None = None

    @property
    def choice(self) -> Choice:
        """Which of the words that a model proposes is taken."""
        given = self.choices
        temperature = None
        if given.sample is Sampling.weighted:
            temperature = 1.0 if given.temperature is None else given.temperature
        return Choice(given.topk, given.fallback.value, temperature)

    def check(self) -> None:
        """Raise `UsageError` for options that contradict each other or do nothing."""
        from privtool.models.catalog import ALIASES, FLAIR, TAGGER

        given = self.choices
        alias = ALIASES.get(given.model)
        if alias is not None and alias.kind in (TAGGER, FLAIR):
            raise UsageError(f"--model {given.model} is a tagger: it is for mask --tagger")
        self.choice.check()
        check_device_name(given.device)
        parse_batch_size(given.batch_size, auto=1)
        if given.temperature is not None and given.sample is not Sampling.weighted:
            raise UsageError("--temperature belongs to --sample weighted")
        if given.topk == 1 and given.sample is Sampling.weighted:
            raise UsageError("--topk 1 draws nothing: not with --sample weighted")
        if given.topk == 1 and given.fallback is Fallback.any:
            raise UsageError("--topk 1 takes the best word, listed or not: not with --fallback")
        if given.topk == 1 and given.rare is not None:
            raise UsageError("--topk 1 draws nothing: not with --rare")
        if self.samples > 1 and given.topk == 1:
            raise UsageError("--samples over 1 needs --topk over 1: Top-1 has one filling only")
        if (given.top is not None or given.min_count is not None) and given.vocab is None:
            raise UsageError("--top and --min-count belong to --vocab FILE")
        if given.top is not None and given.min_count is not None:
            raise UsageError("--top and --min-count exclude each other")
        if self.free and self.samples > 1:
            raise UsageError("--free writes one text for a record: not with --samples")
        idle = given_option(given, *_NOT_FREE)
        if self.free and idle is not None:
            raise UsageError(f"--free takes a text as the model writes it: not with {idle}")
        if not all(given.marker_text or ()):
            raise UsageError("--marker-text is empty")

    def prepared(self, progress: bool) -> FillPlan:
        """The plan with its lists, the model's files being here: once for all processes to come.

        A list may come from a pipe, which can be read once. `progress` shows a download on a
        terminal. Raises what `resolve` raises, and `UsageError` for what is no list.
        """
        given = self.choices
        lists: list[WordList] = []
        if given.list_file is not None:
            lists.append(load_allow_list(given.list_file))
        if given.vocab is not None:
            lists.append(load_vocabulary(given.vocab, given.top, given.min_count))
        model = given.resolve(progress)
        public: tuple[Counted, ...] = ()
        if given.rare is not None:
            from privtool.models.hub.causal import is_causal_folder

            if is_causal_folder(model.path):
                raise UsageError("--rare is for masked LMs: causal ones spell words in pieces")
            public = drawable(read_vocabulary(public_vocabulary(given.rare)))
            if not public:
                raise UsageError(f"--rare {given.rare}: there is no word to draw")
        return self._replace(lists=tuple(lists), public=public, model=model)

    def __call__(self) -> FillStage | FreeFillStage:
        """Load the model and make the stage."""
        from privtool.models.fillers.causal.lm import CausalFiller
        from privtool.models.fillers.load import load_filler

        given = self.choices
        model = self.model or given.resolve()
        filler = load_filler(model, given.runtime, adapter=given.adapter)
        if not self.free:
            return self.stage(filler)
        if not isinstance(filler, CausalFiller):
            raise UsageError("--free needs a causal model: a masked one writes no text")
        return FreeFillStage(self.settings(), filler)

    def stage(self, filler: MaskedLM | CausalFiller) -> FillStage:
        """A stage that fills with a model that is loaded already."""
        from privtool.models.fillers.masked.lm import MaskedLM

        rare = None
        if self.public and isinstance(filler, MaskedLM):
            rare = RareWords(self.public, filler.known_words())
        return FillStage(self.settings(), filler, rare)

    def settings(self) -> FillSettings:
        """How to fill."""
        given = self.choices
        return FillSettings(
            choice=self.choice,
            find_list=WordListRegistry(self.lists),
            own_lists=self.lists,
            seed=given.seed,
            samples=self.samples,
            merge=not given.no_merge,
            marker_texts=tuple(given.marker_text or ()),
            provenance=self.provenance,
        )
