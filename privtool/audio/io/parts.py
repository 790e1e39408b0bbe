"""Files with several recordings one after the other, of which libraries read the first alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import BinaryIO

_KNOWN_FILES = 256
_BYTES = 1 << 20  # read at a time
_BEGINS = 2  # flag of an Ogg page that begins a stream
_AUDIO = (b"\x01vorbis", b"OpusHead", b"\x7fFLAC", b"Speex   ")  # first bytes of a stream in Ogg
_FLAC_START = b"fLaC\x00\x00\x00\x22"  # with the header of its first block


def has_several_parts(path: str) -> bool:
    """Return whether an Ogg, WAV or FLAC file has audio that would not be read; False if unknown.

    That is a second stream in an Ogg file, side by side or chained, or a second file behind the
    first.
    """
    try:
        found = os.stat(path)
        return _has_several_parts(path, found.st_mtime_ns, found.st_size)
    except OSError:
        return False


@lru_cache(maxsize=_KNOWN_FILES)
def _has_several_parts(path: str, time: int, size: int) -> bool:  # noqa: ARG001
    with open(path, "rb") as file:
        start = file.read(12)
        file.seek(0)
        if start[:4] == b"OggS":
            return sum(_begins_audio(file)) > 1
        if start[:4] == b"RIFF" and start[8:] == b"WAVE":
            end = 8 + int.from_bytes(start[4:8], "little")
            file.seek(end + end % 2)
            return file.read(4) == b"RIFF"
        if start[:4] == b"fLaC":
            return _starts_again(file)
    return False


def _starts_again(file: BinaryIO) -> bool:
    """Return whether a FLAC file has the start of another one, behind its own."""
    file.seek(4)
    before = b""
    while content := file.read(_BYTES):
        if (before + content).find(_FLAC_START) >= 0:
            return True
        before = content[-len(_FLAC_START) :]
    return False


def _begins_audio(file: BinaryIO) -> Iterator[bool]:
    """Yield for each page of an Ogg file whether it begins a stream of audio."""
    while len(header := file.read(27)) == 27 and header[:4] == b"OggS":
        lengths = file.read(header[26])
        first = file.read(8)
        yield bool(header[5] & _BEGINS) and first.startswith(_AUDIO)
        file.seek(sum(lengths) - len(first), os.SEEK_CUR)
