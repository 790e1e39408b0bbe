"""Reading audio files: samples, lengths and rates, and texts in their metadata."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

import numpy as np
import soundfile

from privtool.audio.io.opening import opened_audio, silent_libraries
from privtool.core.errors import DataError
from privtool.core.rng import short_digest

Samples = np.ndarray[Any, np.dtype[Any]]
_SKIP_FRAMES = 1 << 20  # per read, where seeking is impossible
_LOWEST_RATE = 1000  # samples a second: less holds no speech, and broken headers claim it
_SAMPLES_AT_ONCE = 1 << 26
_LONGEST = 1 << 40  # frames: headers of unknown length claim more
_SAMPLED_BYTES = 1 << 12
_TYPES = {
    **dict.fromkeys(("PCM_S8", "PCM_U8", "PCM_16", "PCM_24", "PCM_32"), "int32"),
    "ULAW": "int16",
    "ALAW": "int16",
    "DOUBLE": "float64",
}  # of samples; others are float32


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
    with opened_audio(path) as file:
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
    kind = _TYPES.get(file.subtype, "float32")
    parts: list[Samples] = []
    while frames > 0:
        wanted = min(frames, most)
        parts.append(file.read(wanted, dtype=kind, always_2d=True))
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
    with opened_audio(path) as file:
        return _info(file)


def sampled_digest(path: str, place: float) -> int:
    """Return a 64-bit digest of a file's size and of some bytes at a place in it, from 0 to 1."""
    try:
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(int(place * size))
            return int(short_digest([b"%d " % size, file.read(_SAMPLED_BYTES)]), 16)
    except OSError:
        raise DataError("the audio file is missing") from None


def _info(file: Any) -> AudioInfo:
    if not 0 <= file.frames < _LONGEST:
        raise DataError("the audio file does not state its length; convert it to FLAC or WAV")
    if not file.frames:
        raise DataError("the audio file has no samples")
    if file.samplerate < _LOWEST_RATE:
        raise DataError(f"the sampling rate is below {_LOWEST_RATE:,} Hz")
    return AudioInfo(file.frames, file.samplerate, file.channels)


_AUDIO = {b"fmt ", b"data", b"fact", b"PEAK", b"ds64"}  # chunks of a WAV that hold no text
_NO_TEXTS = {0, 3}  # blocks of a FLAC: its format, and places in it
_PICTURE = 6
_IN_DS64 = 0xFFFFFFFF  # size of the audio of an RF64 or BW64, which its first chunk has
_HEADERS = {bytes(8), b"\xff" * 8}  # positions of pages of an Ogg that come before the audio
_MOST, _MOST_WITH_PICTURE = 1 << 20, 1 << 14  # bytes that are read: in more, words are by chance
# After the audio: an APE tag, an ID3 tag of 128 bytes, or whatever has no control characters.
_AT_END = re.compile(
    rb"(?:APETAGEX.*|TAG.{125}|(?<![^\0-\b\x0e-\x1f\x7f])[^\0-\b\x0e-\x1f\x7f]*)\Z", re.DOTALL
)
_NAME_OF_TAG = re.compile(rb"APETAGEX|(?<![A-Za-z])TAG")  # has no space before or after it


def texts_of(path: str) -> list[str]:
    """Return the texts in a file's metadata; none if it cannot be read.

    All chunks of WAV, blocks of FLAC and comments of Ogg count, and tags before and after the audio
    of any file; of other formats those that libsndfile knows.
    """
    texts: list[str] = []
    try:
        with open(path, "rb") as file:
            tag, size = file.read(10), 0
            if tag[:3] == b"ID3":
                size = 10 + sum(byte << 7 * (3 - place) for place, byte in enumerate(tag[6:]))
                texts += _texts(file.read(min(size - 10, _MOST_WITH_PICTURE)))
            file.seek(size)
            start = file.read(12)
            file.seek(size)
            if start[:4] in (b"RIFF", b"RF64", b"BW64") and start[8:] == b"WAVE":
                texts += _of_wav(file)
            elif start[:4] == b"fLaC":
                texts += _of_flac(file)
            elif start[:4] == b"OggS":
                texts += _of_ogg(file)
            file.seek(max(size, file.seek(0, os.SEEK_END) - _MOST_WITH_PICTURE))
            if end := _AT_END.search(file.read()):
                texts += _texts(_NAME_OF_TAG.sub(b" ", end[0]))
        with silent_libraries(), soundfile.SoundFile(path) as sound:
            texts += sound.copy_metadata().values()
    except (OSError, RuntimeError):  # the latter is the base of libsndfile's errors
        pass
    return texts


def _of_wav(file: BinaryIO) -> Iterator[str]:
    file.seek(12, os.SEEK_CUR)
    audio = _IN_DS64
    while len(head := file.read(8)) == 8:
        size = int.from_bytes(head[4:], "little")
        size = audio if size == _IN_DS64 else size
        following = file.tell() + size + size % 2
        if head[:4] == b"ds64":
            audio = int.from_bytes(file.read(16)[8:], "little")
        elif head[:4] not in _AUDIO:
            yield from _texts(file.read(min(size, _MOST)))
        file.seek(following)


def _of_flac(file: BinaryIO) -> Iterator[str]:
    file.seek(4, os.SEEK_CUR)
    last = False
    while not last and len(head := file.read(4)) == 4:
        last, kind = head[0] >= 128, head[0] % 128
        size = int.from_bytes(head[1:], "big")
        following = file.tell() + size
        if kind not in _NO_TEXTS:
            most = _MOST_WITH_PICTURE if kind == _PICTURE else _MOST
            yield from _texts(file.read(min(size, most)))
        file.seek(following)


def _of_ogg(file: BinaryIO) -> Iterator[str]:
    content = b""
    while len(content) < _MOST and (head := file.read(27))[6:14] in _HEADERS:
        content += file.read(sum(file.read(head[26])))
    yield from _texts(content.partition(b"\5vorbis")[0])


def _texts(content: bytes) -> Iterator[str]:
    """Yield what of a block is text; lengths and other numbers become signs between words.

    It may be in UTF-16 in either order, from an even byte on or an odd one.
    """
    encoded = (content, "utf-8"), (content, "utf-16-le"), (content[1:], "utf-16-le")
    return (each.decode(encoding, "replace").replace("\0", " ") for each, encoding in encoded)
