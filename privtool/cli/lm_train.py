"""`privtool lm-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.model_options import Device, Dtype, Seed
from privtool.cli.stream_options import streaming
from privtool.core.run import StreamOptions


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


@streaming
def lm_train(
    stream: StreamOptions,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The model folder to write.")],
    init: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Go on from a model of lm-train, with its vocabulary."),
    ] = None,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Clean text to choose the best weights by."),
    ] = None,
    test: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=FILE", help="Clean text to report the perplexity of."),
    ] = None,
    vocab: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Words of privtool vocab [default: those of the training text]."
        ),
    ] = None,
    top: Annotated[
        int | None, typer.Option(min=1, help="The most frequent N words of it [default: 85000].")
    ] = None,
    tokens: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="words, or bpe:FILE for the pieces of a tokenizer [default: words].",
        ),
    ] = None,
    arch: Annotated[Arch | None, typer.Option(help="Kind of model [default: transformer].")] = None,
    size: Annotated[
        Size | None,
        typer.Option(help="paper is 6 x 768 with 12 heads, or LSTMs of 2 x 1500 [default: small]."),
    ] = None,
    layers: Annotated[
        int | None, typer.Option(min=1, help="Layers, instead of the size's.")
    ] = None,
    heads: Annotated[
        int | None, typer.Option(min=1, help="Heads of attention, instead of the size's.")
    ] = None,
    hidden: Annotated[
        int | None, typer.Option(min=1, help="Units of a layer, instead of the size's.")
    ] = None,
    marker_loss: Annotated[
        MarkerLoss,
        typer.Option(help="Learn to predict markers as words, or give them no weight in the loss."),
    ] = MarkerLoss.special,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the text.")] = 10,
    learning_rate: Annotated[
        float | None,
        typer.Option(help="The highest rate [default: 5e-4, with --init 1e-4]."),
    ] = None,
    warmup: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the steps in which the rate rises.")
    ] = 0.05,
    batch_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens that are worked on at a time.")
    ] = (4096),
    accumulate: Annotated[int, typer.Option(min=1, help="Batches that make up one step.")] = 1,
    clip: Annotated[float, typer.Option(help="The largest norm of a step's gradients.")] = 1.0,
    patience: Annotated[
        int, typer.Option(min=1, help="Stop after so many checks of --valid without a gain.")
    ] = 3,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Steps between checkpoints and checks [default: each epoch]."),
    ] = None,
    average: Annotated[
        int, typer.Option(min=1, help="Take the mean of the weights of the last N checkpoints.")
    ] = 1,
    seed: Seed = 1,
    device: Device = "auto",
    dtype: Annotated[
        Dtype, typer.Option(help="auto is bf16 where the hardware multiplies it, else fp32.")
    ] = Dtype.auto,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was interrupted.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a model that is there already.")
    ] = False,
    output_format: Annotated[Results, typer.Option(hidden=True)] = Results.json,
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

    plan = LmTrainPlan(
        out=out,
        init=init,
        valid=valid,
        tests=tuple(test or ()),
        vocab=vocab,
        top=top,
        tokens=tokens,
        arch=arch.value if arch else None,
        size=size.value if size else None,
        layers=layers,
        heads=heads,
        hidden=hidden,
        marker_loss=marker_loss.value,
        epochs=epochs,
        learning_rate=learning_rate,
        warmup=warmup,
        batch_tokens=batch_tokens,
        accumulate=accumulate,
        clip=clip,
        patience=patience,
        every=every,
        average=average,
        seed=seed,
        device=device,
        dtype=dtype.value,
        resume=resume,
        force=force,
    )
    plan.check(stream)
    plan.run(stream)
