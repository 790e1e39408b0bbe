"""`privtool lm-train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.lm import (
    Average,
    BatchTokens,
    LmChoices,
    MarkerLoss,
    MarkerLossOption,
    Tests,
)
from privtool.workflows.config.training import NewModel, Results, ResultsOption, TrainChoices


@streaming
def lm_train(
    stream: StreamOptions,
    folder: NewModel,
    lm: LmChoices,
    training: TrainChoices,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Clean text to choose the best weights by."),
    ] = None,
    test: Tests = None,
    marker_loss: MarkerLossOption = MarkerLoss.special,
    batch_tokens: BatchTokens = 4096,
    average: Average = 1,
    output_format: ResultsOption = Results.json,
) -> None:
    """Train a language model and measure its perplexity.

    Reads records, each a sentence, and writes a model folder that transformers loads. Prints one
    JSON line with the perplexities, counts and options. The model knows words in lower case,
    without punctuation and enclitics; --tokens bpe:FILE trains it on pieces of words instead.
    Until it is done, checkpoints are in DIR.part.

    \b
    Examples, in data/sample:
      privtool lm-train --out lm/ --size tiny --epochs 1 raw.jsonl
      head raw.jsonl | privtool lm-train --out m/ --size tiny --test t=<(tail -n 9 raw.jsonl)
      privtool mask raw.jsonl | privtool lm-train --out n/ --size tiny --marker-loss ignore
    """
    from privtool.workflows.lm_train import LmTrainPlan

    plan = LmTrainPlan(
        folder, lm, training, valid, tuple(test or ()), marker_loss.value, batch_tokens, average
    )
    plan.check(stream)
    plan.run(stream)
