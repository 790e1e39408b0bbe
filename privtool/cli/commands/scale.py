"""`privtool scale`."""

from __future__ import annotations

from typing import Annotated

import typer

from privtool.cli.command_lines import parse_filter
from privtool.cli.stream_options import plain
from privtool.workflows.scale import ScaleConfig


@plain
def scale(
    config: ScaleConfig,
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="-- COMMAND ...", help="A filter, with its options and files."),
    ] = None,
) -> None:
    """Run a filter on shards of its input, in many processes.

    Cuts the input into shards, gives them to workers and writes OUT/part-00000.jsonl and so on.
    Concatenated in order, the parts are what the filter alone would write to a file in OUT; vocab
    writes OUT/part-all.tsv. Each worker loads the model once. A shard whose worker dies is retried.
    The same command again resumes the last run; a changed command, input or model is refused.
    Plain files and zstd files of several frames are split, gzip files are not.

    \b
    Examples, in data/sample:
      privtool scale --out-dir masked/ --workers 2 -- mask --method allowList raw.jsonl
      privtool scale --out-dir s/ --shard-bytes 16K -- mask raw.jsonl; cat s/part-* > masked.jsonl
    """
    from privtool.workflows.scale import run

    run(config, arguments or (), parse_filter)
