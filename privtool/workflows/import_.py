"""`privtool import`: reading files of other speech tools into records."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from privtool.core.errors import DataError, UsageError, option
from privtool.core.fields import id_of
from privtool.core.options import Opt
from privtool.core.paths import check_apart, written_by
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import IdOptions

if TYPE_CHECKING:
    from privtool.core.record import Record

_WITHOUT_AUDIO = ("ctm", "stm", "textgrid")


@dataclass(frozen=True, kw_only=True)
class ImportConfig:
    """The options of `privtool import`."""

    from_: Annotated[
        Literal["kaldi", "lhotse", "ctm", "textgrid", "stm"], Opt("Format of the input.")
    ]
    output: Annotated[str, Opt("File to write, whole or not at all.", short="-o")] = "-"
    audio_pattern: Annotated[
        str | None,
        Opt(
            "ctm, stm, textgrid: path of a recording's audio, with {} for its name [default: "
            "records name no audio].",
            "PATH",
        ),
    ] = None
    tier: Annotated[
        str | None, Opt("textgrid: the tier to read [default: words, or the only one].")
    ] = None
    unit: Annotated[
        Literal["words", "utterances"], Opt("textgrid: an interval is a word, or an utterance.")
    ] = "words"
    summary: Annotated[
        str | None,
        Opt("Write counts, time and options here when done, one JSON line without text.", "FILE"),
    ] = None
    quiet: Annotated[bool, Opt("Print nothing on stderr but errors.", short="-q")] = False
    record_ids: IdOptions = IdOptions()

    def check(self) -> None:
        """Raise `UsageError` for options that the format has no use for."""
        unnamed = self.from_ in _WITHOUT_AUDIO
        if self.audio_pattern is not None and not (unnamed and "{}" in self.audio_pattern):
            raise UsageError(
                f"{option('audio_pattern')} is for ctm, stm and textgrid, and must hold {{}}"
            )
        if self.tier is not None and self.from_ != "textgrid":
            raise UsageError(f"{option('tier')} is for textgrid")
        self.record_ids.check(self.stream)
        check_apart(written_by(self.stream))

    @property
    def stream(self) -> StreamOptions:
        """The options that streaming commands have, of those that this one has."""
        return StreamOptions(
            output=self.output, summary=self.summary, quiet=self.quiet, command="privtool import"
        )


def records_of(
    config: ImportConfig, paths: tuple[Path, ...], counts: Counter[str]
) -> Iterator[Record]:
    """Yield the records of files or folders; adds `records` and `ignored` to `counts`.

    Raises `UsageError`, and `DataError` for bad files, for times that no recording has, and for an
    id that occurs twice.
    """
    from privtool.audio.formats.imported import check_imported

    seen: set[object] = set()
    new_id = config.record_ids.new_id()
    for path in paths:
        for number, record in enumerate(_read(config, path, counts), 1):
            check_imported(record, f"{path.name}: record {number}")
            if record.id in seen:
                raise DataError(
                    f"{path.name}: an id occurs twice (files or channels of the same name): "
                    "import them one by one"
                )
            seen.add(record.id)
            counts["records"] += 1
            if new_id is not None:
                renamed = new_id(counts["records"], id_of(record))
                record = msgspec.structs.replace(record, id=renamed)
            yield record


def run(config: ImportConfig, paths: tuple[Path, ...]) -> None:
    """Write the records as JSON lines and report how many there were."""
    from privtool.core.record import encode

    config.check()
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    with summarizing(config.stream, config) as summarize:
        with writing(config.output) as write:
            for record in records_of(config, paths, counts):
                write(encode(record) + b"\n")
        summarize(counts_of(time.perf_counter() - started, 0, **counts))
    ignored = [f"{counts['ignored']:,} ignored"] if counts["ignored"] else []
    shown = [f"{counts['records']:,} records", *ignored, *config.record_ids.shown]
    say(config.stream, ", ".join(shown))


def _read(config: ImportConfig, path: Path, counts: Counter[str]) -> Iterator[Record]:
    if config.from_ == "kaldi":
        from privtool.audio.formats.kaldi import read_kaldi

        return read_kaldi(path, config.output)
    if config.from_ == "lhotse":
        from privtool.audio.formats.lhotse import read_lhotse

        return read_lhotse(path, config.output)
    if config.from_ == "ctm":
        from privtool.audio.formats.nist import read_ctm

        return read_ctm(path, config.audio_pattern)
    if config.from_ == "stm":
        from privtool.audio.formats.nist import read_stm

        return read_stm(path, config.audio_pattern, counts)
    from privtool.audio.formats.textgrid import read_text_grid

    whole = config.unit == "utterances"
    return read_text_grid(path, config.tier, whole, config.audio_pattern)
