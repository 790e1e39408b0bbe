"""Reading audio files: what soundfile reads, and what ffmpeg makes of the rest."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import soundfile

from privtool.core.errors import DataError, reason_of

Samples = np.ndarray[Any, np.dtype[Any]]
_UNKNOWN_FORMATS = (1, 4)  # of libsndfile: not recognized, not supported
_PASSED = 1 << 20  # frames that are read at a time to get to a place
_LONGEST = 1 << 40  # frames: what a header says that does not know its length is more
# Containers of ffmpeg that hold their sound themselves. Playlists (hls, dash, concat) name other
# files, to which a record may not lead: they and all else that is not here are refused.
_CONTAINERS = (
    "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "avi", "asf", "flv", "mpeg",
    "mpegts", "nut", "rm", "ogg", "mp3", "aac", "ac3", "eac3", "dts", "dtshd", "truehd", "amr",
    "amrnb", "amrwb", "gsm", "g722", "qcp", "wav", "w64", "aiff", "au", "caf", "voc", "xwma",
    "nistsphere", "flac", "ape", "wv", "tta", "tak", "shn", "mpc", "mpc8", "oma", "dsf", "iff",
    "aa", "xa",
)  # fmt: skip
_PCM = {"PCM_S8", "PCM_U8", "PCM_16", "PCM_24", "PCM_32"}


class Audio(NamedTuple):
    """A stretch of a file as the file holds it.

    `samples` is (frames, channels): int32 for integer formats (of fewer bits in the upper ones),
    int16 for A-law and mu-law, float64 for doubles, float32 for all else. Writing them with the
    same `subtype` gives the same samples again.
    """

    samples: Samples
    rate: int
    format: str
    subtype: str


class AudioInfo(NamedTuple):
    """How long a file is, in frames, how many of them a second has, and of how many channels."""

    frames: int
    rate: int
    channels: int = 1


def read_frames(path: str, cut: Any = None) -> Audio:
    """The frames of a file from `cut(length)`, a function of its `AudioInfo` to (start, frames).

    Without `cut` all of them. Raises `DataError` for a file that is missing, broken, empty or of
    a format that nobody here reads, and what `cut` raises. No message names the file.
    """
    with _opened(path) as file:
        length = _length(file)
        start, frames = cut(length) if cut else (0, length.frames)
        try:
            _go_to(file, start)
            samples = file.read(frames, dtype=_dtype(file.subtype), always_2d=True)
        except (soundfile.LibsndfileError, RuntimeError):
            raise DataError("the audio file is broken") from None
        if len(samples) != frames:
            raise DataError("the audio file is broken or cut short")
        return Audio(samples, file.samplerate, file.format, file.subtype)


def _go_to(file: Any, start: int) -> None:
    """Go to a frame: through all before it where libsndfile cannot go there, or not exactly."""
    if file.seekable() and file.subtype != "VORBIS":
        file.seek(start)
        return
    while start > 0:
        start -= len(file.read(min(start, _PASSED), dtype="int16", always_2d=True)) or start


def read_info(path: str) -> AudioInfo:
    """How long a file is, by its header. Raises `DataError` as `read_frames` does."""
    with _opened(path) as file:
        return _length(file)


def _length(file: Any) -> AudioInfo:
    if not 0 <= file.frames < _LONGEST:
        raise DataError("the audio file does not say how long it is; convert it to FLAC or WAV")
    if not file.frames:
        raise DataError("the audio file is empty")
    return AudioInfo(file.frames, file.samplerate, file.channels)


def _dtype(subtype: str) -> str:
    if subtype in _PCM:
        return "int32"
    return {"ULAW": "int16", "ALAW": "int16", "DOUBLE": "float64"}.get(subtype, "float32")


@contextlib.contextmanager
def _opened(path: str) -> Iterator[Any]:
    if not os.path.isfile(path):
        raise DataError("the audio file is missing")
    try:
        file = soundfile.SoundFile(path)
    except soundfile.LibsndfileError as error:
        if error.code not in _UNKNOWN_FORMATS:
            reason = "broken" if os.access(path, os.R_OK) else "not readable"
            raise DataError(f"the audio file is {reason}") from None
        file = soundfile.SoundFile(io.BytesIO(_converted(path)))
    except (OSError, RuntimeError) as error:
        raise DataError(f"the audio file cannot be read ({reason_of(error)})") from None
    with file:
        yield file


def _converted(path: str) -> bytes:
    """A file as WAV in floats, by ffmpeg, which may read no file that it names, and no network.

    Raises `DataError` where ffmpeg is not there or cannot read it either.
    """
    if os.path.getsize(path) == 0:
        raise DataError("the audio file is empty")
    program = shutil.which("ffmpeg")
    if program is None:
        raise DataError("the format of the audio needs ffmpeg, which is not here: install it")
    quiet = [program, "-nostdin", "-v", "quiet"]
    only = ["-protocol_whitelist", "file,pipe", "-format_whitelist", ",".join(_CONTAINERS)]
    output = ["-vn", "-c:a", "pcm_f32le", "-f", "wav", "-"]
    done = subprocess.run(
        [*quiet, *only, "-i", f"file:{path}", *output],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if done.returncode or not done.stdout:
        raise DataError(
            "the audio file is broken, a playlist, or of a format that ffmpeg does not read either"
        )
    return _with_length(done.stdout)


def _with_length(wav: bytes) -> bytes:
    """A WAV file with the sizes in its header that ffmpeg could not know when it wrote them."""
    from pydub.audio_segment import fix_wav_headers
    from pydub.exceptions import CouldntDecodeError

    whole = bytearray(wav)
    try:
        fix_wav_headers(whole)
        soundfile.info(io.BytesIO(whole))
    except (CouldntDecodeError, struct.error, soundfile.LibsndfileError):
        raise DataError("ffmpeg gave no audio for the file, or more than 4 GiB") from None
    return bytes(whole)
