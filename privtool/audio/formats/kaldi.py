"""Kaldi data folders: wav.scp, segments, text, utt2spk.

Format: https://kaldi-asr.org/doc/data_prep.html. A folder holds ids, texts, speakers and times;
it has no place for the times of words and for entities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.table import TableRow, read_rows
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, UsageError
from privtool.core.record import Record

_IN_AN_ARCHIVE = re.compile(r":[0-9]+$|\.ark(\.gz)?$|\]$")


def read_kaldi(folder: Path, output: str) -> Iterator[Record]:
    """The records of a data folder; `output` is where they will be written.

    A relative path in wav.scp starts, as in Kaldi, at the current folder. Raises `UsageError`
    without a wav.scp, and `DataError` for a command in it and for what does not fit together.
    """
    if not (folder / "wav.scp").is_file():
        raise UsageError(f"{folder}: is no Kaldi data folder, it has no wav.scp")
    audio = {
        row.fields[0]: _audio(row, output) for row in _unique(read_rows(folder / "wav.scp", 2, 2))
    }
    texts = _column(folder / "text", least=1)
    speakers = _column(folder / "utt2spk", least=2)
    known: set[str] = set()
    for row, times in _stretches(folder):
        id, recording = row.fields[0], row.fields[min(1, len(row.fields) - 1)] if times else None
        path = audio.get(recording or id)
        if path is None:
            raise row.error("its recording is not in wav.scp")
        known.add(id)
        speaker = speakers.get(id, id)
        start, end = times or (0.0, 0.0)
        yield Record(
            id=id,
            text=" ".join(texts[id].split()) if id in texts else UNSET,
            speaker=UNSET if speaker == id else speaker,
            audio_filepath=path,
            offset=start if times else UNSET,
            duration=round(end - start, 6) if times else UNSET,
        )
    strays = sum(id not in known for id in texts)
    if strays:
        raise DataError(f"text: {strays} of its utterances have no audio in wav.scp or segments")


def write_kaldi(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write a data folder and return how many recordings it has.

    Lines are sorted as Kaldi wants them. Raises `DataError` for what `unfit_for_kaldi` tells of
    and for an id that is there twice.
    """
    files: dict[str, dict[str, str]] = {name: {} for name in ("text", "segments", "utt2spk")}
    recordings: dict[str, str] = {}
    names: set[str] = set()
    for utterance in utterances:
        reason = unfit_for_kaldi(utterance)
        if reason is not None:
            raise DataError(f"{utterance.place}: {reason}")
        record, (id, speaker) = utterance.record, _id_and_speaker(utterance)
        if id in files["utt2spk"]:
            raise DataError(f"the id of {utterance.place} is there twice")
        files["utt2spk"][id] = speaker
        recording = recordings.get(utterance.path)
        if recording is None:
            recording = recordings[utterance.path] = _name(utterance.path, names)
        end = utterance.start + utterance.duration
        files["segments"][id] = f"{recording} {utterance.start:.6f} {end:.6f}"
        if record.text is not UNSET:
            files["text"][id] = " ".join(record.text.split())
    speakers: dict[str, list[str]] = {}
    for id, speaker in sorted(files["utt2spk"].items()):
        speakers.setdefault(speaker, []).append(id)
    files["spk2utt"] = {speaker: " ".join(ids) for speaker, ids in speakers.items()}
    files["wav.scp"] = {name: path for path, name in recordings.items()}
    for name, lines in files.items():
        content = "".join(f"{key} {value}".rstrip() + "\n" for key, value in sorted(lines.items()))
        (folder / name).write_bytes(content.encode())
    return len(recordings)


def unfit_for_kaldi(utterance: Utterance) -> str | None:
    """Why a data folder cannot hold an utterance, without quoting it; None where it can."""
    if any(name.split() != [name] for name in _id_and_speaker(utterance)):
        return "its id or speaker is empty or has white space"
    path = utterance.path
    other = _other_than_a_file(path)
    if other is not None:
        return f"Kaldi would take the path of its audio for {other}: rename the file"
    if path.strip() != path or len(path.splitlines()) != 1:
        return "the path of its audio has a line break or ends in white space: rename the file"
    return None


def _id_and_speaker(utterance: Utterance) -> tuple[str, str]:
    """Both as Kaldi has them: who has no speaker is one of their own."""
    record, id = utterance.record, str(utterance.record.id)
    return id, id if record.speaker is UNSET else str(record.speaker)


def _name(path: str, taken: set[str]) -> str:
    """A name for a recording, which is `taken` then: that of its file, numbered if need be."""
    stem = "_".join(Path(path).stem.split()) or "recording"
    numbered = (f"{stem}-{number}" for number in count(2))
    name = next(each for each in chain([stem], numbered) if each not in taken)
    taken.add(name)
    return name


def _audio(row: TableRow, output: str) -> str:
    path = row.fields[1]
    other = _other_than_a_file(path)
    if other is not None:
        raise row.error(f"is {other}, and privtool reads files only: write its audio to one first")
    return path_for_records(path, output)


def _other_than_a_file(path: str) -> str | None:
    """What Kaldi would take a path in wav.scp for; None for a file.

    It looks at the characters only: a file may be there and still be run as a command.
    """
    if "|" in path:
        return "a command"
    return "a part of an archive" if _IN_AN_ARCHIVE.search(path) else None


def _stretches(folder: Path) -> Iterator[tuple[TableRow, tuple[float, float] | None]]:
    """The utterances, each with start and end, or None where it is a whole recording."""
    if not (folder / "segments").is_file():
        yield from ((row, None) for row in _unique(read_rows(folder / "wav.scp", 2, 2)))
        return
    for row in _unique(read_rows(folder / "segments", 4, 5)):
        start, end = row.seconds(2, "start"), row.seconds(3, "end")
        if end <= start:
            raise row.error("ends before it starts")
        if len(row.fields) > 4:
            raise row.error("is of one channel of several: write the channels to files first")
        yield row, (start, end)


def _column(path: Path, least: int) -> dict[str, str]:
    """The rest of each line by its first field; nothing for a file that is not there."""
    if not path.is_file():
        return {}
    found = _unique(read_rows(path, least, 2))
    return {row.fields[0]: " ".join(row.fields[1:]) for row in found}


def _unique(lines: Iterable[TableRow]) -> Iterator[TableRow]:
    seen: set[str] = set()
    for row in lines:
        if row.fields[0] in seen:
            raise row.error("its id is there twice")
        seen.add(row.fields[0])
        yield row
