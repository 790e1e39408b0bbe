"""Lists of recordings with texts: data folders of Kaldi, and manifests of NeMo.

Kaldi (https://kaldi-asr.org/doc/data_prep.html) has wav.scp, segments, text and utt2spk. A folder
holds ids, texts, speakers and times, but neither word times nor entities. NeMo has JSON lines with
`audio_filepath`, `duration`, `offset` and `text`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from privtool.audio.formats.json_values import json_items
from privtool.audio.formats.reading import TO_THE_END, Aside, Reading, TableRow, read_rows
from privtool.audio.formats.utterances import Utterance, new_name
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, UsageError, named_read_errors
from privtool.core.record import Record

_ARCHIVE_MEMBER = re.compile(r":[0-9]+$|\.ark(\.gz)?$|\]$")
_TO_THE_END = re.compile(r"-1(?:\.0*)?")


def read_kaldi(folder: Path, reading: Reading) -> Iterator[Record]:
    """Yield the records of a data folder.

    Relative paths in wav.scp start at the current folder, as in Kaldi. Lines that are none, and
    utterances without audio, are set aside. Raise `UsageError` without a wav.scp.
    """
    aside = reading.aside
    if not (folder / "wav.scp").is_file():
        raise UsageError(f"{folder}: is not a Kaldi data folder: it has no wav.scp")
    audio: dict[str, str] = {}
    recordings = list(_unique(folder / "wav.scp", 2, 2, aside))
    for row in recordings:
        try:
            audio[row.fields[0]] = _audio(row, reading.output)
        except DataError as error:
            aside(error)
    texts = _column(folder / "text", 1, aside)
    speakers = _column(folder / "utt2spk", 2, aside)
    known: set[str] = set()
    for row, times in _segments(folder, recordings, aside):
        key = row.fields[0]
        known.add(key)
        path = audio.get(row.fields[1] if times else key)
        if path is None:
            if times:  # else its line was set aside
                aside(row.error("its recording is not in wav.scp"))
            continue
        speaker = speakers.get(key, key)
        start, end = times or (0.0, None)
        yield Record(
            id=key,
            text=" ".join(texts[key].split()) if key in texts else UNSET,
            speaker=UNSET if speaker == key else speaker,
            audio_filepath=path,
            offset=start if times else UNSET,
            duration=UNSET if end is None else round(end - start, 6),
            channel=int(row.fields[4]) if times and len(row.fields) > 4 else UNSET,
        )
    orphans = len(texts.keys() - known)
    if orphans:
        place = folder / "text"
        aside(
            DataError(f"{place}: {orphans} of its utterances have no audio in wav.scp or segments")
        )


def write_kaldi(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write a data folder and return its number of recordings.

    Lines are sorted as Kaldi requires. Raise `DataError` for a duplicate id and for an utterance
    that is `unfit_for_kaldi`.
    """
    files: dict[str, dict[str, str]] = {name: {} for name in ("text", "segments", "utt2spk")}
    recordings: dict[str, str] = {}
    names: dict[str, int] = {}
    for utterance in utterances:
        reason = unfit_for_kaldi(utterance)
        if reason is not None:
            raise DataError(f"{utterance.place}: {reason}")
        record, (key, speaker) = utterance.record, _id_and_speaker(utterance)
        if key in files["utt2spk"]:
            raise DataError(f"the id of {utterance.place} is a duplicate")
        files["utt2spk"][key] = speaker
        recording = recordings.get(utterance.path)
        if recording is None:
            recording = recordings[utterance.path] = new_name(utterance.path, names)
        end = utterance.start + utterance.duration
        channel = f" {utterance.channel}" if utterance.channels > 1 else ""
        files["segments"][key] = f"{recording} {utterance.start:.6f} {end:.6f}{channel}"
        if record.text is not UNSET:
            files["text"][key] = " ".join(record.text.split())
    speakers: dict[str, list[str]] = {}
    for key, speaker in sorted(files["utt2spk"].items()):
        speakers.setdefault(speaker, []).append(key)
    files["spk2utt"] = {speaker: " ".join(ids) for speaker, ids in speakers.items()}
    files["wav.scp"] = {name: path for path, name in recordings.items()}
    for name, lines in files.items():
        content = "".join(f"{key} {value}".rstrip() + "\n" for key, value in sorted(lines.items()))
        (folder / name).write_bytes(content.encode())
    return len(recordings)


def unfit_for_kaldi(utterance: Utterance) -> str | None:
    """Return why a data folder cannot hold an utterance, without quoting it; None if it can."""
    if any(name.split() != [name] for name in _id_and_speaker(utterance)):
        return "its id or speaker is empty or has white space"
    path = utterance.path
    kind = _non_file_kind(path)
    if kind is not None:
        return f"Kaldi would take the path of its audio for {kind}: rename the file"
    if path.strip() != path or len(path.splitlines()) != 1:
        return "the path of its audio has a line break or ends in white space: rename the file"
    return None


def _id_and_speaker(utterance: Utterance) -> tuple[str, str]:
    """Return both as in utt2spk; an utterance without a speaker is its own speaker."""
    record, key = utterance.record, str(utterance.record.id)
    return key, key if record.speaker is UNSET else str(record.speaker)


