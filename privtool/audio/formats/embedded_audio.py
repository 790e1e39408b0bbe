"""Datasets that hold their audio: folders and Parquet of Hugging Face, tars of WebDataset.

In those of Hugging Face, columns have no standard names: folders have audio files and a table that
names them, and Parquet or Arrow, read by pyarrow, the bytes of audio files. In a tar, the files of
a sample have one name, and an ending for what they are.
"""

from __future__ import annotations

import csv
import io
import json
import os
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import Utterance, clip_of
from privtool.audio.io.roots import AudioRoot, path_for_records
from privtool.core.errors import DataError, UsageError, named_read_errors
from privtool.core.parquet_tables import load_pyarrow
from privtool.core.record import Record, decode, encode

METADATA = "metadata.jsonl"
_TABLES = (METADATA, "metadata.csv")
_FILE = ("file_name", "audio_file_name")
_TEXTS = ("text", "sentence", "transcription", "transcript", "normalized_text", "raw_text")
_SPEAKERS = ("speaker", "speaker_id", "client_id")
FILE = "train-00000-of-00001.parquet"
_ROWS = 64  # of audio at a time


def _record(row: Mapping[str, Any], own_id: str, audio: str) -> Record:
    """Return the record of a row and its audio; `own_id` is the id of one without."""
    given = row.get("id")
    speaker = next((row[key] for key in _SPEAKERS if row.get(key) is not None), UNSET)
    return Record(
        id=given if isinstance(given, str | int) and not isinstance(given, bool) else own_id,
        text=next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), UNSET),
        speaker=speaker if speaker is UNSET or isinstance(speaker, int) else str(speaker),
        audio_filepath=audio,
    )


