"""The formats of `import` and `export`, by their names: readers and writers, loaded when used."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from privtool.audio.formats.faults import Aside, refuse
from privtool.audio.formats.utterances import Utterance
from privtool.audio.io.writer import AudioFolder
from privtool.core.record import Record

Write = Callable[[Iterable[Utterance], Path], int]


class Reading(NamedTuple):
    """How to read files of a format; each format uses some of these.

    `output` is where records are written, `audio_pattern` the path of the audio of a recording,
    `folder` where audio is written that files hold themselves, `base` where relative paths start.
    `speakers` says which names in subtitles are those of speakers, `offsets` what those of entities
    count, and `aside` gets the errors of items that cannot be read.
    """

    output: str
    audio_pattern: str | None
    tier: str | None
    utterances: bool
    transcript: Path | None
    folder: AudioFolder | None
    speakers: str
    offsets: str | None
    base: Path = Path()
    aside: Aside = refuse


ANNOTATED = ("doccano", "label-studio", "presidio", "spacy", "ai4privacy", "conll", "brat")
_OF_MARKED = ("name", "offsets", "counts", "aside")
_OF_SUBTITLES = ("audio_pattern", "counts", "speakers", "aside")
_READERS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "kaldi": ("kaldi", "read_kaldi", ("output", "aside")),
    "lhotse": ("lhotse", "read_lhotse", ("output",)),
    "nemo": ("nemo", "read_nemo", ("output", "base", "aside")),
    "audiofolder": ("audio_folder", "read_audio_folder", ("output",)),
    "ctm": ("nist", "read_ctm", ("audio_pattern", "counts", "aside")),
    "stm": ("nist", "read_stm", ("audio_pattern", "counts", "aside")),
    "rttm": ("rttm", "read_rttm", ("transcript", "audio_pattern", "aside")),
    "json": ("json_transcripts", "read_json", ("audio_pattern", "counts", "aside")),
    "whisper": ("json_transcripts", "read_json", ("audio_pattern", "counts", "aside")),
    "vtt": ("subtitles", "read_vtt", _OF_SUBTITLES),
    "srt": ("subtitles", "read_srt", _OF_SUBTITLES),
    "audacity": ("audacity", "read_labels", ("utterances", "audio_pattern")),
    "textgrid": ("textgrid", "read_text_grid", ("tier", "utterances", "audio_pattern")),
    **dict.fromkeys(ANNOTATED, ("annotations", "read_annotations", _OF_MARKED)),
    "shar": ("shar", "read_shar", ("folder",)),
    "webdataset": ("webdataset", "read_tar", ("folder",)),
    "parquet": ("parquet", "read_parquet", ("folder",)),
}
"""The module and the function that read a format, and what of `Reading` it takes."""


def reader(name: str, reading: Reading, counts: Counter[str]) -> Callable[[Path], Iterator[Record]]:
    """Return the function that reads a file or folder of a format; it may add to `counts`."""
    module, function, needed = _READERS[name]
    read = _function(module, function)
    given = {**reading._asdict(), "counts": counts, "name": name}
    return partial(read, **{each: given[each] for each in needed})


_WRITERS: dict[str, tuple[str, str, str | None]] = {
    "kaldi": ("kaldi", "write_kaldi", "unfit_for_kaldi"),
    "lhotse": ("lhotse", "write_lhotse", None),
    "nemo": ("nemo", "write_nemo", None),
    "shar": ("shar", "write_shar", "unfit_for_shar"),
    "audiofolder": ("audio_folder", "write_audio_folder", None),
    "webdataset": ("webdataset", "write_tars", None),
    "parquet": ("parquet", "write_parquet", None),
    "doccano": ("annotations", "write_doccano", "unfit_for_annotation"),
    "label-studio": ("annotations", "write_label_studio", "unfit_for_annotation"),
}
"""The module and the function that write a format, and the one that says what does not fit."""

_OF_TURNS = {
    "whisper": ("json_transcripts", "whisper_json", ".json"),
    "vtt": ("subtitles", "vtt", ".vtt"),
    "srt": ("subtitles", "srt", ".srt"),
    "rttm": ("rttm", "rttm", ".rttm"),
    "audacity": ("audacity", "labels", ".txt"),
}
"""The module and the function that make the content of a file of a recording, and its ending."""


def writer(name: str) -> tuple[Write, Callable[[Utterance], str | None] | None]:
    """Return the writer of a format, and the function that says why an utterance does not fit."""
    if name in _OF_TURNS:
        module, function, ending = _OF_TURNS[name]
        from privtool.audio.formats.transcripts import write_by_recording

        return partial(write_by_recording, _function(module, function), ending), None
    module, function, unfit = _WRITERS[name]
    return _function(module, function), None if unfit is None else _function(module, unfit)


def _function(module: str, name: str) -> Any:
    return getattr(import_module(f"privtool.audio.formats.{module}"), name)
