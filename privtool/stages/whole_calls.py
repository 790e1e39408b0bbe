"""Whole recordings of redacted parts: of the same length, and silent where there is no part."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
import numpy as np
import soundfile

from privtool.audio.io.decode import AudioInfo, Samples, read_frames, read_info
from privtool.audio.io.writer import container_of, time_of_writing
from privtool.core.record import encode
from privtool.core.writing import writing
from privtool.stages.call_parts import CallPart, CallParts

MANIFEST = "manifest.jsonl"
_SECONDS = 10  # of a chunk
_COPIED_BYTES = 1 << 20


def write_calls(calls: CallParts, folder: Path) -> int:
    """Write each recording, and a manifest of their records; return the number of recordings.

    A file is named by a hash of its content. Records are in the order of the names and of time.
    """
    count = 0
    with tempfile.TemporaryDirectory(prefix="privtool-") as temporary:
        # The order of the names is that of no call, and is known at the end.
        transcripts = Path(temporary)
        for count, (path, parts) in enumerate(calls.recordings(), 1):  # noqa: B007
            name = _write_call(path, parts, folder)
            lines = (
                encode(msgspec.structs.replace(part.record, audio_filepath=name)) + b"\n"
                for part in parts
            )
            with open(transcripts / name, "ab") as file:
                file.writelines(lines)
        with writing(str(folder / MANIFEST)) as write:
            for each in sorted(transcripts.iterdir()):
                write(each.read_bytes())
    return count


def _write_call(path: str, parts: Sequence[CallPart], folder: Path) -> str:
    """Write a recording in chunks and return its name."""
    info = read_info(path)
    start = read_frames(path, lambda _: (0, 1))
    container = container_of(start)
    with tempfile.TemporaryFile() as file:
        with soundfile.SoundFile(
            file,
            "w",
            info.rate,
            info.channels,
            format=container.format,
            subtype=container.subtype,
            closefd=False,
        ) as sound:
            for samples in _chunks(start.samples, info, parts):
                sound.write(samples)
        file.seek(0)
        place = time_of_writing(file.read(_COPIED_BYTES))
        if place is not None:
            file.seek(place.start)
            file.write(bytes(place.stop - place.start))
        name = _digest(file) + container.ending
        file.seek(0)
        with writing(os.path.join(folder, name)) as write:
            while data := file.read(_COPIED_BYTES):
                write(data)
    return name


def _chunks(empty: Samples, info: AudioInfo, parts: Sequence[CallPart]) -> Iterator[Samples]:
    """Yield the samples of a recording, of the type and with the channels of `empty` ones."""
    size = _SECONDS * info.rate
    for first in range(0, info.frames, size):
        frames = min(size, info.frames - first)
        here = [p for p in parts if p.start < first + frames and first < p.start + p.frames]
        yield _chunk(np.zeros((frames, empty.shape[1]), empty.dtype), first, here)


def _chunk(new: Samples, first: int, parts: Sequence[CallPart]) -> Samples:
    """Return a chunk from a frame on: the clips of its parts, else the silence of `new`.

    Where parts overlap, a sample that any of them has replaced is that of the last one that did.
    What was replaced is known: noise may equal the original by chance, so that samples cannot show
    it, and which of two clips a sample is of would say something of the original.
    """
    covered = np.zeros(new.shape, bool)
    for part in parts:
        start, end = max(first, part.start), min(first + len(new), part.start + part.frames)
        clip = _read(part.clip, start - part.start, end - start)
        channels = slice(None) if part.channel is None else slice(part.channel, part.channel + 1)
        place = slice(start - first, end - first), channels
        replaced = np.zeros((len(clip), 1), bool)
        for begin, stop in part.removed:
            replaced[max(0, part.start + begin - start) : max(0, part.start + stop - start)] = True
        new[place] = np.where(replaced | ~covered[place], clip, new[place])
        covered[place] = True
    return new


def _read(path: str, first: int, frames: int) -> Samples:
    return read_frames(path, lambda _: (first, frames)).samples


def _digest(file: BinaryIO) -> str:
    file.seek(0)
    digest = hashlib.blake2b(digest_size=12)
    while data := file.read(_COPIED_BYTES):
        digest.update(data)
    return digest.hexdigest()
