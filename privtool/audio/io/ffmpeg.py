"""Decoding by ffmpeg, for formats that libsndfile does not read."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import tempfile
from typing import BinaryIO

import soundfile

from privtool.core.errors import DataError

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
