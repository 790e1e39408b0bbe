"""`privtool lm-train`: its options, and the training of the model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

from privtool.core.options import Opt
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.workflows.config.lm import LmOptions, LmStart, MarkerLoss, TestSets
from privtool.workflows.config.training import (
    LM_RATE,
    PATIENCE,
    AverageCheckpoints,
    LmBatchTokens,
    ResultsFormat,
    TrainConfig,
    Trained,
    TrainOptions,
)
from privtool.workflows.datasets.named_files import held_out_files


@dataclass(frozen=True, kw_only=True)
class LmTrainConfig(TrainConfig):
    """Train a language model and measure its perplexity.

    Reads records, each a sentence, and writes a model folder that transformers can load. Prints one
    JSON line with perplexities, counts and options. The model works on words in lower case, without
    punctuation or enclitics; --tokens bpe:FILE trains it on word pieces instead. Checkpoints are
    kept in DIR.part until training is done.

    \b
    Examples, in data/sample:
      privtool lm-train --out-dir lm/ --size tiny --epochs 1 raw.jsonl
      head raw.jsonl | privtool lm-train --out-dir m/ --size tiny --test t=<(tail -n 9 raw.jsonl)
      privtool mask raw.jsonl | privtool lm-train --out-dir n/ --size tiny --marker-loss ignore
    """

    lm: LmOptions = LmOptions()
    training: TrainOptions = TrainOptions()
    valid: Annotated[Path | None, Opt("Clean validation text to select weights by.")] = None
    test: TestSets = ()
    marker_loss: MarkerLoss = "special"
    batch_tokens: LmBatchTokens = None
    average_checkpoints: AverageCheckpoints = 1
    output_format: ResultsFormat = "json"

    def check(self, stream: StreamOptions) -> None:
        self.check_output()
        self.training.check(self.valid)
        self.lm.check()
        clean = held_out_files(self.valid, self.test, stream.inputs)
        self.check_files(stream, [*clean.values(), *self.lm.files])

    def train(self, stream: StreamOptions) -> Trained:
        from privtool.models.lm.trainer import LmRun, train_lm
        from privtool.models.training.batches import batch_tokens_for
        from privtool.workflows.datasets.sentences import read_lm_texts

        run_dir = self.run_dir()
        settings = self.training.settings(
            LM_RATE.of(self.lm.init is not None),
            stream,
            run_dir.processes(),
            self.average_checkpoints,
            PATIENCE.of() if self.valid else None,
        )
        start = LmStart.load(self.lm)
        clean = held_out_files(self.valid, self.test, stream.inputs)
        texts, tokens, rejected = read_lm_texts({"": stream}, self.valid, clean, start, stream)
        model = start.model(tokens, self.training.seed)
        batch_tokens = self.batch_tokens or batch_tokens_for(
            texts.train[""].targets, run_dir.processes()
        )
        card = start.card(
            "lm-train",
            self.training,
            settings,
            tokens,
            model,
            marker_loss=self.marker_loss,
            batch_tokens=batch_tokens,
        )
        model = model.train().to(settings.device)
        run = LmRun(run_dir, model, tokens, texts, settings, card, partial(say, stream))
        results = train_lm(run, batch_tokens, self.marker_loss == "ignore")
        if not results:  # only the first of several processes has them
            return Trained(results)
        counted = results["train"]
        shown = [f"{counted['words']:,} words", f"{results['steps']:,} steps"]
        return Trained(results, counted["records"], rejected, shown)
