"""The formats of `import` and `export`, by their names: readers and writers, loaded when used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.writer import AudioFolder
from privtool.core.record import Record

Write = Callable[[Iterable[Utterance], Path], int]


class Reading(NamedTuple):
    """How to read files of a format; each format uses some of these.

    `output` is where records are written, `audio_pattern` the path of the audio of a recording,
    `folder` where audio is written that files hold themselves.
    """

    output: str
    audio_pattern: str | None
    tier: str | None
    utterances: bool
    transcript: Path | None
    folder: AudioFolder | None


def reader(name: str, reading: Reading, counts: Counter[str]) -> Callable[[Path], Iterator[Record]]:
    """Return the function that reads a file or folder of a format; it may add to `counts`."""
    pattern = reading.audio_pattern
    if name == "kaldi":
        from privtool.audio.formats.kaldi import read_kaldi

        return partial(read_kaldi, output=reading.output)
    if name == "lhotse":
        from privtool.audio.formats.lhotse import read_lhotse

        return partial(read_lhotse, output=reading.output)
    if name == "nemo":
        from privtool.audio.formats.nemo import read_nemo

        return partial(read_nemo, output=reading.output)
    if name == "audiofolder":
        from privtool.audio.formats.audio_folder import read_audio_folder

        return partial(read_audio_folder, output=reading.output)
    if name == "ctm":
        from privtool.audio.formats.nist import read_ctm

        return partial(read_ctm, audio_pattern=pattern)
    if name == "stm":
        from privtool.audio.formats.nist import read_stm

        return partial(read_stm, audio_pattern=pattern, counts=counts)
    if name == "rttm":
        from privtool.audio.formats.rttm import read_rttm

        return partial(read_rttm, transcript=reading.transcript, audio_pattern=pattern)
    if name == "whisper":
        from privtool.audio.formats.whisper import read_whisper

        return partial(read_whisper, audio_pattern=pattern)
    if name in ("vtt", "srt"):
        from privtool.audio.formats.subtitles import read_srt, read_vtt

        read = read_vtt if name == "vtt" else read_srt
        return partial(read, audio_pattern=pattern, counts=counts)
    if name == "audacity":
        from privtool.audio.formats.audacity import read_labels

        return partial(read_labels, utterances=reading.utterances, audio_pattern=pattern)
    if name in ("shar", "webdataset", "parquet"):
        return partial(_with_audio(name), folder=reading.folder)
    from privtool.audio.formats.textgrid import read_text_grid

    return partial(
        read_text_grid,
        tier=reading.tier,
        utterances=reading.utterances,
        audio_pattern=pattern,
    )


def _with_audio(name: str) -> Callable[..., Iterator[Record]]:
    if name == "parquet":
        from privtool.audio.formats.parquet import read_parquet

        return read_parquet
    if name == "shar":
        from privtool.audio.formats.shar import read_shar

        return read_shar
    from privtool.audio.formats.webdataset import read_tar

    return read_tar


def writer(name: str) -> tuple[Write, Callable[[Utterance], str | None] | None]:
    """Return the writer of a format, and the function that says why an utterance does not fit."""
    if name == "kaldi":
        from privtool.audio.formats.kaldi import unfit_for_kaldi, write_kaldi

        return write_kaldi, unfit_for_kaldi
    if name == "lhotse":
        from privtool.audio.formats.lhotse import write_lhotse

        return write_lhotse, None
    if name == "nemo":
        from privtool.audio.formats.nemo import write_nemo

        return write_nemo, None
    if name == "shar":
        from privtool.audio.formats.shar import unfit_for_shar, write_shar

        return write_shar, unfit_for_shar
    if name == "audiofolder":
        from privtool.audio.formats.audio_folder import write_audio_folder

        return write_audio_folder, None
    if name == "webdataset":
        from privtool.audio.formats.webdataset import write_tars

        return write_tars, None
    if name == "parquet":
        from privtool.audio.formats.parquet import write_parquet

        return write_parquet, None
    from privtool.audio.formats.audacity import labels
    from privtool.audio.formats.rttm import rttm
    from privtool.audio.formats.subtitles import srt, vtt
    from privtool.audio.formats.transcripts import write_by_recording
    from privtool.audio.formats.whisper import whisper_json

    content, ending = {
        "whisper": (whisper_json, ".json"),
        "vtt": (vtt, ".vtt"),
        "srt": (srt, ".srt"),
        "rttm": (rttm, ".rttm"),
        "audacity": (labels, ".txt"),
    }[name]
    return partial(write_by_recording, content, ending), None
