"""Audio datasets of Hugging Face: Parquet with the bytes of audio files, by pyarrow."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET

from privtool.audio.formats.embedded_audio import clip_of, write_file
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, PrivtoolError, UnavailableError
from privtool.core.record import Record

FILE = "train-00000-of-00001.parquet"
_TEXTS = ("text", "sentence", "transcription", "transcript", "normalized_text", "raw_text")
_SPEAKERS = ("speaker", "speaker_id", "client_id")
_ROWS = 64  # of audio at a time


def read_parquet(path: Path, folder: AudioFolder) -> Iterator[Record]:
    """Yield a record for each row with audio; its audio is written into a folder as it is.

    The text is the first of the columns text, sentence, transcription and transcript. Raise
    `DataError` for a file without a column `audio` with bytes.
    """
    pyarrow, parquet = _pyarrow()
    if not path.is_file():
        raise PrivtoolError(f"{path}: no such file")
    number = 0
    try:
        file = parquet.ParquetFile(path)
        names = set(file.schema_arrow.names)
        wanted = [name for name in ("audio", "id", *_TEXTS, *_SPEAKERS) if name in names]
        if "audio" not in names:
            raise DataError(f"{path.name}: has no column 'audio'")
        for batch in file.iter_batches(_ROWS, columns=wanted):
            for row in batch.to_pylist():
                number += 1
                yield _record(row, f"{path.stem}-{number:05}", f"{path.name}: row {number}", folder)
    except (pyarrow.ArrowException, OSError):
        raise DataError(f"{path.name}: is not Parquet, or broken") from None


def _record(row: dict[str, Any], name: str, place: str, folder: AudioFolder) -> Record:
    audio = row["audio"]
    content = audio.get("bytes") if isinstance(audio, dict) else None
    if not isinstance(content, bytes):
        raise DataError(f"{place}: has no bytes of audio; it may name a file elsewhere")
    own = row.get("id")
    record_id = own if isinstance(own, str | int) and not isinstance(own, bool) else name
    text = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), UNSET)
    speaker = next((row[key] for key in _SPEAKERS if row.get(key) is not None), UNSET)
    ending = os.path.splitext(str(audio.get("path") or ""))[1]
    return Record(
        id=record_id,
        text=text,
        speaker=speaker if speaker is UNSET or isinstance(speaker, int) else str(speaker),
        audio_filepath=write_file(folder, record_id, content, ending),
    )


def write_parquet(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write a file that `datasets` loads with a column of audio; return the number of clips."""
    pyarrow, parquet = _pyarrow()
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


def _pyarrow() -> tuple[Any, Any]:
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise UnavailableError(
            "Parquet needs pyarrow: install it with `pip install 'privtool[parquet]'`"
        ) from None
    return pyarrow, parquet
