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
    """Read the formats of other speech tools and write records.

    Reads Kaldi and ESPnet data folders (wav.scp, segments, text, utt2spk), Lhotse cut sets and
    Shar, NeMo manifests, CTM, STM, TextGrid, WebVTT, SRT, RTTM, JSON of Whisper (also WhisperX,
    faster-whisper, whisper.cpp, transformers, OpenAI), Audacity labels, WebDataset tars, and
    Hugging Face datasets (Parquet, Arrow, audio folders).
    Refuses commands in a wav.scp, and cuts that are more than a segment of a file.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out-dir k/ speech/manifest.jsonl; privtool import --from kaldi k/
      printf 'a 1 0.1 0.2 hello\\n' > a.ctm; privtool import --from ctm a.ctm
      printf 'WEBVTT\\n\\n00:01.0 --> 00:02.0\\nhello\\n' > a.vtt; privtool import --from vtt a.vtt
    """
    from privtool.workflows.import_ import run

    run(config, tuple(paths))
