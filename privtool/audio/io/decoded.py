"""Long compressed files, decoded once: their samples are kept in nameless temporary files.

An hour of Vorbis, MP3 or AAC with 600 turns would else be decoded up to each turn again. A few
files are kept for each process and thread, as a handle has one position.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections import OrderedDict
from typing import Any, NamedTuple

import soundfile

from privtool.core.errors import DataError

COMPRESSED = ("OGG", "MP3")  # formats of libsndfile in which it finds no frame at once
_LONG = 60.0  # seconds: shorter files are soon decoded again
_KEPT_FILES = 4
_FRAMES = 1 << 18  # at a time


class _Key(NamedTuple):
    path: str
    file: tuple[int, int, int, int]
    process: int
    thread: int


_kept: OrderedDict[_Key, Any] = OrderedDict()
_lock = threading.Lock()


def kept(path: str) -> Any | None:
    """Return the open file with the samples of a path, None if it is not kept or has changed."""
    key = _key(path)
    with _lock:
        file = _kept.get(key) if key is not None else None
        if file is not None and key is not None:
            _kept.move_to_end(key)
    return file


def keep(path: str, file: Any) -> Any:
    """Keep an open file with the samples of a path, or a decoded copy of it, if it is long.

    Return the file to read, which must then not be closed. A file that is short, or in which any
    frame is found at once, is returned as it is.
    """
    key = _key(path)
    of_memory = not isinstance(file.name, str)  # ffmpeg has decoded it
    if key is None or file.frames < _LONG * file.samplerate:
        return file
    if not of_memory and file.format not in COMPRESSED:
        return file
    new = file if of_memory else _decoded(file)
    with _lock:
        _kept[key] = new
        while len(_kept) > _KEPT_FILES:
            _, oldest = _kept.popitem(last=False)
            if oldest is not new:
                oldest.close()
    return new


def is_kept(file: Any) -> bool:
    """Return whether an open file is kept, so that it must not be closed."""
    with _lock:
        return any(file is each for each in _kept.values())


def _key(path: str) -> _Key | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    identity = (found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size)
    return _Key(path, identity, os.getpid(), threading.get_ident())


class _Forward(soundfile.SoundFile):  # type: ignore[misc]
    """A file that is read from its start: soundfile would seek after each read, and MP3 slip."""

    def seekable(self) -> bool:
        return False


def _decoded(file: Any) -> Any:
    """Return the samples of a file in a nameless one; close the file itself."""
    with file, _Forward(file.name) as forward:
        sound = soundfile.SoundFile(
            tempfile.TemporaryFile(),  # noqa: SIM115
            "w+",
            file.samplerate,
            file.channels,
            format="RF64",
            subtype="FLOAT",
        )
        try:
            while len(samples := forward.read(_FRAMES, dtype="float32", always_2d=True)):
                sound.write(samples)
            if sound.frames != file.frames:
                raise DataError("the audio file is broken or truncated")
        except (soundfile.LibsndfileError, RuntimeError, ValueError):
            raise DataError("the audio file is broken") from None
        return sound
