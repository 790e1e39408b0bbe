"""`privtool import`."""

from __future__ import annotations

import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from enum import Enum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from privtool.cli.stream_options import EXIT_STATUSES, Debug, Quiet, guarded

if TYPE_CHECKING:
    from privtool.core.record import Record


class ImportFormat(str, Enum):
    """What can be read."""

    kaldi = "kaldi"
    lhotse = "lhotse"
    ctm = "ctm"
    textgrid = "textgrid"
    stm = "stm"


class Unit(str, Enum):
    """What an interval of a TextGrid is."""

    words = "words"
    utterances = "utterances"


class _Import(NamedTuple):
    paths: tuple[Path, ...]
    format: ImportFormat
    output: str
    audio_pattern: str | None
    tier: str | None
    unit: Unit
    quiet: bool

    def records(self, path: Path, counts: Counter[str]) -> Iterator[Record]:
        if self.format is ImportFormat.kaldi:
            from privtool.audio.formats.kaldi import read_kaldi

            return read_kaldi(path, self.output)
        if self.format is ImportFormat.lhotse:
            from privtool.audio.formats.lhotse import read_lhotse

            return read_lhotse(path, self.output)
        if self.format is ImportFormat.ctm:
            from privtool.audio.formats.nist import read_ctm

            return read_ctm(path, self.audio_pattern)
        if self.format is ImportFormat.stm:
            from privtool.audio.formats.nist import read_stm

            return read_stm(path, self.audio_pattern, counts)
        from privtool.audio.formats.textgrid import read_text_grid

        whole = self.unit is Unit.utterances
        return read_text_grid(path, self.tier, whole, self.audio_pattern)

    def run(self) -> None:
        from privtool.core.errors import DataError, UsageError
        from privtool.core.record import encode
        from privtool.core.writing import writing

        unnamed = self.format in (ImportFormat.ctm, ImportFormat.stm, ImportFormat.textgrid)
        if self.audio_pattern is not None and not (unnamed and "{}" in self.audio_pattern):
            raise UsageError("--audio-pattern is for ctm, stm and textgrid, and must hold {}")
        if self.tier is not None and self.format is not ImportFormat.textgrid:
            raise UsageError("--tier is for textgrid")
        counts: Counter[str] = Counter()
        seen: set[object] = set()
        with writing(self.output) as write:
            for path in self.paths:
                for record in self.records(path, counts):
                    if record.id in seen:
                        raise DataError(
                            f"{path.name}: an id is there twice (files or channels of one name): "
                            "import them one by one"
                        )
                    seen.add(record.id)
                    write(encode(record) + b"\n")
                    counts["records"] += 1
        if not self.quiet:
            ignored = f", {counts['ignored']:,} ignored" if counts["ignored"] else ""
            print(f"privtool import: {counts['records']:,} records{ignored}", file=sys.stderr)


def import_(
    paths: Annotated[list[Path], typer.Argument(help="Folders (kaldi) or files to read.")],
    source: Annotated[ImportFormat, typer.Option("--from", help="Format of the input.")],
    output: Annotated[
        str, typer.Option("--output", "-o", help="File to write, whole or not at all.")
    ] = "-",
    audio_pattern: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="ctm, stm, textgrid: path of a recording's audio, with {} for its name "
            "[default: records name no audio].",
        ),
    ] = None,
    tier: Annotated[
        str | None,
        typer.Option(help="textgrid: the tier to read [default: words, or the only one]."),
    ] = None,
    unit: Annotated[
        Unit, typer.Option(help="textgrid: an interval is a word, or an utterance.")
    ] = Unit.words,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Read the formats of other speech tools and write records.

    Kaldi data folders (wav.scp, segments, text, utt2spk), Lhotse cut sets, CTM, STM and TextGrid.
    Commands in a wav.scp are refused, as are cuts that are more than a stretch of a file.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out k/ speech/manifest.jsonl; privtool import --from kaldi k/
      printf 'a 1 0.1 0.2 hello\\n' > a.ctm; privtool import --from ctm a.ctm
    """
    plan = _Import(tuple(paths), source, output, audio_pattern, tier, unit, quiet)
    guarded(partial(_Import.run, plan), debug)


import_.__doc__ = inspect.cleandoc(import_.__doc__ or "") + "\n\n" + inspect.cleandoc(EXIT_STATUSES)
