"""Texts in the metadata of audio files: tags, comments, names of tracks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

import soundfile

from privtool.audio.io.silence import silent_libraries

_AUDIO = {b"fmt ", b"data", b"fact", b"PEAK"}  # chunks of a WAV that hold no text
_TEXTS = {2, 4, 5}  # blocks of a FLAC: of an application, Vorbis comments, a cue sheet
_MOST = 1 << 20  # bytes of a chunk that are read


def texts_of(path: str) -> list[str]:
    """Return the texts in a file's metadata; none if it cannot be read.

    All chunks of WAV and blocks of FLAC count, of other formats those tags that libsndfile knows.
    """
    texts: list[str] = []
    try:
        with open(path, "rb") as file:
            start = file.read(12)
            if start[:4] == b"RIFF" and start[8:] == b"WAVE":
                texts += _of_wav(file)
            elif start[:4] == b"fLaC":
                file.seek(4)
                texts += _of_flac(file)
        with silent_libraries(), soundfile.SoundFile(path) as sound:
            texts += sound.copy_metadata().values()
    except (OSError, RuntimeError):  # the latter is the base of libsndfile's errors
        pass
    return texts


def _of_wav(file: BinaryIO) -> Iterator[str]:
    while len(head := file.read(8)) == 8:
        size = int.from_bytes(head[4:], "little")
        following = file.tell() + size + size % 2
        if head[:4] not in _AUDIO:
            yield _text(file.read(min(size, _MOST)))
        file.seek(following)


def _of_flac(file: BinaryIO) -> Iterator[str]:
    last = False
    while not last and len(head := file.read(4)) == 4:
        last, kind = head[0] >= 128, head[0] % 128
        size = int.from_bytes(head[1:], "big")
        following = file.tell() + size
        if kind in _TEXTS:
            yield _text(file.read(min(size, _MOST)))
        file.seek(following)


def _text(content: bytes) -> str:
    """Return what of a block is text; lengths and other numbers become signs between words."""
    return content.decode("utf-8", "replace").replace("\0", " ")
