"""`privtool mask`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import TextFormat, streaming
from privtool.core.errors import UsageError
from privtool.core.paths import check_stream
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.fields import Keep, needs_unknown_fields
from privtool.workflows.config.model import BatchSize, Device, Offline, TrustPickle

_FEW_LINES = 512  # as many as stay in the cache of a core
_MANY_LINES = 2048  # what fills batches, and keeps processes busy; few enough to see results come


class Marker(str, Enum):
    """What is written in place of a masked word."""

    mask = "mask"
    by_class = "class"


@streaming
def mask(
    stream: StreamOptions,
    method: Annotated[
        str,
        typer.Option(
            help="allowList, vocabThres or entityTagger; several joined by + mask what any masks."
        ),
    ] = "allowList",
    list_file: Annotated[
        Path | None,
        typer.Option("--list", metavar="FILE", help="allowList: words to keep, one a line."),
    ] = None,
    vocab: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="vocabThres: a vocabulary made by privtool vocab."),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(min=1, help="vocabThres: keep the N most frequent words [default: 10000]"),
    ] = None,
    min_count: Annotated[
        int | None, typer.Option(min=1, help="vocabThres: keep words that occur at least so often.")
    ] = None,
    tagger: Annotated[
        str | None,
        typer.Option(
            help="entityTagger: mini-ner, patterns, bert-ner, flair, a hub id or a folder; "
            "several joined by + [default: mini-ner]"
        ),
    ] = None,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=1.0, help="entityTagger: mask from this confidence on; lower masks more."
        ),
    ] = None,
    marker: Annotated[
        Marker, typer.Option(help="Write [MASK] everywhere, or the class: [PERSON], [DATE], ...")
    ] = Marker.mask,
    merge: Annotated[
        bool, typer.Option("--merge", help="Write one marker for consecutive masked words.")
    ] = False,
    annotate: Annotated[
        bool,
        typer.Option(
            "--annotate",
            help="Add what would be masked to entities, mask nothing, keep known fields.",
        ),
    ] = False,
    keep: Keep = None,
    device: Device = "auto",
    batch_size: BatchSize = "auto",
    offline: Offline = False,
    trust_pickle: TrustPickle = False,
) -> None:
    """Replace private words by markers.

    Reads records with a text and writes id, text, masks (where the markers are and why) and
    word_lists (which lists of words were kept). All other fields are dropped unless named by
    --keep. Text that looks like a marker is masked too. With --annotate the text stays as it is.

    \b
    Examples, in data/sample:
      privtool mask --method allowList raw.jsonl
      privtool mask --method vocabThres --top 5000 --marker class < raw.jsonl
      privtool mask --method allowList+entityTagger --tagger patterns --merge raw.jsonl
      privtool mask --method entityTagger --tagger patterns --annotate < raw.jsonl
    """
    from privtool.core.pipeline import run_filter
    from privtool.core.reporting import percent, print_summary
    from privtool.stages.mask import ENTITY_TAGGER
    from privtool.workflows.mask import MaskPlan

    plan = MaskPlan(
        methods=tuple(method.split("+")),
        list_file=list_file,
        vocab=vocab,
        top=top,
        min_count=min_count,
        tagger=tagger,
        threshold=threshold,
        by_class=marker is Marker.by_class,
        merge=merge,
        annotate=annotate,
        keep=tuple(keep or ()),
        device=device,
        batch_size=batch_size,
        offline=offline,
        trust_pickle=trust_pickle,
    )
    plan.check()
    check_stream(stream, [list_file, vocab])
    if annotate and stream.output_format != TextFormat.jsonl:
        raise UsageError("--annotate writes records: a text alone would be the raw one")
    plan = plan.prepared(progress=not stream.quiet)
    listed_alone = ENTITY_TAGGER not in plan.methods and stream.jobs == 1
    counts = run_filter(
        plan,
        stream,
        unknown_fields=needs_unknown_fields(plan.keep),
        lines_per_block=_FEW_LINES if listed_alone else _MANY_LINES,
    )
    if annotate:
        print_summary(stream, counts, f"{counts['entities']:,} entities")
        return
    words, masked = counts["words"], counts["masked"]
    share = percent(masked, words)
    print_summary(stream, counts, f"{words:,} words", f"{masked:,} masked ({share})")
