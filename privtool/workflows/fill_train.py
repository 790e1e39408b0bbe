"""`privtool fill-train`: its options, and the tuning of the filler."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from privtool import __version__
from privtool.core.errors import UsageError, option
from privtool.core.options import FILLER_BATCH_TOKENS, FILLER_EPOCHS, Default, Opt, changed_options
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.core.rng import short_digest
from privtool.workflows.config.filling import FillOptions
from privtool.workflows.config.training import (
    PATIENCE,
    ResultsFormat,
    TrainConfig,
    Trained,
    TrainOptions,
)
from privtool.workflows.datasets.named_files import held_out_files
from privtool.workflows.fill import FillWork, fetch_filling

if TYPE_CHECKING:
    from privtool.models.fillers.tuning.families import FillerTrainSettings
    from privtool.stages.rare_words import Counted

_RATE = Default(1e-4, "for adapters", 3e-4)
_MASK_RATE = 0.15  # of the words
_FILLS = ("filled", "all")
_OF_FILLING = frozenset(
    ("paper", "typed", "topk", "list", "vocab", "rare", "prior", "public", "batch_size")
)


@dataclass(frozen=True, kw_only=True)
class FillTrainOptions(TrainOptions):
    """Training options with the defaults of fillers."""

    epochs: Annotated[
        int | None,
        Opt("Passes over the text in each round.", min=1, default=FILLER_EPOCHS),
    ] = None
    learning_rate: Annotated[float | None, Opt("Peak learning rate.", default=_RATE)] = None


@dataclass(frozen=True, kw_only=True)
class FillTrainConfig(TrainConfig):
    """Fine-tune the model of fill on a text.

    Reads records, masked or not; whole words are masked and the model learns to predict them.
    Markers are filled first, as privtool fill does with the same options. Writes a model folder
    for fill --model, or with --lora an adapter for fill --adapter. Prints one JSON line with the
    scores on --valid, counts and options. Checkpoints are kept in DIR.part until training is done.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill-train --out-dir t/ --epochs 1
      privtool mask raw.jsonl | privtool fill-train --out-dir a/ --lora --on filled --epochs 1
      head raw.jsonl | privtool fill-train --out-dir u/ --epochs 1 --valid <(tail -n 9 raw.jsonl)
      privtool mask --annotate raw.jsonl > n.jsonl
      privtool fill-train --out-dir n --mask entities --epochs 1 n.jsonl
    """

    filling: FillOptions = FillOptions()
    training: FillTrainOptions = FillTrainOptions()
    on: Annotated[
        Literal["unmasked", "filled", "all", "masked"],
        Opt(
            "unmasked: records without markers; filled: records with markers, filled by the model; "
            "all: both; masked: both, with mask tokens at the markers."
        ),
    ] = "all"
    rounds: Annotated[
        int, Opt("Fill and train N times, each time with the model of the previous round.", min=1)
    ] = 1
    lora: Annotated[
        bool, Opt("Train a LoRA adapter instead of the whole model; always on for causal LMs.")
    ] = False
    words: Annotated[
        Path | None,
        Opt(
            "Give each word of the text that is in this vocabulary of public text a token, so that "
            "the model can fill it in; needs a model with WordPiece, such as mini."
        ),
    ] = None
    valid: Annotated[Path | None, Opt("Validation records to select weights by.")] = None
    mask: Annotated[
        Literal["words", "entities"],
        Opt(
            "Mask 15 % of the words, or the entities that mask --annotate found in raw text, so "
            "that the model learns to predict what that method masks."
        ),
    ] = "words"
    batch_tokens: Annotated[
        int | None,
        Opt("Tokens per batch.", min=1, default=FILLER_BATCH_TOKENS),
    ] = None
    output_format: ResultsFormat = "json"

    def check(self, stream: StreamOptions) -> None:
        self.filling.check()
        self.check_output()
        self.training.check(self.valid)
        if self.mask == "entities" and (self.on in ("filled", "masked") or self.rounds > 1):
            raise UsageError(f"{option('mask')} entities trains on raw text: nothing is filled")
        if self.rounds > 1 and self.on not in _FILLS:
            raise UsageError(f"{option('rounds')} over 1 needs {option('on')} filled or all")
        if self.on not in _FILLS or self.mask == "entities":
            names = _OF_FILLING if self.on == "masked" else _OF_FILLING | {"merge"}
            idle = [name for name in changed_options(self.filling) if name in names]
            if idle:
                raise UsageError(
                    f"{option(idle[0])} needs {option('on')} filled or all: nothing is filled here"
                )
        held_out_files(self.valid, (), stream.inputs)
        self.check_files(stream, [self.valid, self.words, *self.filling.files])

    def train(self, stream: StreamOptions) -> Trained:
        from privtool.models.catalog import name_to_show
        from privtool.models.fillers.tuning.families import FillerTrainSettings, load_for_tuning
        from privtool.models.fillers.tuning.trainer import train_filler
        from privtool.models.training.batches import batch_tokens_for, epochs_for
        from privtool.stages.rare_words import drawable_words
        from privtool.workflows.datasets.filler_text import (
            filler_corpus,
            read_filler_text,
            usable_records,
        )

        work = fetch_filling(self.filling, progress=not stream.quiet)
        run_dir = self.run_dir()
        if work.causal and self.on == "masked":
            raise UsageError(f"{option('on')} masked: causal LMs train on whole texts only")
        adapted = self.lora or work.causal  # the only way to tune causal LMs
        if adapted and self.words is not None:
            raise UsageError(f"{option('words')}: an adapter cannot have new tokens")
        processes, patience = run_dir.processes(), PATIENCE.of() if self.valid else None
        training = self.training.settings(_RATE.of(adapted), stream, processes, patience=patience)
        annotated = self.mask == "entities"
        records, rejected = read_filler_text(stream, work.settings, self.on in _FILLS, annotated)
        records, held_out = usable_records(records, self.on), None
        if self.valid is not None:
            clean = stream.of_clean_file(self.valid)
            held_out = read_filler_text(clean, work.settings, False, annotated)[0]
        corpus = filler_corpus(records, held_out, self.on, work.settings(), work.texts)
        listed = drawable_words(self.words) if self.words else ()
        words = sorted(dict(listed).keys() & corpus.words()) if listed else []
        loaded = load_for_tuning(
            work.model, training, adapted=adapted, adapter=self.filling.adapter, words=words
        )
        tokens = corpus.tokens(loaded.family)
        batch_tokens = self.batch_tokens or batch_tokens_for(tokens, processes, FILLER_BATCH_TOKENS)
        step_tokens = batch_tokens * processes * self.training.gradient_accumulation_steps
        if self.training.epochs is None:
            training = training._replace(epochs=epochs_for(tokens, step_tokens, FILLER_EPOCHS))
        settings = FillerTrainSettings(
            training,
            self.rounds,
            None if annotated else _MASK_RATE,
            batch_tokens,
            self.filling.runtime.dtype,
            self.filling.runtime.batch_size,
        )
        card = {
            "model": "privtool fill-train",
            "version": __version__,
            "options": self._card_options(loaded.files.model, settings, work, listed),
            "base_weights": loaded.base,
        }
        name = name_to_show(self.filling.model)
        warn = partial(say, stream)
        results = train_filler(run_dir, loaded, name, corpus, settings, card, warn)
        if not results:  # only the first of several processes has them
            return Trained(results)
        counts, steps = results["train"], sum(one["steps"] for one in results["rounds"])
        shown = [f"{counts['filled']:,} of them filled", f"{steps:,} steps"]
        return Trained(results, counts["records"], rejected, shown)

    def _card_options(
        self,
        model: Any,
        settings: FillerTrainSettings,
        work: FillWork,
        listed: Sequence[Counted],
    ) -> dict[str, Any]:
        """Return the options as used; without names of files, which may be private."""
        from privtool.models.catalog import name_to_show
        from privtool.models.fillers.load import is_adapted

        filling, priors = self.filling, work.priors
        prior = priors and (sorted(priors.weights.items()), priors.weight, priors.public.labeled)
        return {
            "batch_tokens": settings.max_tokens,
            "on": self.on,
            "rounds": self.rounds,
            "lora": is_adapted(model),
            "mask": self.mask,
            **self.training.card(settings.training),
            "top": filling.lists.top,
            "min_count": filling.lists.min_count,
            "merge": filling.is_merged,
            "typed": filling.phrases,
            **filling.sampler(work.causal)._asdict(),
            "model": name_to_show(filling.model),
            "masked_with": work.masked_with,
            "rare": short_digest(json.dumps(work.public)) if work.public else None,
            "prior": None if prior is None else short_digest(repr(prior)),
            "adapter": filling.adapter is not None,
            "words": short_digest(json.dumps(listed)) if listed else None,
        }
