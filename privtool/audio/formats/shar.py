"""Lhotse Shar: folders of cuts with their audio in tars, read and written with lhotse."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from msgspec import UNSET

from privtool.audio.formats.embedded_audio import clip_of, write_file
from privtool.audio.formats.lhotse import cut_of, records_of_cut
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.writer import AudioFolder
from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.record import Record

FIRST = "cuts.000000.jsonl.gz"
_CUTS = 1000  # of a shard
_ENDINGS = {b"fLaC": ".flac", b"RIFF": ".wav", b"OggS": ".ogg"}


def read_shar(path: Path, folder: AudioFolder) -> Iterator[Record]:
    """Yield the records of all cuts; the audio of each cut is written into a folder as it is.

    Raise `DataError` for cuts with several channels or without audio in the shards.
    """
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse import CutSet

    if not path.is_dir():
        raise UsageError(f"{path}: no such folder")
    if not any(path.glob("cuts.*")):
        raise DataError(f"{path}: has no shards of cuts (cuts.000000.jsonl.gz)")
    number = 0
    try:
        cuts = CutSet.from_shar(in_dir=str(path))
        for number, cut in enumerate(cuts, 1):
            place = f"{path}: cut {number}"
            audio = _write(cut, number, place, folder)
            yield from records_of_cut(cut, place, audio, UNSET)
        if number != len(cuts):  # lhotse stops at the end of the shortest file
            raise DataError(f"{path}: has audio for fewer cuts than it lists")
    except (PrivtoolError, GeneratorExit):
        raise
    except Exception:  # errors of lhotse may quote the files
        raise DataError(f"{path}: is not Lhotse Shar after cut {number}") from None


def _write(cut: Any, number: int, place: str, folder: AudioFolder) -> str:
    from lhotse import MonoCut

    if not isinstance(cut, MonoCut) or cut.recording is None:
        raise DataError(f"{place}: is not a one-channel cut of a recording")
    (source,) = cut.recording.sources
    if source.type != "memory" or len(source.channels) != 1:
        raise DataError(f"{place}: has no audio of one channel in the shards")
    content: bytes = source.source
    return write_file(folder, number, content, _ENDINGS.get(content[:4], ""))


def unfit_for_shar(utterance: Utterance) -> str | None:
    """Return why a record does not fit: its id is the name of its audio in a tar."""
    name = str(utterance.record.id)
    if PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\0" in name:
        return "its 'id' is no name for a file in a tar"
    return None


def write_shar(utterances: Iterable[Utterance], folder: Path) -> int:
    """Write shards of cuts and of their audio, samples unchanged; return the number of clips."""
    logging.getLogger().setLevel(logging.ERROR)
    from lhotse.shar import JsonlShardWriter, TarWriter
    from lhotse.shar.utils import to_shar_placeholder
    from lhotse.utils import fastcopy

    count = 0
    with (
        JsonlShardWriter(f"{folder}/cuts.%06d.jsonl.gz", _CUTS) as cuts,
        TarWriter(f"{folder}/recording.%06d.tar", _CUTS) as audio,
    ):
        for count, utterance in enumerate(utterances, 1):
            data, ending = clip_of(utterance)
            cut = cut_of(_as_file(utterance), f"recording-{count:06}")
            recording = to_shar_placeholder(cut.recording)
            audio.write(f"{cut.id}{ending}", io.BytesIO(data))
            manifest = json.dumps(recording.to_dict()).encode()
            audio.write(f"{cut.id}.json", io.BytesIO(manifest), count=False)
            cuts.write(fastcopy(cut, recording=recording))
    return count


def _as_file(utterance: Utterance) -> Utterance:
    """Return a record as the only one of a file with one channel, which is its clip."""
    frames = round(utterance.duration * utterance.rate)
    record = utterance.record
    return Utterance(
        Record(
            id=record.id, text=record.text, speaker=record.speaker, words=record.words,
            entities=record.entities,
        ),
        "", frames, utterance.rate, 0.0, frames / utterance.rate,
    )  # fmt: skip
