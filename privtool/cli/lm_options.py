"""The options of commands that train language models, the same for all."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.model_options import Dtype


class Arch(str, Enum):
    """Kinds of language models."""

    transformer = "transformer"
    lstm = "lstm"


class Size(str, Enum):
    """Sizes of language models."""

    paper = "paper"
    small = "small"
    tiny = "tiny"


class MarkerLoss(str, Enum):
    """What a marker weighs in the loss."""

    special = "special"
    ignore = "ignore"


class Results(str, Enum):
    """What is written."""

    json = "json"


Out = Annotated[Path, typer.Option(metavar="DIR", help="The model folder to write.")]
Init = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR", help="Go on from a model of lm-train or mix-train, with its vocabulary."
    ),
]
Tests = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=FILE", help="Clean text to report the perplexity of."),
]
Vocab = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Words of privtool vocab [default: those of the training text]."
    ),
]
Top = Annotated[
    int | None, typer.Option(min=1, help="The most frequent N words of it [default: 85000].")
]
Tokens = Annotated[
    str | None,
    typer.Option(
        metavar="KIND",
        help="words, bpe:FILE for the pieces of a tokenizer, or asr:DIR for those of a recogniser "
        "[default: words].",
    ),
]
ArchOption = Annotated[Arch | None, typer.Option(help="Kind of model [default: transformer].")]
SizeOption = Annotated[
    Size | None,
    typer.Option(help="paper is 6 x 768 with 12 heads, or LSTMs of 2 x 1500 [default: small]."),
]
Layers = Annotated[int | None, typer.Option(min=1, help="Layers, instead of the size's.")]
Heads = Annotated[
    int | None, typer.Option(min=1, help="Heads of attention, instead of the size's.")
]
Hidden = Annotated[int | None, typer.Option(min=1, help="Units of a layer, instead of the size's.")]
MarkerLossOption = Annotated[
    MarkerLoss,
    typer.Option(help="Learn to predict markers as words, or give them no weight in the loss."),
]
LearningRate = Annotated[
    float | None, typer.Option(help="The highest rate [default: 5e-4, with --init 1e-4].")
]
Warmup = Annotated[
    float, typer.Option(min=0, max=1, help="Share of the steps in which the rate rises.")
]
BatchTokens = Annotated[int, typer.Option(min=1, help="Tokens that are worked on at a time.")]
Accumulate = Annotated[int, typer.Option(min=1, help="Batches that make up one step.")]
Clip = Annotated[float, typer.Option(help="The largest norm of a step's gradients.")]
Average = Annotated[
    int, typer.Option(min=1, help="Take the mean of the weights of the last N checkpoints.")
]
DtypeOption = Annotated[
    Dtype, typer.Option(help="auto is bf16 where the hardware multiplies it, else fp32.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with a run that was interrupted.")]
Force = Annotated[bool, typer.Option("--force", help="Replace a model that is there already.")]
ResultsOption = Annotated[Results, typer.Option(hidden=True)]
