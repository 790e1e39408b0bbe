"""Opening audio files with soundfile, or with ffmpeg for formats that soundfile lacks.

An hour of Vorbis, MP3 or AAC with 600 turns would be decoded up to each turn again. So the samples
of long compressed files are kept in nameless temporary files: a few for each process and thread, as
a handle has one position.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import stat
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from typing import Any, BinaryIO

import soundfile

from privtool.core.errors import DataError, reason_of

_COMPRESSED = ("OGG", "MP3")  # formats of libsndfile in which it finds no frame at once
_LONG = 60.0  # seconds: shorter files are soon decoded again
_KEPT_FILES = 4
_FRAMES = 1 << 18  # at a time
_UNKNOWN_FORMATS = (1, 4)  # error codes of libsndfile: not recognized, not supported
_SILENTLY_DECODED = (b"fLaC", b"OggS", b"FORM")  # first bytes of common formats
_MP3_IN_WAV = b"\x55\x00"


class _ShortError(Exception):
    """The file need not be kept: it is short, or any frame in it is found at once."""

    def __init__(self, file: Any) -> None:
        self.file = file


@contextmanager
def opened_audio(path: str) -> Iterator[Any]:
    """Yield a file as soundfile opens it; a long compressed one stays open, and is not closed.

    Raise `DataError` for a file that is missing, broken or of an unsupported format.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        status = None
    if status is None or not stat.S_ISREG(status.st_mode):
        raise DataError("the audio file is missing")
    content = status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size
    with nullcontext() if _is_silent(path) else silent_libraries():
        try:
            file, kept = kept_file(path, *content, os.getpid(), threading.get_ident()), True
        except _ShortError as error:  # which are not kept
            file, kept = error.file, False
        try:
            yield file
        finally:
            if not kept:
                file.close()


@lru_cache(_KEPT_FILES)  # what it drops is closed once nobody reads it
def kept_file(path: str, *_key: int) -> Any:
    """Return an open file with all samples, decoded. Raise `_ShortError` for one not to keep.

    `_key` is what else it depends on: the content of the path, the process and the thread.
    """
    file = _opened(path)
    of_memory = not isinstance(file.name, str)  # ffmpeg has decoded it
    if file.frames < _LONG * file.samplerate or not (of_memory or file.format in _COMPRESSED):
        raise _ShortError(file)
    return file if of_memory else _decoded(file)


def _opened(path: str) -> Any:
    if has_several_parts(path):
        raise DataError(
            "the audio file has several parts, and only the first would be read: join them"
        )
    try:
        return soundfile.SoundFile(path)
    except soundfile.LibsndfileError as error:
        if error.code not in _UNKNOWN_FORMATS:
            reason = "broken" if os.access(path, os.R_OK) else "not readable"
            raise DataError(f"the audio file is {reason}") from None
        return soundfile.SoundFile(decode_with_ffmpeg(path))
    except (OSError, RuntimeError) as error:
        raise DataError(f"the audio file cannot be read ({reason_of(error)})") from None


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


def _is_silent(path: str) -> bool:
    """Return whether libsndfile prints nothing about a file, however damaged it is."""
    with suppress(OSError), open(path, "rb") as file:
        head = file.read(22)
        if head.startswith(b"RIFF"):
            return head[12:16] == b"fmt " and head[20:] != _MP3_IN_WAV
        return head[:4] in _SILENTLY_DECODED
    return True


_STANDARD = (1, 2)  # the ALAC decoder of libsndfile prints to standard output
_ONE_AT_A_TIME = threading.RLock()  # the descriptors belong to the whole process


@contextmanager
def silent_libraries() -> Iterator[None]:
    """Discard what C libraries print within the block, as decoders do about damaged files.

    Whatever other threads print at this time is lost, too: use it only where something is printed.
    """
    saved: dict[int, int] = {}
    with _ONE_AT_A_TIME:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        try:
            for number in _STANDARD:
                with suppress(OSError):  # it is closed
                    saved[number] = os.dup(number)
                    os.dup2(nowhere, number)
            yield
        finally:
            ctypes.CDLL(None).fflush(None)  # what waits in C's buffer
            for number, copy in saved.items():
                os.dup2(copy, number)
                os.close(copy)
            os.close(nowhere)


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


# Self-contained formats of ffmpeg. Playlists (hls, dash, concat) refer to other files, which a
# record must not open; they and everything not listed are refused.
_CONTAINERS = (
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "asf", "flv", "mpeg",
    "mpegts", "nut", "rm", "ogg", "mp3", "aac", "ac3", "eac3", "dts", "dtshd", "truehd", "amr",
    "amrnb", "amrwb", "gsm", "g722", "qcp", "wav", "w64", "aiff", "au", "caf", "voc", "xwma",
    "nistsphere", "flac", "ape", "wv", "tta", "tak", "shn", "mpc", "mpc8", "oma", "dsf", "iff",
    "aa", "xa",
)  # fmt: skip
_HEAD = 4096  # bytes that the header of a WAV of ffmpeg is in
_LARGEST = (1 << 32) - 1  # bytes of a WAV


def decode_with_ffmpeg(path: str) -> BinaryIO:
    """Convert a file to a nameless WAV of floats; ffmpeg may open neither others nor the network.

    Raise `DataError` if ffmpeg is not installed or cannot read it.
    """
    if os.path.getsize(path) == 0:
        raise DataError("the audio file is empty")
    program = shutil.which("ffmpeg")
    if program is None:
        raise DataError(
            "the audio file is broken, or its format needs ffmpeg, which is not installed"
        )
    quiet = [program, "-nostdin", "-v", "quiet"]
    only = ["-protocol_whitelist", "file,pipe", "-format_whitelist", ",".join(_CONTAINERS)]
    # All streams with audio: two of them do not fit into a WAV, so that none is left unread.
    output = ["-map", "0:a", "-c:a", "pcm_f32le", "-f", "wav", "-"]
    decoded = tempfile.TemporaryFile()  # noqa: SIM115
    try:
        done = subprocess.run(
            [*quiet, *only, "-i", f"file:{path}", *output],
            stdin=subprocess.DEVNULL,
            stdout=decoded,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode or not decoded.seek(0, os.SEEK_END):
            raise DataError(
                "the audio file is broken, a playlist, has several parts, or is of a format that "
                "ffmpeg does not read either"
            )
        _fix_wav_sizes(decoded)
    except BaseException:
        decoded.close()
        raise
    return decoded


def _fix_wav_sizes(wav: BinaryIO) -> None:
    """Fill in the sizes of a WAV header, which ffmpeg does not know when it writes to a pipe."""
    from pydub.audio_segment import extract_wav_headers

    size = wav.seek(0, os.SEEK_END)
    wav.seek(0)
    head = wav.read(_HEAD)
    try:
        data = next(chunk for chunk in extract_wav_headers(head) if chunk.id == b"data")
        for place, length in ((4, size - 8), (data.position + 4, size - data.position - 8)):
            if not 0 <= length <= _LARGEST:
                raise ValueError
            wav.seek(place)
            wav.write(struct.pack("<I", length))
        wav.seek(0)
        soundfile.info(wav)
    except (StopIteration, ValueError, struct.error, soundfile.LibsndfileError):
        raise DataError("ffmpeg returned no audio, or more than 4 GiB") from None
    wav.seek(0)
