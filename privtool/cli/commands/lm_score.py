"""`privtool lm-score`."""

from __future__ import annotations

import math
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.model import BatchSize, Device, Dtype, Offline, TrustPickle

_LINES_PER_BLOCK = 1024  # large enough for full batches, small enough to see results come


@streaming
def lm_score(
    stream: StreamOptions,
    model: Annotated[
        str, typer.Option(help="A folder of lm-train, or any causal LM: a folder or hub id.")
    ],
    device: Device = "auto",
    dtype: Annotated[
        Dtype, typer.Option(help="auto is bf16 where the hardware computes with it, else fp32.")
    ] = Dtype.fp32,
    batch_size: BatchSize = "auto",
    offline: Offline = False,
    trust_pickle: TrustPickle = False,
) -> None:
    """Add the log-probability and perplexity of each record.

    Adds logprob (natural, the sum over the text), tokens (how many that are) and perplexity (of
    one of them). For a model of lm-train tokens are words (or its pieces) and the end of the
    record; for others they are its pieces, the first of them only if the model has a token for the
    start of a text.
    Up to 2,048 tokens (what the model sees, if that is less; an LSTM, or one that does not tell,
    512) are judged together, and longer texts in windows that overlap by half.
    A record's result depends on the model and its text alone.

    \b
    Examples, in data/sample:
      privtool lm-train -q --out m/ --size tiny raw.jsonl; privtool lm-score --model m/ raw.jsonl
      head raw.jsonl | privtool lm-score --model m/ > scored.jsonl
    """
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import print_summary
    from privtool.workflows.lm_score import LmScorePlan

    plan = LmScorePlan(model, device, dtype.value, batch_size, offline, trust_pickle)
    plan.check()
    plan.fetch(progress=not stream.quiet)
    counts = run_filter(plan, stream, unknown_fields=True, lines_per_block=_LINES_PER_BLOCK)
    parts = [f"{counts['tokens']:,} tokens"]
    if counts["tokens"]:
        mean = counts["millinats"] / 1000 / counts["tokens"]
        parts.append(f"perplexity {math.exp(min(mean, 700.0)):,.2f}")
    print_summary(stream, counts, *parts)
