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
from privtool.core.output_options import Output, Quiet, Summary
from privtool.core.paths import check_apart, written_by
from privtool.core.pipeline import StreamOptions
from privtool.core.reporting import say
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import IdOptions

if TYPE_CHECKING:
    from privtool.audio.formats.registry import Reading
    from privtool.core.record import Record

Source = Literal[
    "kaldi", "lhotse", "nemo", "ctm", "stm", "textgrid", "whisper", "vtt", "srt", "rttm",
    "audacity", "shar", "audiofolder", "webdataset", "parquet",
]  # fmt: skip
_WITHOUT_AUDIO = ("ctm", "stm", "textgrid", "whisper", "vtt", "srt", "rttm", "audacity")
_OF_INTERVALS = ("textgrid", "audacity")
_WITH_AUDIO = ("shar", "webdataset", "parquet")
_FOLDERS = ("kaldi", "shar", "audiofolder")
_FOLDERS_OR_FILES = ("parquet",)
_NOTED = {
    "ignored": "ignored",
    "joined": "rolling captions joined",
    "untimed": "with word times that are incomplete or out of order and were dropped",
    "other speakers": "with words of other speakers",
}  # counts
_KIND = {True: "files", False: "folders"}


@dataclass(frozen=True, kw_only=True)
class ImportConfig:
    """The options of `privtool import`."""

    from_: Annotated[Source, Opt("Format of the input.")]
    output: Output = "-"
    audio_pattern: Annotated[
        str | None,
        Opt(
            "For formats without audio: path of a recording's audio, with {} for its name "
            "[default: no audio in records].",
            "PATH",
        ),
    ] = None
    tier: Annotated[
        str | None, Opt("textgrid: the tier to read [default: words, or the only one].")
    ] = None
    unit: Annotated[
        Literal["words", "utterances"],
        Opt("textgrid, audacity: an interval is a word, or an utterance."),
    ] = "words"
    transcript: Annotated[
        Path | None,
        Opt("rttm: records of the same recordings, with word times, to split into turns."),
    ] = None
    audio_dir: Annotated[
        Path | None, Opt("shar, webdataset, parquet: output folder for their audio.", "DIR")
    ] = None
    force: Annotated[bool, Opt("Write audio into the folder even if it is not empty.")] = False
    summary: Summary = None
    quiet: Quiet = False
    record_ids: IdOptions = IdOptions()

    def check(self) -> None:
        """Raise `UsageError` for options that the format has no use for."""
        unnamed = self.from_ in _WITHOUT_AUDIO
        if self.audio_pattern is not None and not (unnamed and "{}" in self.audio_pattern):
            raise UsageError(
                f"{option('audio_pattern')} is for formats without audio, and must contain {{}}"
            )
        if self.tier is not None and self.from_ != "textgrid":
            raise UsageError(f"{option('tier')} is for textgrid")
        if self.unit != "words" and self.from_ not in _OF_INTERVALS:
            raise UsageError(f"{option('unit')} is for textgrid and audacity")
        if self.transcript is not None and self.from_ != "rttm":
            raise UsageError(f"{option('transcript')} is for rttm")
        if (self.audio_dir is None) == (self.from_ in _WITH_AUDIO):
            raise UsageError(f"{option('audio_dir')} DIR is for {', '.join(_WITH_AUDIO)}")
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
    """Yield the records of files or folders; adds `records` and those of `_NOTED` to `counts`.

    Raises `UsageError`, and `DataError` for bad files, for times that no recording has, and for an
    id that occurs twice.
    """
    from privtool.audio.formats.imported import check_imported
    from privtool.audio.formats.registry import reader

    seen: set[object] = set()
    new_id = config.record_ids.new_id()
    for path in paths:
        _check_path(path, config.from_)
    read = reader(config.from_, _reading(config), counts)
    for path in paths:
        for number, record in enumerate(read(path), 1):
            check_imported(record, f"{path}: record {number}")
            if record.id in seen:
                raise DataError(
                    f"{path}: an id occurs twice (files or channels of the same name): "
                    "import them one by one"
                )
            seen.add(record.id)
            counts["records"] += 1
            if new_id is not None:
                renamed = new_id(counts["records"], id_of(record))
                record = msgspec.structs.replace(record, id=renamed)
            yield record


def _check_path(path: Path, source: str) -> None:
    if not path.exists():
        raise UsageError(f"{path}: no such file or directory")
    if source in _FOLDERS_OR_FILES or path.is_dir() == (source in _FOLDERS):
        return
    kind = "a directory" if path.is_dir() else "not a directory"
    raise UsageError(f"{path}: is {kind}, and {source} is read from {_KIND[path.is_dir()]}")


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
    noted = [f"{counts[name]:,} {what}" for name, what in _NOTED.items() if counts[name]]
    shown = [f"{counts['records']:,} records", *noted, *config.record_ids.shown]
    say(config.stream, ", ".join(shown))


def _reading(config: ImportConfig) -> Reading:
    from privtool.audio.formats.registry import Reading
    from privtool.audio.io.writer import audio_folder

    folder = None
    if config.audio_dir is not None:
        folder = audio_folder(config.audio_dir, config.output, config.force)
    utterances = config.unit == "utterances"
    return Reading(
        config.output, config.audio_pattern, config.tier, utterances, config.transcript, folder
    )
