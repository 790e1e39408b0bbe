"""Writing audio losslessly and atomically, under names that reveal nothing.

A name is a hash of the record's id and the content, as ids may have slashes, names or duplicates.
The same audio of the same id has the same name in every process.
"""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path
from typing import NamedTuple

import soundfile

from privtool.audio.io.decode import Audio
from privtool.audio.io.roots import path_for_records
from privtool.core.errors import PrivtoolError, UsageError, option, reason_of
from privtool.core.writing import make_folder, writing

_FLAC = {"PCM_S8": "PCM_S8", "PCM_U8": "PCM_S8", "PCM_16": "PCM_16", "PCM_24": "PCM_24"}
_WAV = {"PCM_U8", "PCM_16", "PCM_24", "PCM_32", "FLOAT", "DOUBLE", "ULAW", "ALAW"}
_EXACT_IN_WAV = {"PCM_S8": "PCM_U8", "DOUBLE": "DOUBLE"}
_FLAC_CHANNELS, _FLAC_RATE = 8, 655_350


class AudioFolder(NamedTuple):
    """A folder that clips are written into, and its path in records."""

    folder: str
    path_in_records: str

    def write(self, record_id: str | int, audio: Audio) -> str:
        """Write a clip atomically, unchanged; return its path, or raise `PrivtoolError`."""
        return self.write_file(record_id, *encode(audio))

    def write_file(self, record_id: str | int, content: bytes, ending: str) -> str:
        """Write the content of a file as `write` does that of a clip."""
        name = file_name(record_id, content) + ending
        with writing(os.path.join(self.folder, name)) as write:
            write(content)
        return f"{self.path_in_records}/{name}" if self.path_in_records else name

    def remove(self, path: str) -> None:
        """Remove the clip that a record names."""
        os.unlink(os.path.join(self.folder, os.path.basename(path)))


def audio_folder(out_dir: Path, output: str, force: bool) -> AudioFolder:
    """Return the folder for a command's audio, created if necessary.

    `output` is where the records are written. Raise what `make_empty_folder` raises.
    """
    make_empty_folder(out_dir, force)
    path = path_for_records(out_dir, output)
    return AudioFolder(os.path.abspath(out_dir), "" if path == "." else path)


def make_empty_folder(folder: Path, force: bool, name: str = "out_dir") -> None:
    """Create the folder for audio of an option if necessary.

    Raise `UsageError` for a folder that is not empty unless `force`, and `PrivtoolError` if it
    cannot be created.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{option(name)}: {folder} is not a folder")
    if not force and folder.is_dir() and any(folder.iterdir()):
        raise UsageError(
            f"{option(name)}: {folder} is not empty; add {option('force')} to write into it"
        )
    try:
        make_folder(folder)
    except OSError as error:
        raise PrivtoolError(f"{folder}: cannot be created ({reason_of(error)})") from None


def encode(audio: Audio) -> tuple[bytes, str]:
    """Return a file with exactly these samples, and its extension: FLAC from FLAC, else WAV."""
    container, target = container_of(audio), io.BytesIO()
    soundfile.write(
        target, audio.samples, audio.rate, format=container.format, subtype=container.subtype
    )
    data = bytearray(target.getvalue())
    place = time_of_writing(data)
    if place is not None:
        data[place] = bytes(4)
    return bytes(data), container.ending


class Container(NamedTuple):
    """The format of a file that holds certain samples unchanged, and its extension."""

    format: str
    subtype: str
    ending: str


def container_of(audio: Audio) -> Container:
    """Return the format of a file for samples like these."""
    flac = _FLAC.get(audio.subtype)
    fits = audio.samples.shape[1] <= _FLAC_CHANNELS and 0 < audio.rate <= _FLAC_RATE
    if flac and fits and audio.format in ("FLAC", "AIFF", "CAF", "W64", "AU"):
        return Container("FLAC", flac, ".flac")
    subtype = _EXACT_IN_WAV.get(audio.subtype, audio.subtype)
    return Container("WAV", subtype if subtype in _WAV else "FLOAT", ".wav")


def file_name(record_id: str | int, content: bytes) -> str:
    """Return the name, without extension, of a record's file with this content."""
    key = f"{type(record_id).__name__}:{record_id}".encode("utf-8", "surrogatepass")
    digest = hashlib.blake2b(len(key).to_bytes(8, "big") + key, digest_size=12)
    digest.update(content)
    return digest.hexdigest()


def time_of_writing(start: bytes | bytearray) -> slice | None:
    """Return where the start of a float WAV says when it was written; other files do not."""
    peak = start.find(b"PEAK", 0, start.find(b"data")) if start[:4] == b"RIFF" else -1
    return slice(peak + 12, peak + 16) if peak >= 0 else None
