"""`privtool import`: reading files of other speech tools into records."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from privtool.core.errors import UsageError, option
from privtool.core.options import Opt, Output, Quiet, Summary, changed_options
from privtool.core.paths import check_apart, written_by
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.reporting import say
from privtool.core.run_summary import counts_of, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import IdOptions

if TYPE_CHECKING:
    from privtool.audio.formats.reading import Reading
    from privtool.core.record import Record

Source = Literal[
    "kaldi", "lhotse", "nemo", "ctm", "stm", "textgrid", "json", "whisper", "vtt", "srt", "rttm",
    "audacity", "shar", "audiofolder", "webdataset", "parquet",
    "doccano", "label-studio", "presidio", "spacy", "ai4privacy", "conll", "brat",
]  # fmt: skip
_WITHOUT_AUDIO = ("ctm", "stm", "textgrid", "json", "whisper", "vtt", "srt", "rttm", "audacity")
_MARKED = ("doccano", "label-studio", "presidio", "spacy", "ai4privacy")
_TEXTS = (*_WITHOUT_AUDIO, "nemo", *_MARKED, "conll")
_WITH_AUDIO = ("shar", "webdataset", "parquet")
_USES: dict[str, tuple[str, ...]] = {  # the formats that read an option
    "audio_pattern": _WITHOUT_AUDIO,
    "tier": ("textgrid",),
    "unit": ("textgrid", "audacity"),
    "transcript": ("rttm",),
    "audio_dir": _WITH_AUDIO,
    "speakers": ("vtt", "srt"),
    "encoding": _TEXTS,
    "offsets": (*_MARKED, "brat"),
}
_FOLDERS = ("kaldi", "shar", "audiofolder")
_FOLDERS_OR_FILES = ("parquet",)
_NOTED = {
    "ignored": "ignored",
    "joined": "rolling captions joined",
    "labeled": "cues with speakers in their text",
    "untimed": "with word times that are incomplete or out of order and were dropped",
    "other speakers": "with words of other speakers",
    "overlapping": "overlapping entities joined",
    "unannotated": "not annotated",
    "empty": "left out, as they end when they start or before",
}  # counts
_KIND = {True: "files", False: "folders"}


@dataclass(frozen=True, kw_only=True)
class ImportConfig:
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

    from_: Annotated[Source, Opt("Format of the input.")]
    output: Output = "-"
    audio_pattern: Annotated[
        str | None,
        Opt(
            "For formats without audio: path of a recording's audio, with {} for its name.",
            "PATH",
            default="no audio in records",
        ),
    ] = None
    tier: Annotated[
        str | None, Opt("textgrid: the tier to read.", default="words, or the only one")
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
    speakers: Annotated[
        str,
        Opt(
            "vtt, srt: names of speakers in the text: auto, never, or a regular expression that "
            "lines with a name begin with.",
            "HOW",
        ),
    ] = "auto"
    encoding: Annotated[
        str | None,
        Opt("Encoding of text without a byte order mark, such as cp1252.", default="UTF-8"),
    ] = None
    offsets: Annotated[
        Literal["characters", "utf16", "bytes"] | None,
        Opt("What the offsets of marked text count.", default="what fits it, else characters"),
    ] = None
    rejects: Annotated[
        str | None,
        Opt("Write bad items here (place, id, reason) and continue.", metavar="FILE"),
    ] = None
    summary: Summary = None
    quiet: Quiet = False
    record_ids: IdOptions = IdOptions()

    def check(self) -> None:
        """Raise `UsageError` for options that the format has no use for."""
        for name in changed_options(self):
            if self.from_ not in (formats := _USES.get(name, (self.from_,))):
                raise UsageError(f"{option(name)} is for {', '.join(formats)}")
        if self.audio_pattern is not None and "{}" not in self.audio_pattern:
            raise UsageError(f"{option('audio_pattern')} must contain {{}}")
        if self.audio_dir is None and self.from_ in _WITH_AUDIO:
            raise UsageError(
                f"{self.from_} needs {option('audio_dir')} DIR for its audio; `privtool mask "
                "--input-format parquet` reads tables of text"
            )
        self._check_names()
        self.record_ids.check(self.stream)
        check_apart(written_by(self.stream))

    def _check_names(self) -> None:
        """Raise `UsageError` for a pattern or an encoding that is none."""
        try:
            re.compile(self.speakers)
        except (re.error, RecursionError, OverflowError):
            raise UsageError(f"{option('speakers')} is not a regular expression") from None
        try:
            is_text = self.encoding is None or "".encode(self.encoding) is not None
        except (LookupError, ValueError):
            is_text = False
        if not is_text:
            raise UsageError(f"{option('encoding')} names an encoding of Python")

    @property
    def stream(self) -> StreamOptions:
        """The options that streaming commands have, of those that this one has."""
        return StreamOptions(
            output=self.output,
            rejects=self.rejects,
            summary=self.summary,
            quiet=self.quiet,
            command="privtool import",
        )


def records_of(
    config: ImportConfig, paths: tuple[Path, ...], counts: Counter[str]
) -> Iterator[Record]:
    """Yield the records of files or folders; adds `records` and those of `_NOTED` to `counts`.

    Raises `UsageError`, and `DataError` for bad files and ids that occur twice, and for bad items
    if there is no file for them, of which there are `rejected` in the end.
    """
    from privtool.workflows.import_items import Items

    for path in paths:
        _check_path(path, config.from_)
    with Rejects(config.stream) as rejects:
        items = Items(_reading(config, counts), rejects, config.record_ids.new_id())
        for path in paths:
            yield from items.records(path, config.encoding, config.from_ in _TEXTS)
        counts["rejected"] = rejects.count


def _check_path(path: Path, source: str) -> None:
    if str(path) == "-" and source not in _FOLDERS:
        return
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
        rejected = counts.pop("rejected")
        summarize(counts_of(time.perf_counter() - started, rejected, **counts))
    noted = [f"{counts[name]:,} {what}" for name, what in _NOTED.items() if counts[name]]
    noted += [f"{rejected:,} rejected"] if config.rejects is not None else []
    shown = [f"{counts['records']:,} records", *noted, *config.record_ids.shown]
    say(config.stream, ", ".join(shown))


def _reading(config: ImportConfig, counts: Counter[str]) -> Reading:
    from privtool.audio.formats.reading import Reading
    from privtool.audio.io.writer import audio_folder

    folder = None
    if config.audio_dir is not None:
        folder = audio_folder(config.audio_dir, config.output, config.force)
    return Reading(
        format=config.from_,
        output=config.output,
        audio_pattern=config.audio_pattern,
        tier=config.tier,
        utterances=config.unit == "utterances",
        transcript=config.transcript,
        folder=folder,
        speakers=config.speakers,
        offsets=config.offsets,
        counts=counts,
    )
