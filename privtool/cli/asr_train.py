"""`privtool asr-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.asr_choices import AsrChoices
from privtool.cli.audio_options import Root
from privtool.cli.lm_options import (
    Accumulate,
    Average,
    Clip,
    DtypeOption,
    Force,
    Out,
    Results,
    ResultsOption,
    Resume,
)
from privtool.cli.model_options import Device, Dtype, Seed
from privtool.cli.stream_options import streaming
from privtool.cli.train_choices import TrainChoices
from privtool.core.run import StreamOptions

_RATE, _RATE_WITH_INIT = 1e-3, 2e-4


class Preset(str, Enum):
    """Sizes of recognisers."""

    conformer_tiny = "conformer-tiny"
    conformer_mini = "conformer-mini"
    conformer_small = "conformer-small"
    conformer_paper = "conformer-paper"
    emformer_tiny = "emformer-tiny"
    emformer_small = "emformer-small"
    emformer_paper = "emformer-paper"


class TokenKind(str, Enum):
    """Kinds of word pieces."""

    unigram = "unigram"
    bpe = "bpe"
    char = "char"


class Features(str, Enum):
    """What is computed of the audio."""

    mel = "mel"
    mfcc = "mfcc"


@streaming
def asr_train(
    stream: StreamOptions,
    out: Out,
    init: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Go on from a model of asr-train, with its tokens."),
    ] = None,
    valid: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Other records to choose the best weights by."),
    ] = None,
    audio_root: Root = None,
    preset: Annotated[
        Preset | None,
        typer.Option(
            metavar="NAME",
            help="conformer or emformer, then -tiny, -small, or -paper for the papers' sizes; "
            "conformer-mini is for little speech [default: conformer-small].",
        ),
    ] = None,
    layers: Annotated[
        int | None, typer.Option(min=1, help="Blocks of the encoder, instead of the preset's.")
    ] = None,
    features: Annotated[
        Features | None, typer.Option(help="Log-mel bands or MFCC, instead of the preset's.")
    ] = None,
    dropout: Annotated[
        float | None, typer.Option(min=0, max=0.9, help="Dropout, instead of the preset's.")
    ] = None,
    tokens: Annotated[
        int | None, typer.Option(min=2, help="Word pieces to find in the text [default: 1024].")
    ] = None,
    token_kind: Annotated[
        TokenKind | None,
        typer.Option(help="How they are found; char, for little text [default: unigram]."),
    ] = None,
    roles: Annotated[
        str | None,
        typer.Option(metavar="NAMES", help="Speakers that get a token each: doctor,patient."),
    ] = None,
    join: Annotated[
        float | None,
        typer.Option(
            min=1, metavar="SECONDS", help="Join turns of one recording into examples this long."
        ),
    ] = None,
    punctuation: Annotated[
        bool | None,
        typer.Option(
            "--punctuation/--no-punctuation",
            help="Learn the text as it is, or its words in lower case [default: as it is].",
        ),
    ] = None,
    ctc_weight: Annotated[
        float | None,
        typer.Option(min=0, max=10, help="Weight of an auxiliary CTC loss [default: 0.3]."),
    ] = None,
    spec_augment: Annotated[
        bool,
        typer.Option(
            "--spec-augment/--no-spec-augment", help="Mask and stretch features while training."
        ),
    ] = True,
    batch_seconds: Annotated[
        float, typer.Option(min=1, help="Seconds of audio that are worked on at a time.")
    ] = 120,
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
        float, typer.Option(min=0, max=1, help="Share of the steps in which the rate rises.")
    ] = 0.1,
    accumulate: Accumulate = 1,
    clip: Clip = 5.0,
    patience: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many checks of --valid without a gain."),
    ] = None,
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
    """Train a speech recogniser from records with audio.

    Reads records, each a turn with `audio_filepath` and `text`, and writes a model folder. Prints
    one JSON line with losses, word error rates, counts and options. Blanks that redact left in a
    text are no part of what is learnt, turns with `drop_turn` are left out. Until it is done,
    checkpoints are in DIR.part.

    \b
    Examples, in data/sample:
      privtool asr-train --out asr/ --preset conformer-tiny --epochs 2 speech/manifest.jsonl
      head -n 4 speech/manifest.jsonl | privtool asr-train --out m/ --audio-root speech --epochs 1
    """
    from privtool.cli.asr_train_plan import AsrTrainPlan

    rate = _RATE if init is None else _RATE_WITH_INIT
    plan = AsrTrainPlan(
        out=out,
        valid=valid,
        audio_root=audio_root,
        join=join,
        batch_seconds=batch_seconds,
        spec_augment=spec_augment,
        workers=workers,
        asr=AsrChoices(
            init=init,
            preset=preset.value if preset else None,
            layers=layers,
            features=features.value if features else None,
            dropout=dropout,
            tokens=tokens,
            token_kind=token_kind.value if token_kind else None,
            roles=tuple(roles.split(",")) if roles else (),
            punctuation=punctuation,
            ctc_weight=ctc_weight,
        ),
        training=TrainChoices(
            epochs, rate if learning_rate is None else learning_rate, warmup, 0, accumulate, clip,
            patience, every, average, seed, device, dtype.value,
        ),
        resume=resume,
        force=force,
    )  # fmt: skip
    plan.check(stream)
    plan.run(stream)
