"""`privtool import`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from privtool.cli.stream_options import plain
from privtool.workflows.import_ import ImportConfig


@plain
def import_(
    config: ImportConfig,
    paths: Annotated[list[Path], typer.Argument(help="Folders (kaldi) or files to read.")],
) -> None:
    """Read the formats of other tools and write records.

    Reads Kaldi and ESPnet data folders (wav.scp, segments, text, utt2spk), Lhotse cut sets and
    Shar, NeMo manifests, CTM, STM, TextGrid, WebVTT, SRT, RTTM, Audacity labels, WebDataset tars,
    Hugging Face datasets (Parquet, Arrow, audio folders), and JSON of recognizers (json): Whisper
    and its kin, Deepgram, AWS Transcribe, AssemblyAI, Azure, Google, Rev and Speechmatics.
    Marked text of doccano, Label Studio, Presidio, spaCy, ai4privacy, CoNLL and brat gets entities.
    Text may be compressed, in UTF-16 (--encoding names others), or standard input (-).
    Refuses commands in a wav.scp, and cuts that are more than a segment of a file.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out-dir k/ speech/manifest.jsonl; privtool import --from kaldi k/
      printf 'a 1 0.1 0.2 hello\\n' > a.ctm; privtool import --from ctm a.ctm
      printf '1\\n0:0:1 --> 0:0:2\\nAnn: hello\\n' | privtool import --from srt -
    """
    from privtool.workflows.import_ import run

    run(config, tuple(paths))