def _audio(row: TableRow, output: str) -> str:
    path = row.fields[1]
    kind = _non_file_kind(path)
    if kind is not None:
        raise row.error(f"is {kind}, and privtool reads only files: write its audio to one first")
    return path_for_records(path, output)


def _non_file_kind(path: str) -> str | None:
    """Return what Kaldi takes a path in wav.scp for; None for a file.

    Kaldi decides by the characters alone: it runs a command even if a file of that name exists.
    """
    if "|" in path:
        return "a command"
    return "a part of an archive" if _ARCHIVE_MEMBER.search(path) else None


def _segments(
    folder: Path, recordings: Sequence[TableRow], aside: Aside
) -> Iterator[tuple[TableRow, tuple[float, float | None] | None]]:
    """Yield the utterances, each with start and end, or None for a whole recording.

    The end is None where it is that of the recording, which Kaldi writes as -1.
    """
    if not (folder / "segments").is_file():
        yield from ((row, None) for row in recordings)
        return
    for row in _unique(folder / "segments", 4, 5, aside):
        try:
            start = row.seconds(2, "start")
            end = None if _TO_THE_END.fullmatch(row.fields[3]) else row.seconds(3, "end")
            if len(row.fields) > 4 and not row.fields[4].isdecimal():
                raise row.error("the channel is not a number")
        except DataError as error:
            aside(error)
            continue
        yield row, (start, end)


def _column(path: Path, least: int, aside: Aside) -> dict[str, str]:
    """Map the first field of each line to the rest; empty for a missing file."""
    if not path.is_file():
        return {}
    return {row.fields[0]: " ".join(row.fields[1:]) for row in _unique(path, least, 2, aside)}


def _unique(path: Path, least: int, most: int, aside: Aside) -> Iterator[TableRow]:
    """Yield the lines of a file; `aside` gets the error of one whose id was there before."""
    seen: set[str] = set()
    for row in read_rows(path, least, most, aside):
        if row.fields[0] in seen:
            aside(row.error("its id is a duplicate"))
            continue
        seen.add(row.fields[0])
        yield row


MANIFEST = "manifest.json"


_AUDIO = ("audio_filepath", "audio_file", "audio_filename")  # the others in old manifests
_ELSEWHERE = ("text_filepath", "text_filename")


class _Line(Struct):
    """A line, in which null is treated as absent."""

    audio_filepath: str | None = None
    audio_file: str | None = None
    audio_filename: str | None = None
    duration: float | None = None
    offset: float | None = None
    text: str | None = None
    text_filepath: str | None = None
    text_filename: str | None = None
    speaker: str | int | None = None
    channel_selector: int | None = None
    id: str | int | None = None


def read_nemo(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each line, also of a list or of indented JSON."""
    folder = reading.base or path.parent
    with named_read_errors(path):
        data = path.read_bytes()
    for number, raw in json_items(data):
        try:
            line = msgspec.json.decode(raw, type=_Line)
            yield _record(line, f"{path.stem}-{number:05}", folder, reading.output)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reading.aside(
                DataError(f"{path}:{number}: not a line of a NeMo manifest{_where(error)}")
            )
        except DataError as error:
            reading.aside(DataError(f"{path}:{number}: {error.message}"))


def _where(error: Exception) -> str:
    """Return which field has the wrong type, without its value."""
    name = re.search(r"at `\$\.(\w+)`$", str(error))
    return f": field '{name[1]}' has the wrong type" if name else ""


def _record(line: _Line, name: str, folder: Path, output: str) -> Record:
    audio = next((value for key in _AUDIO if (value := getattr(line, key)) is not None), None)
    if audio is None or line.duration is None:
        field = _AUDIO[0] if audio is None else "duration"
        raise DataError(f"field '{field}' is missing")
    if line.text is None and any(getattr(line, key) is not None for key in _ELSEWHERE):
        raise DataError("its text is in another file, which is not read")
    return Record(
        id=name if line.id is None else line.id,
        text=UNSET if line.text is None else line.text,
        speaker=UNSET if line.speaker is None else line.speaker,
        audio_filepath=path_for_records(os.path.join(folder, audio), output),
        offset=0.0 if line.offset is None else line.offset,
        duration=UNSET if line.duration == TO_THE_END else line.duration,
        channel=UNSET if line.channel_selector is None else line.channel_selector,
    )


def write_nemo(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write a manifest and return the number of recordings."""
    recordings = set()
    with open(folder / MANIFEST, "wb") as file:
        for utterance in utterances:
            recordings.add(utterance.path)
            record = utterance.record
            line: dict[str, Any] = {
                "id": record.id,
                "audio_filepath": utterance.path,
                "offset": utterance.start,
                "duration": utterance.duration,
                "text": "" if record.text is UNSET else record.text,
            }
            if record.speaker is not UNSET:
                line["speaker"] = record.speaker
            if utterance.channels > 1:
                line["channel_selector"] = utterance.channel
            file.write(msgspec.json.encode(line) + b"\n")
    return len(recordings)
