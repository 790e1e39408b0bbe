"""`privtool fill-train`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.fill_options import (
    Fallback,
    ListFile,
    MarkerText,
    MinCount,
    NoMerge,
    Sample,
    Sampling,
    Temperature,
    Top,
    Topk,
    Vocab,
    WithoutUnlisted,
)
from privtool.cli.model_options import BatchSize, Device, Dtype, Offline, Seed, TrustPickle
from privtool.cli.stream_options import streaming
from privtool.core.run import StreamOptions


class On(str, Enum):
    """Which records to learn from."""

    unmasked = "unmasked"
    filled = "filled"
    all = "all"


class Results(str, Enum):
    """What is written."""

    json = "json"


@streaming
def fill_train(
    stream: StreamOptions,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write.")],
    model: Annotated[
        str, typer.Option(help="mini (embedded), bert, roberta, llama2, a hub id or a folder.")
    ] = "mini",
    adapter: Annotated[
        Path | None, typer.Option(metavar="DIR", help="A LoRA adapter for the model to go on from.")
    ] = None,
    on: Annotated[
        On,
        typer.Option(
            help="Learn from records without markers, from those with markers once the model has "
            "filled them, or from both."
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
    rate: Annotated[
        float, typer.Option(help="Share of the words that are hidden, over 0 and under 1.")
    ] = 0.15,
    epochs: Annotated[
        int, typer.Option(min=1, help="How often to go through the text in a round.")
    ] = 3,
    learning_rate: Annotated[
        float | None,
        typer.Option(help="The highest rate [default: 1e-4, of an adapter 3e-4]."),
    ] = None,
    warmup: Annotated[
        float, typer.Option(min=0, max=1, help="Share of the steps in which the rate rises.")
    ] = 0.05,
    batch_tokens: Annotated[
        int, typer.Option(min=1, help="Tokens that are worked on at a time.")
    ] = 1024,
    accumulate: Annotated[int, typer.Option(min=1, help="Batches that make up one step.")] = 1,
    clip: Annotated[float, typer.Option(help="The largest norm of a step's gradients.")] = 1.0,
    patience: Annotated[
        int, typer.Option(min=1, help="Stop after so many checks of --valid without a gain.")
    ] = 3,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Steps between checkpoints and checks [default: each epoch]."),
    ] = None,
    topk: Topk = 10,
    sample: Sample = Sampling.uniform,
    temperature: Temperature = 1.0,
    fallback: WithoutUnlisted = Fallback.best,
    no_merge: NoMerge = False,
    marker_text: MarkerText = None,
    list_file: ListFile = None,
    vocab: Vocab = None,
    top: Top = None,
    min_count: MinCount = None,
    seed: Seed = 1,
    device: Device = "auto",
    dtype: Annotated[
        Dtype, typer.Option(help="auto is bf16 where the hardware computes with it, else fp32.")
    ] = Dtype.auto,
    batch_size: BatchSize = "auto",
    offline: Offline = False,
    trust_pickle: TrustPickle = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with a run that was interrupted.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a model that is there already.")
    ] = False,
    output_format: Annotated[Results, typer.Option(hidden=True)] = Results.json,
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
    """
    from privtool.cli.fill_plan import FillPlan
    from privtool.cli.fill_train_plan import FillTrainPlan
    from privtool.stages.choice import Choice

    filling = FillPlan(
        model=model,
        adapter=adapter,
        choice=Choice(topk, fallback.value, temperature if sample is Sampling.weighted else None),
        seed=seed,
        samples=1,
        merge=not no_merge,
        marker_texts=tuple(marker_text or ()),
        provenance=False,
        list_file=list_file,
        vocab=vocab,
        top=top,
        min_count=min_count,
        device=device,
        dtype=dtype.value,
        batch_size=batch_size,
        offline=offline,
        trust_pickle=trust_pickle,
    )
    plan = FillTrainPlan(
        filling=filling,
        out=out,
        on=on.value,
        rounds=rounds,
        lora=lora,
        rank=rank,
        valid=valid,
        rate=rate,
        epochs=epochs,
        learning_rate=learning_rate,
        warmup=warmup,
        batch_tokens=batch_tokens,
        accumulate=accumulate,
        clip=clip,
        patience=patience,
        every=every,
        resume=resume,
        force=force,
    )
    plan.check(stream)
    plan.run(stream)
