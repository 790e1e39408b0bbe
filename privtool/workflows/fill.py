"""`privtool fill`: its options and its stage."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from privtool.core.blocks import Counts, collect
from privtool.core.errors import UsageError, option
from privtool.core.options import Only, Opt
from privtool.core.pipeline import StreamOptions, check_stream
from privtool.core.record import decode, text_of
from privtool.core.reporting import nonzero
from privtool.core.rng import short_digest
from privtool.workflows.config.fields import IdOptions
from privtool.workflows.config.filling import LABELS, NONE, FillOptions
from privtool.workflows.config.texts import FieldOptions, LanguageOption
from privtool.workflows.running import FilterConfig

if TYPE_CHECKING:
    from privtool.models.fillers.causal.lm import CausalFiller
    from privtool.models.fillers.masked.lm import MaskedLM
    from privtool.models.hub.resolve import ResolvedModel
    from privtool.stages.fill import FillSettings, FillStage
    from privtool.stages.rare_words import Counted, SlotPriors
    from privtool.text.word_lists import WordList

_RECORDS_AT_A_TIME = 2048  # of texts to train on
_FILLED = {"listed": "of them with words of the list", "typed": "of them as phrases of a class"}
_NOT_FILLED = {
    "markers left": f"markers left in the text: name them by {option('marker_text')}",
    "missing": "samples missing for lack of different words",
}


@dataclass(frozen=True, kw_only=True)
class FillConfig(FilterConfig):
    """Replace markers with plausible words.

    Reads the output of privtool mask. Fills the markers of a record from left to right with whole
    words that a language model proposes; words of the list used for masking only if --topk 1 allows
    them. No other character changes. Drops masks and other fields that no longer fit. A record's
    result depends only on the model, the seed and the record. Words of a record in another language
    than English need a multilingual model.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill --topk 10
      privtool mask raw.jsonl | privtool fill --topk 5 --samples 2 --provenance
      echo 'she lives in [MASK] .' | privtool fill --input-format text --marker-text '[MASK]'
    """

    filling: FillOptions = FillOptions()
    samples: Annotated[int, Opt("Write N versions of each record, filled differently.", min=1)] = 1
    provenance: Annotated[
        bool, Opt("Record in the field 'fills' which words are replacements.")
    ] = False
    languages: LanguageOption = LanguageOption()
    fields: Annotated[FieldOptions, Only("field", "input_format")] = FieldOptions()
    record_ids: IdOptions = IdOptions()
    model_options = ("model",)

    def check(self, stream: StreamOptions) -> None:
        self.filling.check()
        self.languages.check()
        self.fields.check(stream)
        if self.samples > 1 and self.filling.topk == 1:
            raise UsageError(
                f"{option('samples')} over 1 needs {option('topk')} over 1: there is only one best "
                "filling"
            )
        check_stream(stream, self.filling.files)

    @contextmanager
    def fetch(self, stream: StreamOptions) -> Iterator[FillWork]:
        """Read the word lists and get the files of the model, see `fetch_filling`."""
        filling = self.filling
        if stream.table is not None and not filling.marker_text:  # no row has masks
            from privtool.text.markers import MARKERS

            filling = replace(filling, marker_text=MARKERS)
        work = fetch_filling(filling, progress=not stream.quiet)
        yield work._replace(
            samples=self.samples,
            provenance=self.provenance,
            language=self.languages.chosen,
        )

    def summary(self, counts: Counts) -> list[str]:
        parts = [f"{counts['filled']:,} filled"]
        parts += nonzero(counts, _FILLED)
        asked = self.filling.rare is not None and self.filling.rare_of(causal=False) is not None
        if counts["rare"] or asked or self.filling.priors.prior is not None:
            parts.append(f"{counts['rare']:,} of them with words that the model has no token for")
        return parts + nonzero(counts, _NOT_FILLED)


def fetch_filling(options: FillOptions, progress: bool) -> FillWork:
    """Read the word lists and get the files of the model, once for all processes.

    A list may come from a pipe, which can be read once. `progress` shows a download on a terminal.
    Raises what `resolve` raises, and `UsageError` for a file that is not a list.
    """
    from privtool.models.hub.pretrained import is_causal_folder
    from privtool.models.hub.resolve import resolve
    from privtool.stages.rare_words import drawable_words
    from privtool.text.word_lists import VOCABULARY

    lists = options.lists.read()
    model = resolve(options.model, options.source, progress=progress)
    public: tuple[Counted, ...] = ()
    causal = is_causal_folder(model.path)
    rare = options.rare_of(causal)
    for name, given in (("rare", rare), ("prior", options.priors.prior)):
        if given is not None and causal:
            raise UsageError(f"{option(name)} is for masked LMs: causal LMs spell words in pieces")
    if rare is not None:
        public = drawable_words(rare)
        if not public:
            raise UsageError(f"{option('rare')} {rare}: there is no word to draw")
    priors = None
    if options.priors.prior is not None:
        priors = options.priors.read(public or drawable_words(Path(VOCABULARY)))
    return FillWork(options, model, lists, public, priors, causal=causal)


class FillWork(NamedTuple):
    """Checked options with their word lists at hand; calling it builds the stage."""

    options: FillOptions
    model: ResolvedModel
    lists: tuple[WordList, ...]
    public: tuple[Counted, ...]
    priors: SlotPriors | None = None
    samples: int = 1
    provenance: bool = False
    causal: bool = False
    language: str = ""

    def __call__(self) -> FillStage:
        """Load the model and build the stage."""
        from privtool.models.fillers.load import load_filler

        return self.stage(
            load_filler(self.model, self.options.runtime, adapter=self.options.adapter)
        )

    def stage(self, filler: MaskedLM | CausalFiller) -> FillStage:
        """Build a stage that fills with a loaded model."""
        from privtool.models.fillers.masked.lm import MaskedLM
        from privtool.stages.fill import FillStage
        from privtool.stages.rare_words import RareWords

        rare = None
        draws = bool(self.public or self.priors) and self.options.topk != 1
        if draws and isinstance(filler, MaskedLM):
            rare = RareWords(self.public, filler.known_words(), self.priors)
        typed = None
        if self.options.phrases != NONE:
            from privtool.stages.typed_phrases import TypedPhrases

            names = self.options.phrases == LABELS
            typed = TypedPhrases(self.options.seed, filler, names=names)
        return FillStage(self.settings(), filler, rare, typed)

    def texts(
        self, filler: MaskedLM | CausalFiller, masked: Sequence[bytes], seed: int
    ) -> Iterator[str]:
        """Yield the texts of encoded records, filled by a loaded model with a seed."""
        stage = self._replace(options=replace(self.options, seed=seed)).stage(filler)
        for start in range(0, len(masked), _RECORDS_AT_A_TIME):
            records = [decode(line) for line in masked[start : start + _RECORDS_AT_A_TIME]]
            yield from map(text_of, collect(stage.process(records, Counter())))

    @property
    def masked_with(self) -> str | None:
        """A digest of the lists and marker texts that the records were masked with, if any."""
        names = [*self.options.marker_text, *(words.reference for words in self.lists)]
        return short_digest(json.dumps(names)) if names else None

    def settings(self) -> FillSettings:
        from privtool.stages.fill import FillSettings
        from privtool.stages.fill_job import common_words_alone
        from privtool.text.known_names import WordListRegistry
        from privtool.text.lexicon import words

        english = words("languages.english-fillers", "intl")
        return FillSettings(
            sampler=self.options.sampler(self.causal),
            find_list=WordListRegistry(self.lists),
            own_lists=self.lists,
            seed=self.options.seed,
            samples=self.samples,
            merge=self.options.is_merged,
            marker_texts=self.options.marker_text,
            provenance=self.provenance,
            priors=self.priors,
            common=common_words_alone if self.options.phrases == LABELS else None,
            typed=self.options.phrases != NONE,
            language=self.language,
            english_model=self.options.model if self.options.model in english else "",
        )
