"""`privtool asr-train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.asr import AsrChoices
from privtool.workflows.config.audio import Root
from privtool.workflows.config.lm import Average
from privtool.workflows.config.training import NewModel, Results, ResultsOption, TrainChoices


@streaming
def asr_train(
    stream: StreamOptions,
    folder: NewModel,
    asr: AsrChoices,
    training: TrainChoices,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Other records to choose the best weights by."),
    ] = None,
    audio_root: Root = None,
    join: Annotated[
        float | None,
        typer.Option(
            min=1, metavar="SECONDS", help="Join turns of one recording into examples this long."
        ),
    ] = None,
    join_field: Annotated[
        str | None,
        typer.Option(
            metavar="FIELD",
            help="What tells the recording of a turn, where each has a file of its own "
            "[default: its file].",
        ),
    ] = None,
    spec_augment: Annotated[
        bool,
        typer.Option(
            "--spec-augment/--no-spec-augment", help="Mask and stretch features while training."
        ),
    ] = True,
    batch_seconds: Annotated[
        float | None,
        typer.Option(
            min=1,
            help="Seconds of audio that are worked on at a time [default: 120; down to 8 "
            "where an epoch has fewer than 250 batches].",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=0, help="Processes that read audio ahead [default: half of the cores, up to 8]."
        ),
    ] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the audio.")] = 80,
    learning_rate: Annotated[
        float | None, typer.Option(help="The highest rate [default: 1e-3, with --init 2e-4].")
    ] = None,
    warmup: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            help="Share of the steps in which the rate rises [default: 0.1; without --init for "
            "2000 steps at least, or 0.5].",
        ),
    ] = None,
    clip: Annotated[float, typer.Option(help="The largest norm of a step's gradients.")] = 5.0,
    patience: Annotated[
        int | None,
        typer.Option(
            min=1, help="Stop after so many checks of --valid without a gain [default: never]."
        ),
    ] = None,
    average: Average = 1,
    output_format: ResultsOption = Results.json,
) -> None:
    """Train a speech recognizer from records with audio.

    Reads records, each a turn with `audio_filepath` and `text`, and writes a model folder. Prints
    one JSON line with losses, word error rates, counts and options. Blanks that redact left in a
    text are no part of what is learned, turns with `drop_turn` are left out. Until it is done,
    checkpoints are in DIR.part.

    \b
    Examples, in data/sample:
      privtool asr-train --out asr/ --preset conformer-tiny --epochs 2 speech/manifest.jsonl
      privtool asr-train --out e/ --preset emformer-tiny --epochs 1 speech/manifest.jsonl
    """
    from privtool.workflows.asr_train import AsrTrainPlan

    plan = AsrTrainPlan(
        folder=folder,
        asr=asr,
        training=training,
        average=average,
        valid=valid,
        audio_root=audio_root,
        join=join,
        join_field=join_field,
        batch_seconds=batch_seconds,
        spec_augment=spec_augment,
        workers=workers,
    )
    plan.check(stream)
    plan.run(stream)
