"""`privtool export`."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import streaming
from privtool.core.pipeline import StreamOptions
from privtool.workflows.config.audio import Root


class ExportFormat(str, Enum):
    """What can be written."""

    kaldi = "kaldi"
    lhotse = "lhotse"


class ExportResults(str, Enum):
    """What is printed."""

    json = "json"


@streaming
def export(
    stream: StreamOptions,
    target: Annotated[ExportFormat, typer.Option("--to", help="Format to write.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder to write.")],
    audio_root: Root = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a folder that is there already.")
    ] = False,
    output_format: Annotated[ExportResults, typer.Option(hidden=True)] = ExportResults.json,
) -> None:
    """Write records as a Kaldi data folder or a Lhotse cut set.

    Audio stays where it is and is named by its absolute path; its length is read from the file.
    kaldi writes wav.scp, segments, text, utt2spk and spk2utt; lhotse writes cuts.jsonl.gz, which
    holds words and entities, too. Prints one JSON line: counts, hours, and which fields are lost.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out kaldi/ speech/manifest.jsonl
      head -n 3 speech/manifest.jsonl | privtool export --to lhotse --out cuts/ --audio-root speech
    """
    from privtool.workflows.export import export_records

    export_records(stream, target.value, out, audio_root, force)
