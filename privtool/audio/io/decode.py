"""Reading audio files with soundfile, or with ffmpeg for formats that soundfile lacks."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import soundfile

from privtool.audio.io.decoded import opened_once
from privtool.audio.io.ffmpeg import decode_with_ffmpeg
from privtool.audio.io.silence import silent_libraries
from privtool.core.errors import DataError, reason_of

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


Samples = np.ndarray[Any, np.dtype[Any]]
_UNKNOWN_FORMATS = (1, 4)  # error codes of libsndfile: not recognized, not supported
_SKIP_FRAMES = 1 << 20  # per read, where seeking is impossible
_LOWEST_RATE = 1000  # samples a second: less holds no speech, and broken headers claim it
_SAMPLES_AT_ONCE = 1 << 26
_SILENTLY_DECODED = (b"fLaC", b"OggS", b"FORM")  # first bytes of common formats
_MP3_IN_WAV = b"\x55\x00"
_LONGEST = 1 << 40  # frames: headers of unknown length claim more
_PCM = {"PCM_S8", "PCM_U8", "PCM_16", "PCM_24", "PCM_32"}


class Audio(NamedTuple):
    """A segment of a file with its original samples.

    `samples` is (frames, channels): int32 for integer formats (left-aligned if they have fewer
    bits), int16 for A-law and mu-law, float64 for doubles, else float32. Written with the same
    `subtype`, they are read back unchanged.
    """

    samples: Samples
    rate: int
    format: str
    subtype: str


class AudioInfo(NamedTuple):
    """The length of a file in frames, its sampling rate and its number of channels."""

    frames: int
    rate: int
    channels: int = 1


def read_frames(
    path: str,
    bounds: Callable[[AudioInfo], tuple[int, int]] | None = None,
    channel: int | None = None,
) -> Audio:
    """Read a segment of a file: `bounds` maps its `AudioInfo` to (start, frames). Default: all.

    With `channel` (from 0) only that one is read. Raise `DataError` for a file that is missing,
    broken, empty or of an unsupported format, or lacks the channel, and what `bounds` raises. No
    message names the file.
    """
    with _open(path) as file:
        info = _info(file)
        start, frames = bounds(info) if bounds else (0, info.frames)
        try:
            if file.format == "MP3":  # a short one, in which libsndfile finds no frame exactly
                samples = _read(file, start + frames)[start:]
            else:
                _seek(file, start)
                samples = _read(file, frames)
        except (soundfile.LibsndfileError, RuntimeError, ValueError):
            raise DataError("the audio file is broken") from None
        if len(samples) != frames:
            raise DataError("the audio file is broken or truncated")
        if channel is not None:
            check_channel(channel, info)
            samples = samples[:, channel : channel + 1]
        return Audio(samples, file.samplerate, file.format, file.subtype)


def check_channel(channel: int, info: AudioInfo) -> None:
    """Raise `DataError` for a channel that a file does not have."""
    if not 0 <= channel < info.channels:
        raise DataError("the audio has no such channel; field 'channel' counts from 0")


def _read(file: Any, frames: int) -> Samples:
    """Read frames, or as many as there are; a broken header may claim more than memory holds."""
    most = max(1, _SAMPLES_AT_ONCE // file.channels)
    parts: list[Samples] = []
    while frames > 0:
        wanted = min(frames, most)
        parts.append(file.read(wanted, dtype=_dtype(file.subtype), always_2d=True))
        frames = frames - wanted if len(parts[-1]) == wanted else 0
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _seek(file: Any, start: int) -> None:
    """Go to a frame, by reading all before it where libsndfile cannot seek exactly."""
    if file.seekable() and file.subtype != "VORBIS":
        file.seek(start)
        return
    while start > 0:
        start -= len(file.read(min(start, _SKIP_FRAMES), dtype="int16", always_2d=True)) or start


def read_info(path: str) -> AudioInfo:
    """Read length, rate and channels from a file's header. Raise as `read_frames` does."""
    with _open(path) as file:
        return _info(file)


def _info(file: Any) -> AudioInfo:
    if not 0 <= file.frames < _LONGEST:
        raise DataError("the audio file does not state its length; convert it to FLAC or WAV")
    if not file.frames:
        raise DataError("the audio file has no samples")
    if file.samplerate < _LOWEST_RATE:
        raise DataError(f"the sampling rate is below {_LOWEST_RATE:,} Hz")
    return AudioInfo(file.frames, file.samplerate, file.channels)


def _dtype(subtype: str) -> str:
    if subtype in _PCM:
        return "int32"
    return {"ULAW": "int16", "ALAW": "int16", "DOUBLE": "float64"}.get(subtype, "float32")


@contextmanager
def _open(path: str) -> Iterator[Any]:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        status = None
    if status is None or not stat.S_ISREG(status.st_mode):
        raise DataError("the audio file is missing")
    quiet = nullcontext() if _is_silent(path) else silent_libraries()
    with quiet, opened_once(path, status, _opened) as file:
        yield file


def _is_silent(path: str) -> bool:
    """Return whether libsndfile prints nothing about a file, however damaged it is."""
    with suppress(OSError), open(path, "rb") as file:
        head = file.read(22)
        if head.startswith(b"RIFF"):
            return head[12:16] == b"fmt " and head[20:] != _MP3_IN_WAV
        return head[:4] in _SILENTLY_DECODED
    return True


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
