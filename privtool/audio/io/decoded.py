"""Long compressed files, decoded once: their samples are kept in nameless temporary files.

An hour of Vorbis, MP3 or AAC with 600 turns would else be decoded up to each turn again. A few
files are kept for each process and thread, as a handle has one position.
"""

from __future__ import annotations

import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import soundfile

from privtool.core.errors import DataError

COMPRESSED = ("OGG", "MP3")  # formats of libsndfile in which it finds no frame at once
_LONG = 60.0  # seconds: shorter files are soon decoded again
_KEPT_FILES = 4
_FRAMES = 1 << 18  # at a time
Open = Callable[[str], Any]


class _Key(NamedTuple):
    path: str
    file: tuple[int, int, int, int]
    process: int
    thread: int


class _ShortError(Exception):
    """The file need not be kept: it is short, or any frame in it is found at once."""

    def __init__(self, file: Any) -> None:
        self.file = file


@contextmanager
def opened_once(path: str, status: os.stat_result, open_file: Open) -> Iterator[Any]:
    """Yield the open file of a path, of which the status is known; a long one stays open.

    `open_file` opens one that is not open yet, or that has changed.
    """
    identity = (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)
    key = _Key(path, identity, os.getpid(), threading.get_ident())
    try:
        file, kept = kept_file(key, open_file), True
    except _ShortError as error:  # which are not kept
        file, kept = error.file, False
    try:
        yield file
    finally:
        if not kept:
            file.close()


@lru_cache(_KEPT_FILES)  # what it drops is closed once nobody reads it
def kept_file(key: _Key, open_file: Open) -> Any:
    """Return an open file with all samples, decoded. Raise `_ShortError` for one not to keep."""
    file = open_file(key.path)
    of_memory = not isinstance(file.name, str)  # ffmpeg has decoded it
    if file.frames < _LONG * file.samplerate or not (of_memory or file.format in COMPRESSED):
        raise _ShortError(file)
    return file if of_memory else _decoded(file)


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
