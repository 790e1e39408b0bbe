"""`privtool fill-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.filling import FillChoices
from privtool.workflows.config.lm import BatchTokens
from privtool.workflows.config.training import NewModel, Results, ResultsOption, TrainChoices


class On(str, Enum):
    """Which records to learn from."""

    unmasked = "unmasked"
    filled = "filled"
    all = "all"
    masked = "masked"


class Hide(str, Enum):
    """Which words are hidden."""

    words = "words"
    entities = "entities"


@streaming
def fill_train(
    stream: StreamOptions,
    folder: NewModel,
    choices: FillChoices,
    training: TrainChoices,
    on: Annotated[
        On,
        typer.Option(
            help="Learn from records without markers, from those with markers once the model has "
            "filled them, from both, or from both with masks where the markers are."
        ),
    ] = On.all,
    rounds: Annotated[
        int,
        typer.Option(min=1, help="Fill and train N times, each time with the model of the last."),
    ] = 1,
    lora: Annotated[
        bool,
        typer.Option(
            "--lora",
            help="Train and write a LoRA adapter, not the whole model; causal models always so.",
        ),
    ] = False,
    rank: Annotated[
        int | None, typer.Option(min=1, help="Rank of a new adapter [default: 16].")
    ] = None,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Other records to choose the best weights by."),
    ] = None,
    hide: Annotated[
        Hide,
        typer.Option(
            help="Hide any words, or those that mask --annotate has marked in raw text: the model "
            "then learns what is behind the masks of the same method."
        ),
    ] = Hide.words,
    rate: Annotated[
        float | None,
        typer.Option(
            help="--hide words: share of the words that are hidden, over 0 and under 1 "
            "[default: 0.15]."
        ),
    ] = None,
    epochs: Annotated[
        int, typer.Option(min=1, help="How often to go through the text in a round.")
    ] = 3,
    learning_rate: Annotated[
        float | None,
        typer.Option(help="The highest rate [default: 1e-4, of an adapter 3e-4]."),
    ] = None,
    batch_tokens: BatchTokens = 1024,
    output_format: ResultsOption = Results.json,
) -> None:
    """Tune the model of fill to a text.

    Reads records, masked or not, hides whole words and trains the model to tell them. Markers are
    filled first, as privtool fill does it with the same options. Writes a model folder for fill
    --model, or with --lora an adapter for fill --adapter, and prints one JSON line with what was
    measured on --valid, counts and options. Until it is done, checkpoints are in DIR.part.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill-train --out tuned/ --epochs 1
      privtool mask raw.jsonl | privtool fill-train --out adapter/ --lora --on filled --epochs 1
      head raw.jsonl | privtool fill-train --out t/ --epochs 1 --valid <(tail -n 9 raw.jsonl)
      privtool mask --annotate raw.jsonl | privtool fill-train --out n/ --hide entities --epochs 1
    """
    from privtool.workflows.fill import FillPlan
    from privtool.workflows.fill_train import FillTrainPlan

    plan = FillTrainPlan(
        folder=folder,
        filling=FillPlan(choices),
        training=training,
        batch_tokens=batch_tokens,
        on=on.value,
        rounds=rounds,
        lora=lora,
        rank=rank,
        valid=valid,
        hide=hide.value,
        rate=rate,
    )
    plan.check(stream)
    plan.run(stream)