def read_audio_folder(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each row of the `metadata.jsonl` or `metadata.csv` of a folder.

    The audio stays where it is. Raise `DataError` for a row without a file, or with one outside
    the folder.
    """
    tables = [path / name for name in _TABLES if (path / name).is_file()]
    if not tables:
        raise DataError(f"{path}: has no metadata.jsonl or metadata.csv")
    root = AudioRoot(str(path), confined=True)
    for number, row in enumerate(_rows(tables[0]), 1):
        place = f"{tables[0]}: row {number}"
        name = next((row[key] for key in _FILE if isinstance(row.get(key), str)), "")
        try:
            file = root.path_of(Record(audio_filepath=name))
        except DataError:
            raise DataError(f"{place}: names no audio file of the folder") from None
        yield _record(row, os.path.splitext(name)[0], path_for_records(file, reading.output))


def _rows(table: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with named_read_errors(table), open(table, encoding="utf-8-sig", newline="") as lines:
            if table.suffix == ".csv":
                yield from csv.DictReader(lines, strict=True)
            else:
                decoder = msgspec.json.Decoder(dict[str, Any])
                yield from (decoder.decode(line) for line in lines if line.strip())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, csv.Error):
        raise DataError(f"{table}: has a row that cannot be read") from None


def write_audio_folder(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write the clip of each record and `metadata.jsonl`; return the number of clips."""
    count = 0
    with open(folder / METADATA, "wb") as file:
        for count, utterance in enumerate(utterances, 1):
            data, ending = clip_of(utterance)
            name = f"{count:08}{ending}"
            (folder / name).write_bytes(data)
            row = {"file_name": name, **_described(utterance.record)}
            file.write(msgspec.json.encode(row) + b"\n")
    return count


def read_parquet(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each row with audio; its audio is written into a folder as it is.

    The path is a file of Parquet or Arrow, or a folder that `Dataset.save_to_disk` wrote. Raise
    `DataError` for one without a column `audio` with bytes.
    """
    pyarrow, _ = load_pyarrow()
    files = sorted(path.glob("*.arrow")) if path.is_dir() else [path]
    if not files:
        raise DataError(f"{path}: has no *.arrow files of a dataset")
    number = 0
    for file in files:
        if not file.is_file():
            raise UsageError(f"{file}: no such file")
        try:
            for batch in _batches(file):
                for row in batch.to_pylist():
                    number += 1
                    yield _record_of_row(row, number, path, reading)
        except (pyarrow.ArrowException, OSError, UnicodeDecodeError):
            raise DataError(f"{file}: is not Parquet or Arrow, or broken") from None


def _batches(file: Path) -> Iterator[Any]:
    """Yield a few rows at a time, with the columns that a record has a field for."""
    pyarrow, parquet = load_pyarrow()
    if file.suffix != ".arrow":
        content = parquet.ParquetFile(file)
        yield from content.iter_batches(_ROWS, columns=_wanted(content.schema_arrow.names, file))
        return
    with pyarrow.memory_map(str(file)) as source, pyarrow.ipc.open_stream(source) as stream:
        wanted = _wanted(stream.schema.names, file)
        for batch in stream:
            columns = batch.select(wanted)
            yield from (columns.slice(row, _ROWS) for row in range(0, columns.num_rows, _ROWS))


def _wanted(names: list[str], file: Path) -> list[str]:
    if "audio" not in names:
        raise DataError(f"{file}: has no column 'audio'")
    return [name for name in ("audio", "id", *_TEXTS, *_SPEAKERS) if name in names]


def _record_of_row(row: dict[str, Any], number: int, path: Path, reading: Reading) -> Record:
    audio = row["audio"]
    content = audio.get("bytes") if isinstance(audio, dict) else None
    if not isinstance(content, bytes):
        raise DataError(
            f"{path}: row {number}: has no embedded audio; it may refer to a file elsewhere"
        )
    ending = os.path.splitext(str(audio.get("path") or ""))[1]
    return _record(row, f"{path.stem}-{number:05}", reading.write_audio(number, content, ending))


def write_parquet(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write a file that `datasets` loads with a column of audio; return the number of clips."""
    pyarrow, parquet = load_pyarrow()
    audio = pyarrow.struct([("bytes", pyarrow.binary()), ("path", pyarrow.string())])
    fields = [("id", pyarrow.string()), ("audio", audio)]
    fields += [("text", pyarrow.string()), ("speaker", pyarrow.string())]
    value = {"dtype": "string", "_type": "Value"}
    features = {"id": value, "audio": {"_type": "Audio"}, "text": value, "speaker": value}
    schema = pyarrow.schema(
        fields, metadata={"huggingface": json.dumps({"info": {"features": features}})}
    )
    count = 0
    with parquet.ParquetWriter(folder / FILE, schema) as writer:
        rows: list[dict[str, Any]] = []
        for count, utterance in enumerate(utterances, 1):  # noqa: B007
            data, ending = clip_of(utterance)
            described = _described(utterance.record).items()
            row = {name: None if value is None else str(value) for name, value in described}
            rows.append({**row, "audio": {"bytes": data, "path": f"audio{ending}"}})
            if len(rows) == _ROWS:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pyarrow.Table.from_pylist(rows, schema))
    return count


def _described(record: Record) -> dict[str, Any]:
    """Return the columns of a record without its audio."""
    return {
        "id": record.id,
        "text": None if record.text is UNSET else record.text,
        "speaker": None if record.speaker is UNSET else record.speaker,
    }


FIRST = "000000.tar"
_SAMPLES = 1000  # of a tar
_SAMPLE_AUDIO = ("flac", "wav", "mp3", "ogg", "opus", "m4a", "aac")
_SAMPLE_TEXTS = ("txt", "text", "transcript")


def read_tar(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each sample; its audio is written into a folder as it is.

    Fields come from `json`, the text also from `txt`. Raise `DataError` for a sample without audio
    or with several.
    """
    try:
        with named_read_errors(path), tarfile.open(path, "r|*") as tar:
            members = ((member.name, tar.extractfile(member)) for member in tar if member.isfile())
            files = ((*_split(name), file.read()) for name, file in members if file is not None)
            for number, (key, group) in enumerate(groupby(files, key=lambda file: file[0]), 1):
                sample = [(ending, content) for _, ending, content in group]
                yield _record_of_sample(key, number, sample, path, reading)
    except (tarfile.TarError, EOFError):
        raise DataError(f"{path}: is not a tar, or broken") from None


def _split(name: str) -> tuple[str, str]:
    """Return the name of a sample and the ending of a file: all after the first point."""
    folder, slash, file = name.rpartition("/")
    stem, _, ending = file.partition(".")
    return folder + slash + stem, ending.lower()


def _record_of_sample(
    key: str, number: int, files: list[tuple[str, bytes]], path: Path, reading: Reading
) -> Record:
    audio = [file for file in files if file[0] in _SAMPLE_AUDIO]
    if len(audio) != 1:
        raise DataError(f"{path}: a sample has {len(audio)} audio files")
    record = Record()
    for ending, content in files:
        try:
            if ending == "json":
                record = decode(content)
            elif ending in _SAMPLE_TEXTS and record.text is UNSET:
                text = " ".join(content.decode().split())
                record = msgspec.structs.replace(record, text=text)
        except (DataError, UnicodeDecodeError):
            raise DataError(f"{path}: the {ending} of a sample cannot be read") from None
    ((ending, content),) = audio
    name = key if record.id is UNSET else record.id
    file = reading.write_audio(number, content, f".{ending}")
    return msgspec.structs.replace(
        record, id=name, audio_filepath=file, offset=UNSET, duration=UNSET, channel=UNSET
    )


def write_tars(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write samples of audio and `json` into tars; return the number of samples."""
    tar = tarfile.open(folder / FIRST, "w")  # noqa: SIM115
    number = -1
    try:
        for number, utterance in enumerate(utterances):
            if number and number % _SAMPLES == 0:
                tar.close()
                tar = tarfile.open(folder / f"{number // _SAMPLES:06}.tar", "w")  # noqa: SIM115
            data, ending = clip_of(utterance)
            held = msgspec.structs.replace(
                utterance.record, audio_filepath=UNSET, offset=UNSET, duration=UNSET, channel=UNSET
            )
            _add(tar, f"{number:08}{ending}", data)
            _add(tar, f"{number:08}.json", encode(held))
    finally:
        tar.close()
    return number + 1


def _add(tar: tarfile.TarFile, name: str, content: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size = len(content)
    tar.addfile(member, io.BytesIO(content))
