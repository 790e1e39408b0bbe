"""`privtool align`."""

from __future__ import annotations

from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.audio import Root
from privtool.workflows.config.model import Device, Offline, TrustPickle

_LINES_PER_BLOCK = 8  # some seconds of work


@streaming
def align(
    stream: StreamOptions,
    aligner: Annotated[
        str,
        typer.Option(
            help="pocketsphinx; mms_fa (many languages in Latin letters); or a CTC model of "
            "letters: a hub id or a folder."
        ),
    ] = "pocketsphinx",
    audio_root: Root = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="A record that cannot be aligned is a bad line.")
    ] = False,
    device: Device = "auto",
    offline: Offline = False,
    trust_pickle: TrustPickle = False,
) -> None:
    """Find the times of the words of records in their audio.

    Adds words: word, start and end (seconds from the record's offset) and score (mean
    log-likelihood of its frames) for each word of the text, and align_status: aligned, empty (no
    words in the text), or why no times were found. Numbers, signs and words of no dictionary are
    looked for in all their usual readings. Audio of other rates is resampled, channels are mixed.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl > aligned.jsonl
      head -n 3 speech/manifest.jsonl | privtool align --audio-root speech --strict
    """
    from privtool.audio.io.clips import conversion_summary
    from privtool.audio.io.roots import audio_root as root_of
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import hours_an_hour, print_summary
    from privtool.workflows.align import AlignPlan

    root = root_of(stream.inputs, audio_root)
    plan = AlignPlan(aligner, root, strict, device, offline, trust_pickle)
    plan.check()
    plan.fetch(progress=not stream.quiet)
    counts = run_filter(plan, stream, unknown_fields=True, lines_per_block=_LINES_PER_BLOCK)
    parts = [f"{counts['aligned']:,} aligned", f"{counts['unaligned']:,} failed"]
    print_summary(stream, counts, *parts, *conversion_summary(counts), hours_an_hour(counts))
