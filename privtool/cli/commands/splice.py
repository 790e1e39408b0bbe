"""`privtool splice`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.audio.editing.options import Match, SpliceFallback
from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.synthesis import NewTurns

_LINES_PER_BLOCK = 64  # turns: a second or so of work


class Whose(str, Enum):
    """Whose words."""

    SPEAKER = "speaker"


@streaming
def splice(
    stream: StreamOptions,
    new: NewTurns,
    index: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The index of the corpus; made if it is not there, and kept."
        ),
    ] = None,
    corpus: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Aligned records to take words from, with what is private in them as entities "
            "[default: the input itself].",
        ),
    ] = None,
    prefer: Annotated[
        Whose, typer.Option(help="Take words of the turn's own speaker where there are such.")
    ] = Whose.SPEAKER,
    only: Annotated[
        Whose | None, typer.Option(help="Take words of the turn's own speaker and of no other.")
    ] = None,
    fallback: Annotated[
        SpliceFallback,
        typer.Option(help="What becomes of a turn of which a surrogate is not found."),
    ] = SpliceFallback.DROP_TURN,
    match: Annotated[
        Match, typer.Option(help="What --fallback tts matches, see privtool tts.")
    ] = Match.FULL,
    allow_private_source: Annotated[
        bool,
        typer.Option(
            "--allow-private-source", help="Take words also where they are private themselves."
        ),
    ] = False,
) -> None:
    """Put surrogates together from words that are spoken elsewhere in the corpus.

    Reads records of surrogate, with the times of their words. Each surrogate is looked for in the
    corpus, the longest runs of its words first; what is found is cut out, made as loud as the turn
    and faded into it. A word that is private where it is spoken is never taken. Every turn gets a
    file of its own in --out-dir; words have their new times.

    \b
    Examples, in data/sample:
      privtool align speech/manifest.jsonl | privtool surrogate -q > surrogates.jsonl
      privtool splice --fallback tts --audio-root speech --out-dir s/ surrogates.jsonl > safe.jsonl
      privtool splice --only speaker --index i --audio-root speech --out-dir d/ < surrogates.jsonl
    """
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import hours_an_hour, print_summary
    from privtool.workflows.splice import SplicePlan

    plan = SplicePlan(
        corpus=tuple(map(str, corpus or ())),
        only_speaker=only is not None,
        fallback=fallback,
        allow_private=allow_private_source,
        new=new,
        inputs=stream.inputs,
        output=stream.output,
        index_file=index,
    )
    plan.check(stream)
    with plan.indexed(stream) as ready:
        counts = run_filter(
            ready,
            stream,
            unknown_fields=new.needs_unknown_fields,
            lines_per_block=_LINES_PER_BLOCK,
        )
    print_summary(stream, counts, *plan.told(counts), hours_an_hour(counts))
