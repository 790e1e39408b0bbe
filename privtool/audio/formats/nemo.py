"""Manifests of NeMo: JSON lines with `audio_filepath`, `duration`, `offset` and `text`."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from privtool.audio.formats.json_values import json_items
from privtool.audio.formats.reading import TO_THE_END, Reading
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, named_read_errors
from privtool.core.record import Record

MANIFEST = "manifest.json"


_AUDIO = ("audio_filepath", "audio_file", "audio_filename")  # the others in old manifests
_ELSEWHERE = ("text_filepath", "text_filename")


class _Line(Struct):
    """A line, in which null is as good as absent."""

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
            file.write(msgspec.json.encode(_line(utterance)) + b"\n")
    return len(recordings)


def _line(utterance: Utterance) -> dict[str, Any]:
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
    return line
