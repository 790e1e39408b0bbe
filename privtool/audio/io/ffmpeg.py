"""Decoding by ffmpeg, for formats that libsndfile does not read."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from typing import Any

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


def decode_with_ffmpeg(path: str) -> Any:
    """Return a nameless AU of floats, open; ffmpeg may open neither other files nor the network.

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
    # All streams with audio: two of them do not fit into an AU, so that none is left unread. Unlike
    # a WAV, an AU need not state its length, which ffmpeg does not know when it writes to a pipe.
    output = ["-map", "0:a", "-c:a", "pcm_f32be", "-f", "au", "-"]
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
        decoded.seek(0)
        return soundfile.SoundFile(decoded)
    except soundfile.LibsndfileError:
        decoded.close()
        raise DataError("ffmpeg returned no audio") from None
    except BaseException:
        decoded.close()
        raise
