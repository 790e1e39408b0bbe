"""The formats of `import` and `export`, by their names: readers and writers, loaded when used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.utterances import Utterance
from privtool.core.record import Record

Read = Callable[[Path, Reading], Iterator[Record]]
Write = Callable[[Iterable[Utterance], Path], int]

ANNOTATED = ("doccano", "label-studio", "presidio", "spacy", "ai4privacy", "conll", "brat")
_READERS: dict[str, tuple[str, str]] = {
    "kaldi": ("kaldi", "read_kaldi"),
    "lhotse": ("lhotse", "read_lhotse"),
    "nemo": ("nemo", "read_nemo"),
    "audiofolder": ("hugging_face", "read_audio_folder"),
    "ctm": ("nist", "read_ctm"),
    "stm": ("nist", "read_stm"),
    "rttm": ("rttm", "read_rttm"),
    "json": ("json_transcripts", "read_json"),
    "whisper": ("json_transcripts", "read_json"),
    "vtt": ("subtitles", "read_vtt"),
    "srt": ("subtitles", "read_srt"),
    "audacity": ("interval_labels", "read_labels"),
    "textgrid": ("interval_labels", "read_text_grid"),
    **dict.fromkeys(ANNOTATED, ("annotations", "read_annotations")),
    "shar": ("lhotse", "read_shar"),
    "webdataset": ("webdataset", "read_tar"),
    "parquet": ("hugging_face", "read_parquet"),
}
"""The module and the function that read a format."""


def reader(name: str) -> Read:
    """Return the function that reads a file or folder of a format."""
    read: Read = _function(*_READERS[name])
    return read


_WRITERS: dict[str, tuple[str, str, str | None]] = {
    "kaldi": ("kaldi", "write_kaldi", "unfit_for_kaldi"),
    "lhotse": ("lhotse", "write_lhotse", None),
    "nemo": ("nemo", "write_nemo", None),
    "shar": ("lhotse", "write_shar", "unfit_for_shar"),
    "audiofolder": ("hugging_face", "write_audio_folder", None),
    "webdataset": ("webdataset", "write_tars", None),
    "parquet": ("hugging_face", "write_parquet", None),
    "doccano": ("annotations", "write_doccano", "unfit_for_annotation"),
    "label-studio": ("annotations", "write_label_studio", "unfit_for_annotation"),
}
"""The module and the function that write a format, and the one that says what does not fit."""

_OF_TURNS = {
    "whisper": ("transcripts", "whisper_json", ".json"),
    "vtt": ("subtitles", "vtt", ".vtt"),
    "srt": ("subtitles", "srt", ".srt"),
    "rttm": ("rttm", "rttm", ".rttm"),
    "audacity": ("interval_labels", "labels", ".txt"),
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
