"""`privtool import`: reading files of other speech tools into records."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import UNSET

from privtool.core.blocks import NewId, Reject
from privtool.core.errors import DataError, UsageError, option
from privtool.core.options import Opt, Output, Quiet, Summary, changed_options
from privtool.core.pipeline import Rejects, StreamOptions, check_apart, written_by
from privtool.core.reading import source_name
from privtool.core.record import Record, encode, id_of
from privtool.core.reporting import counts_of, nonzero, say, summarizing
from privtool.core.writing import writing
from privtool.workflows.config.fields import IdOptions, check_files

if TYPE_CHECKING:
    from privtool.audio.formats.reading import Reading

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
_FOLDERS = {  # and the files in them that are read
    "kaldi": ("text", "segments", "wav.scp", "utt2spk"),
    "shar": ("*.jsonl*", "*.tar*"),
    "audiofolder": ("metadata.*",),
}
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
            "".encode(self.encoding or "utf-8")
        except (LookupError, ValueError):
            raise UsageError(f"{option('encoding')} names an encoding of Python") from None

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
    from privtool.audio.formats.reading import Reading
    from privtool.audio.io.writer import audio_folder

    for path in paths:
        _check_path(path, config.from_)
    with Rejects(config.stream) as rejects:
        folder = None
        if config.audio_dir is not None:
            folder = audio_folder(config.audio_dir, config.output, config.force)
        reading = Reading(
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
        items = _Items(reading, rejects, config.record_ids.new_id())
        for path in paths:
            yield from items.records(path, config.encoding, config.from_ in _TEXTS)
        counts["rejected"] = rejects.count


def _check_path(path: Path, source: str) -> None:
    if str(path) == "-" and source not in (*_FOLDERS, "brat"):
        return
    if not path.exists():
        raise UsageError(f"{path}: no such file or directory")
    if source == "parquet" or path.is_dir() == (source in _FOLDERS):
        return
    kind, wanted = ("a directory", "files") if path.is_dir() else ("not a directory", "folders")
    raise UsageError(f"{path}: is {kind}, and {source} is read from {wanted}")


class _Items:
    """Reads files of one format.

    Counts the `records`, and the `empty` ones that are left out as they have no length. With a file
    for `rejects`, bad items are written there.
    """

    def __init__(self, reading: Reading, rejects: Rejects, new_id: NewId | None) -> None:
        self._reading, self._rejects, self._new_id = reading, rejects, new_id
        self._seen: set[object] = set()
        self._counts = reading.counts

    def records(self, path: Path, encoding: str | None, text: bool) -> Iterator[Record]:
        """Yield the records of a file or folder. Raise `DataError` for a bad item or file."""
        from privtool.audio.formats.reading import staged
        from privtool.audio.formats.utterances import reader

        with staged(path, encoding, text) as source:

            def aside(error: DataError) -> None:
                self._set_aside(path, DataError(_renamed(error, source, path)))

            reading = replace(self._reading, aside=aside, base=path.parent)
            try:
                records = reader(reading.format)(source, reading)
                for number, record in enumerate(records, 1):
                    if self._is_usable(record, path, number):
                        yield self._counted(record, path)
            except DataError as error:
                raise DataError(_renamed(error, source, path)) from None

    def _is_usable(self, record: Record, path: Path, number: int) -> bool:
        from privtool.audio.formats.reading import check_imported

        place = f"{_shown(path)}: record {number}"
        if record.duration is not UNSET and record.duration <= 0:
            self._counts["empty"] += 1
            error = DataError(f"{place}: field 'duration' is not above 0")
            return self._rejects.named and self._set_aside(path, error, number, record)
        try:
            check_imported(record, place)
        except DataError as error:
            return self._set_aside(path, error, number, record)
        return True

    def _set_aside(
        self, path: Path, error: DataError, number: int = 0, record: Record | None = None
    ) -> bool:
        """Write a bad item to the rejects and return False. Raise its error if there are none."""
        if not self._rejects.named:
            raise error
        message = error.message.removeprefix(_shown(path))
        match = re.match(r"(/[\w.]+)?(?::(\d+))?(?:: record \d+)?: ", message)
        inside, line = match.groups() if match else (None, None)
        reason = message[match.end() if match else 0 :]
        record_id = None  # with `new_id` it would be the old one
        if record is not None and self._new_id is None:
            record_id = id_of(record)
        source = source_name(str(path)) + (inside or "")
        self._rejects.add([Reject(source, int(line or number), record_id, reason)])
        return False

    def _counted(self, record: Record, path: Path) -> Record:
        """Return a record with its new id. Raise `DataError` for an id that occurs twice."""
        if record.id in self._seen:
            raise DataError(
                f"{path}: an id occurs twice (files or channels of the same name): "
                "import them one by one"
            )
        self._seen.add(record.id)
        self._counts["records"] += 1
        if self._new_id is None:
            return record
        renamed = self._new_id(self._counts["records"], id_of(record))
        return msgspec.structs.replace(record, id=renamed)


def _shown(path: Path) -> str:
    return "stdin" if str(path) == "-" else str(path)


def _renamed(error: DataError, source: Path, path: Path) -> str:
    """Return the message of an error with the path that the user knows."""
    return error.message.replace(str(source), _shown(path))


def run(config: ImportConfig, paths: tuple[Path, ...]) -> None:
    """Write the records as JSON lines and report how many there were."""
    config.check()
    names = _FOLDERS.get(config.from_, ())
    inside = (each for path in paths if path.is_dir() for name in names for each in path.glob(name))
    pairs = (path.with_suffix(e) for path in paths if path.name for e in (".txt", ".ann"))
    others = [config.transcript, *inside, *(pairs if config.from_ == "brat" else ())]
    check_files(config.stream.of_files(*paths), others)
    started = time.perf_counter()
    counts: Counter[str] = Counter()
    with summarizing(config.stream, config) as summarize:
        with writing(config.output) as write:
            for record in records_of(config, paths, counts):
                write(encode(record) + b"\n")
        rejected = counts.pop("rejected")
        summarize(counts_of(time.perf_counter() - started, rejected, **counts))
    shown = [f"{counts['records']:,} records", *nonzero(counts, _NOTED)]
    shown += [f"{rejected:,} rejected"] if config.rejects is not None else []
    say(config.stream, ", ".join([*shown, *config.record_ids.shown]))
