"""Manifests of NeMo: JSON lines with `audio_filepath`, `duration`, `offset` and `text`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import DataError, UsageError, reason_of
from privtool.core.record import Record

MANIFEST = "manifest.json"


class _Line(Struct):
    audio_filepath: str
    duration: float
    offset: float = 0.0
    text: str | None = None
    speaker: str | int | None = None
    channel_selector: int | None = None
    id: str | int | None = None


def read_nemo(path: Path, output: str) -> Iterator[Record]:
    """Yield a record for each line; relative paths start at the folder of the manifest."""
    decoder = msgspec.json.Decoder(_Line)
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{path}: {reason_of(error, 'cannot be read')}") from None
    for number, raw in enumerate(lines, 1):
        if not raw.strip():
            continue
        try:
            line = decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise DataError(f"{path}:{number}: not a line of a NeMo manifest") from None
        yield Record(
            id=f"{path.stem}-{number:05}" if line.id is None else line.id,
            text=UNSET if line.text is None else line.text,
            speaker=UNSET if line.speaker is None else line.speaker,
            audio_filepath=path_for_records(
                os.path.join(os.path.dirname(path), line.audio_filepath), output
            ),
            offset=line.offset,
            duration=line.duration,
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
