"""`privtool export`: writing records into one folder."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import UNSET

from privtool.audio.io.roots import audio_root
from privtool.core.blocks import Format
from privtool.core.errors import DataError
from privtool.core.options import Opt
from privtool.core.pipeline import Rejects, StreamOptions, check_outside, written_by
from privtool.core.record import FIELDS, Record, check_spans
from privtool.core.reporting import counts_of, print_end, summarizing
from privtool.core.writing import check_new_folder, whole_folder, writing
from privtool.workflows.config.audio import AudioRootOption
from privtool.workflows.config.fields import IdOptions, check_files
from privtool.workflows.datasets.read_records import parsed_records

if TYPE_CHECKING:
    from privtool.audio.formats.utterances import Utterance

Target = Literal[
    "kaldi", "lhotse", "nemo", "whisper", "vtt", "srt", "rttm", "audacity", "shar",
    "audiofolder", "webdataset", "parquet", "doccano", "label-studio",
]  # fmt: skip
_INDEX = "recordings.jsonl"  # of formats of turns
_SEGMENT = {"id", "text", "speaker", "audio_filepath", "offset", "duration", "channel"}
_TURN = {"audio_filepath", "offset", "duration", "text"}
_MARKED = {"id", "text", "entities"}
_FORMATS: dict[str, tuple[str, Set[str]]] = {
    "kaldi": ("wav.scp", _SEGMENT),
    "lhotse": ("cuts.jsonl.gz", _SEGMENT | {"words", "entities"}),
    "nemo": ("manifest.json", _SEGMENT),
    "whisper": (_INDEX, _TURN | {"speaker", "words"}),
    "vtt": (_INDEX, _TURN | {"speaker"}),
    "srt": (_INDEX, _TURN),
    "rttm": (_INDEX, _TURN - {"text"} | {"speaker"}),
    "audacity": (_INDEX, _TURN),
    "shar": ("cuts.000000.jsonl.gz", _SEGMENT | {"words", "entities"}),
    "audiofolder": ("metadata.jsonl", _SEGMENT),
    "webdataset": ("000000.tar", FIELDS),
    "parquet": ("train-00000-of-00001.parquet", _SEGMENT),
    "doccano": ("records.jsonl", _MARKED),
    "label-studio": ("tasks.json", _MARKED),
}
"""The file by which a folder of a format is known, and the fields that the format holds."""


@dataclass(frozen=True, kw_only=True)
class ExportConfig:
    """Write records in the formats of other tools.

    Audio stays in place and is referenced by absolute path; its length is read from the file.
    kaldi (also for ESPnet) writes wav.scp, segments, text, utt2spk and spk2utt. lhotse writes
    cuts.jsonl.gz, with words and entities. nemo writes manifest.json. whisper (with words and
    speakers, like WhisperX), vtt, srt, rttm and audacity write one file per recording, also of
    records without audio that have offset and duration.
    shar, audiofolder, parquet (Hugging Face) and webdataset contain the audio of each record.
    doccano and label-studio (tasks with predictions) hold texts and entities for people to correct.
    Prints one JSON line: counts, hours, and the fields that are lost.

    \b
    Examples, in data/sample:
      privtool export --to kaldi --out-dir kaldi/ speech/manifest.jsonl
      head -n 3 speech/manifest.jsonl | privtool export --to lhotse --out-dir c/ --audio-root speech
    """

    to: Annotated[Target, Opt("Format to write.")]
    out_dir: Annotated[Path, Opt("Folder to write.", "DIR")]
    audio_root: AudioRootOption = None
    force: Annotated[bool, Opt("Replace a folder that exists already.")] = False
    record_ids: IdOptions = IdOptions()
    output_format: Annotated[Literal["json"], Opt("Format of the output.", hidden=True)] = "json"


def export_records(config: ExportConfig, options: StreamOptions) -> tuple[dict[str, Any], int]:
    """Write the folder. Returns counts, hours and lost fields, and the number of rejects."""
    from privtool.audio.formats.utterances import of_turn, text_alone, utterance_of, writer

    folder, (mark, held) = config.out_dir, _FORMATS[config.to]
    config.record_ids.check(options)
    check_new_folder(folder, config.force, mark)
    check_files(options, ())
    check_outside(written_by(options), folder)
    for path in options.inputs:
        check_outside({"an input": path}, folder)
    write, unfit = writer(config.to)
    root = audio_root(options.inputs, config.audio_root)
    line_format = Format(options.input_format, new_id=config.record_ids.new_id())
    find: Callable[[Record], Utterance] = partial(utterance_of, root=root)
    if mark == _INDEX:
        find = partial(of_turn, root=root)
    elif held is _MARKED:
        find = text_alone
    make = partial(_exporting, find, unfit)
    counts: Counter[str] = Counter()
    lost: set[str] = set()

    def utterances(rejects: Rejects) -> Iterator[Utterance]:
        with parsed_records(make, options, rejects, line_format) as found:
            for utterance in found:
                if utterance.frames:
                    check_outside({"the audio of a record": utterance.path}, folder)
                counts["records"] += 1
                counts["milliseconds"] += round(utterance.duration * 1000)
                present = {f for f in FIELDS if getattr(utterance.record, f) is not UNSET}
                lost.update(present - held)
                yield utterance

    with Rejects(options) as rejects, whole_folder(folder, config.force, mark) as work:
        recordings = write(utterances(rejects), work)
    row = {
        "format": config.to,
        "records": counts["records"],
        "recordings": recordings,
        "hours": round(counts["milliseconds"] / 3_600_000, 4),
        "lost_fields": sorted(lost),
    }
    return row, rejects.count


def _exporting(
    find: Callable[[Record], Utterance], unfit: Callable[[Utterance], str | None] | None
) -> Callable[[Record], Utterance]:
    """Return what finds the place of a record in its audio.

    It raises `DataError` for a record that cannot be exported, or is `unfit` for the format.
    """
    from privtool.audio.editing.regions import require_own_audio

    def utterance(record: Record) -> Utterance:
        if isinstance(record.words, tuple) and any(w.end < w.start for w in record.words):
            raise DataError("a word ends before it starts")
        if isinstance(record.entities, tuple) and isinstance(record.text, str):
            check_spans(record.entities, len(record.text), "entities")
        require_own_audio(record)
        found = find(record)
        reason = unfit(found) if unfit else None
        if reason is not None:
            raise DataError(reason)
        return found

    return utterance


def run(config: ExportConfig, options: StreamOptions) -> None:
    """Write the folder, one line of results on stdout and the summary on stderr."""
    started = time.perf_counter()
    with summarizing(options, config) as summarize:
        with writing(options.output) as write:  # first: what cannot be written fails at once
            row, rejected = export_records(config, options)
            write(msgspec.json.encode(row) + b"\n")
        seconds = time.perf_counter() - started
        summarize(counts_of(seconds, rejected, records=row["records"]))
    shown = [f"{row['records']:,} records", f"{row['recordings']:,} recordings"]
    shown += config.record_ids.shown
    print_end(options, shown, rejected, seconds)
