"""`privtool fill`."""

from __future__ import annotations

from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.filling import FillChoices

_LINES_PER_BLOCK = 2048  # large enough for full batches, small enough to see results come


@streaming
def fill(
    stream: StreamOptions,
    choices: FillChoices,
    samples: Annotated[
        int, typer.Option(min=1, help="Write N different fillings of each record.")
    ] = 1,
    provenance: Annotated[
        bool,
        typer.Option("--provenance", help="Say in the field 'fills' which words were filled in."),
    ] = False,
    free: Annotated[
        bool,
        typer.Option(
            "--free",
            help="Let a causal model write the text anew, and take what aligns; "
            "the rest is rejected.",
        ),
    ] = False,
) -> None:
    """Replace markers by plausible words.

    Reads what privtool mask writes. The markers of a record are filled from left to right with
    whole words that a language model proposes, with words of the list that was masked by only where
    --topk 1 or --fallback say so; no other character changes. Masks and what else no longer fits is
    dropped. A record's result depends on the model, the seed and the record alone.

    \b
    Examples, in data/sample:
      privtool mask raw.jsonl | privtool fill --topk 10
      privtool mask raw.jsonl | privtool fill --topk 5 --samples 2 --provenance
      echo 'she lives in [MASK] .' | privtool fill --input-format text --marker-text '[MASK]'
    """
    from privtool.core.paths import check_stream
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import print_summary
    from privtool.workflows.fill import FillPlan

    plan = FillPlan(choices, samples, provenance, free)
    plan.check()
    check_stream(stream, [choices.list_file, choices.vocab, choices.rare])
    plan = plan.prepared(progress=not stream.quiet)
    counts = run_filter(plan, stream, unknown_fields=True, lines_per_block=_LINES_PER_BLOCK)
    parts = [f"{counts['filled']:,} filled"]
    if counts["listed"]:
        parts.append(f"{counts['listed']:,} of them with words of the list")
    if choices.rare is not None:
        parts.append(f"{counts['rare']:,} of them with words that the model has no token for")
    if counts["unaligned"]:
        parts.append(f"{counts['unaligned']:,} set aside that did not align")
    if counts["missing"]:
        parts.append(f"{counts['missing']:,} samples missing for want of different words")
    print_summary(stream, counts, *parts)
