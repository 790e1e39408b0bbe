"""`privtool mix-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import TextFormat, streaming
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


class Method(str, Enum):
    """How much of each corpus is drawn."""

    uniform = "uniform"
    proportional = "proportional"
    static = "static"
    ngram_opt = "ngram-opt"
    adaptive = "adaptive"


class Unit(str, Enum):
    """What a mixture of models gives a probability."""

    record = "record"
    token = "token"


@streaming
def mix_train(
    stream: StreamOptions,
    folder: NewModel,
    lm: LmChoices,
    training: TrainChoices,
    corpus: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PATH",
            help="A corpus, beside a manifest that is named (-, too) or instead.",
        ),
    ] = None,
    valid: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Clean text of the target domain; weights are chosen by it."
        ),
    ] = None,
    test: Tests = None,
    method: Annotated[Method, typer.Option(help="How the corpora are weighted.")] = Method.adaptive,
    weights: Annotated[
        str | None, typer.Option(metavar="NAME=W,...", help="The weights of --method static.")
    ] = None,
    unit: Annotated[
        Unit | None,
        typer.Option(
            help="What is mixed: records or tokens [default: record, for ngram-opt token]."
        ),
    ] = None,
    ngram_order: Annotated[
        int | None,
        typer.Option(min=1, max=9, help="The longest n-grams of ngram-opt [default: 3]."),
    ] = None,
    finetune_steps: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Steps of each fine-tuned copy [default: as many as take a quarter of the steps].",
        ),
    ] = None,
    finetune_rate: Annotated[
        float | None,
        typer.Option(help="Their learning rate [default: four times --learning-rate]."),
    ] = None,
    epoch_tokens: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Tokens and ends of sentences drawn in an epoch [default: as many as there are].",
        ),
    ] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How many epochs to draw.")] = 10,
    every: Annotated[
        int | None,
        typer.Option(
            min=1, help="Steps between weights, checks and checkpoints [default: each epoch]."
        ),
    ] = None,
    marker_loss: MarkerLossOption = MarkerLoss.special,
    patience: Annotated[
        int | None,
        typer.Option(
            min=1, help="Stop after so many checks of --valid without a gain [default: never]."
        ),
    ] = None,
    batch_tokens: BatchTokens = 4096,
    average: Average = 1,
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add a line for each epoch here, at once.")
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the runs beside DIR, and this one (png, svg or pdf)."
        ),
    ] = None,
    input_format: Annotated[
        TextFormat, typer.Option(help="Format of the corpora; a manifest is always jsonl.")
    ] = TextFormat.jsonl,
    output_format: ResultsOption = Results.json,
) -> None:
    """Train a language model on several corpora for one target domain.

    Reads a manifest, {"corpus": NAME, "path": FILE} a line, with paths relative to its folder, and
    writes a model folder as lm-train does. Records are drawn from the corpora by weights: uniform,
    proportional (to the records), static, ngram-opt (those of n-gram models mixed for --valid) or
    adaptive (Ma 2022): before each epoch copies are fine-tuned on each corpus, and mixed for
    --valid. Prints one JSON line; curve.jsonl in the folder has one for each epoch.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl > safe
      privtool mix-train --out m/ --size tiny --corpus a=raw.jsonl --corpus b=safe --method uniform
      privtool mix-train --out n/ --size tiny --corpus b=safe --valid <(head raw.jsonl) --epochs 2
      echo '{"corpus":"b","path":"safe"}' | privtool mix-train --out o/ --size tiny --method uniform
    """
    from privtool.workflows.mix_train import MixTrainPlan

    plan = MixTrainPlan(
        folder=folder,
        corpora=tuple(corpus or ()),
        valid=valid,
        tests=tuple(test or ()),
        method=method.value,
        weights=weights,
        unit=unit.value if unit else None,
        ngram_order=ngram_order,
        finetune_steps=finetune_steps,
        finetune_rate=finetune_rate,
        epoch_tokens=epoch_tokens,
        marker_loss=marker_loss.value,
        lm=lm,
        training=training,
        batch_tokens=batch_tokens,
        average=average,
        log=log,
        plot=plot,
    )
    plan.check()
    plan.run(stream)
