"""`privtool lm-train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.lm_choices import LmChoices
from privtool.cli.lm_options import (
    Accumulate,
    ArchOption,
    Average,
    BatchTokens,
    Clip,
    DtypeOption,
    Force,
    Heads,
    Hidden,
    Init,
    Layers,
    LearningRate,
    MarkerLoss,
    MarkerLossOption,
    Out,
    Results,
    ResultsOption,
    Resume,
    SizeOption,
    Tests,
    Tokens,
    Top,
    Vocab,
    Warmup,
)
from privtool.cli.model_options import Device, Dtype, Seed
from privtool.cli.stream_options import streaming
from privtool.cli.train_choices import TrainChoices
from privtool.core.run import StreamOptions


@streaming
def lm_train(
    stream: StreamOptions,
    out: Out,
    init: Init = None,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Clean text to choose the best weights by."),
    ] = None,
    test: Tests = None,
    vocab: Vocab = None,
    top: Top = None,
    tokens: Tokens = None,
    arch: ArchOption = None,
    size: SizeOption = None,
    layers: Layers = None,
    heads: Heads = None,
    hidden: Hidden = None,
    marker_loss: MarkerLossOption = MarkerLoss.special,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the text.")] = 10,
    learning_rate: LearningRate = None,
    warmup: Warmup = 0.05,
    batch_tokens: BatchTokens = 4096,
    accumulate: Accumulate = 1,
    clip: Clip = 1.0,
    patience: Annotated[
        int, typer.Option(min=1, help="Stop after so many checks of --valid without a gain.")
    ] = 3,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Steps between checkpoints and checks [default: each epoch]."),
    ] = None,
    average: Average = 1,
    seed: Seed = 1,
    device: Device = "auto",
    dtype: DtypeOption = Dtype.auto,
    resume: Resume = False,
    force: Force = False,
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
    from privtool.cli.lm_train_plan import LmTrainPlan

    kind = arch.value if arch else None, size.value if size else None
    plan = LmTrainPlan(
        out=out,
        valid=valid,
        tests=tuple(test or ()),
        marker_loss=marker_loss.value,
        lm=LmChoices(init, vocab, top, tokens, *kind, layers, heads, hidden),
        training=TrainChoices(
            epochs, learning_rate, warmup, batch_tokens, accumulate, clip, patience, every,
            average, seed, device, dtype.value,
        ),
        resume=resume,
        force=force,
    )  # fmt: skip
    plan.check(stream)
    plan.run(stream)
