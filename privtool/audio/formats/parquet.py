"""Audio datasets of Hugging Face: Parquet or Arrow with the bytes of audio files, by pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET

from privtool.audio.formats.columns import SPEAKERS, TEXTS, id_of_row, speaker_of, text_of_row
from privtool.audio.formats.embedded_audio import clip_of, write_file
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, UsageError
from privtool.core.parquet_tables import load_pyarrow
from privtool.core.record import Record

FILE = "train-00000-of-00001.parquet"
_ROWS = 64  # of audio at a time


def read_parquet(path: Path, folder: AudioFolder) -> Iterator[Record]:
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
                    yield _record(row, number, path, folder)
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
    return [name for name in ("audio", "id", *TEXTS, *SPEAKERS) if name in names]


def _record(row: dict[str, Any], number: int, path: Path, folder: AudioFolder) -> Record:
    audio = row["audio"]
    content = audio.get("bytes") if isinstance(audio, dict) else None
    if not isinstance(content, bytes):
        raise DataError(
            f"{path}: row {number}: has no embedded audio; it may refer to a file elsewhere"
        )
    ending = os.path.splitext(str(audio.get("path") or ""))[1]
    return Record(
        id=id_of_row(row, f"{path.stem}-{number:05}"),
        text=text_of_row(row),
        speaker=speaker_of(row),
        audio_filepath=write_file(folder, number, content, ending),
    )


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
            rows.append(_row(utterance))
            if len(rows) == _ROWS:
                writer.write_table(pyarrow.Table.from_pylist(rows, schema))
                rows = []
        writer.write_table(pyarrow.Table.from_pylist(rows, schema))
    return count


def _row(utterance: Utterance) -> dict[str, Any]:
    data, ending = clip_of(utterance)
    record = utterance.record
    return {
        "id": str(record.id),
        "audio": {"bytes": data, "path": f"audio{ending}"},
        "text": None if record.text is UNSET else record.text,
        "speaker": None if record.speaker is UNSET else str(record.speaker),
    }
