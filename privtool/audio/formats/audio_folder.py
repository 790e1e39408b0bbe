"""Audio folders of Hugging Face: audio files, and a table that names them (`datasets`)."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from privtool.audio.formats.columns import id_of_row, speaker_of, text_of_row
from privtool.audio.formats.embedded_audio import clip_of
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import AudioRoot, path_for_records
from privtool.core.errors import DataError, named_read_errors
from privtool.core.record import Record

METADATA = "metadata.jsonl"
_TABLES = (METADATA, "metadata.csv")
_FILE = ("file_name", "audio_file_name")


def read_audio_folder(path: Path, output: str) -> Iterator[Record]:
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
        yield Record(
            id=id_of_row(row, os.path.splitext(name)[0]),
            text=text_of_row(row),
            speaker=speaker_of(row),
            audio_filepath=path_for_records(file, output),
        )


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
            file.write(msgspec.json.encode(_row(utterance.record, name)) + b"\n")
    return count


def _row(record: Record, name: str) -> dict[str, Any]:
    return {
        "file_name": name,
        "id": record.id,
        "text": None if record.text is UNSET else record.text,
        "speaker": None if record.speaker is UNSET else record.speaker,
    }
