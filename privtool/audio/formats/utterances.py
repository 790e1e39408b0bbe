"""Records as formats of other tools have them: utterances with audio, and turns of recordings.

The modules that read and write the formats are loaded when they are used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.formats.reading import NOT_UTF8, TO_THE_END, Reading, is_time
from privtool.audio.io.clips import channel_of, segment_bounds
from privtool.audio.io.decode import read_frames, read_info
from privtool.audio.io.roots import AudioRoot
from privtool.audio.io.writer import encode
from privtool.core.errors import DataError, named_read_errors, option
from privtool.core.record import Record, WordTime

_UNFIT = re.compile(r"[\s\0-\x1f\x7f-\x9f]+")
_NUMBERED = re.compile(r"-\d{5,}$")  # the ids of imported turns


class Utterance(NamedTuple):
    """A record, its audio file (an absolute path) and its segment of the file in seconds.

    `frames`, `rate` and `channels` are those of the file.
    """

    record: Record
    path: str
    frames: int
    rate: int
    start: float
    duration: float
    channels: int = 1

    @property
    def channel(self) -> int:
        """The channel of the file that the record is about, from 0."""
        return channel_of(self.record) or 0

    @property
    def place(self) -> str:
        """Its name in messages."""
        return f"record {str(self.record.id)[:60]!a}"


def new_name(path: str, taken: dict[str, int]) -> str:
    """Name a recording after its file, with a number if the name is `taken`; add it to these.

    Names have no spaces and control characters, and are not those of hidden files.
    """
    stem = "_".join(filter(None, _UNFIT.split(Path(path).stem.lstrip(".")))) or "recording"
    name = stem
    while name in taken:
        taken[stem] += 1
        name = f"{stem}-{taken[stem]}"
    taken[name] = 1
    return name


def text_alone(record: Record) -> Utterance:
    return Utterance(record, "", 0, 1, 0.0, 0.0)


def of_turn(record: Record, root: AudioRoot) -> Utterance:
    """Return what `utterance_of` does; without audio, as a part of the recording that its id names.

    A turn may be about all channels of its file. Raise `DataError` without audio and times.
    """
    if record.audio_filepath is not UNSET:
        return _located(record, root)
    for name in ("offset", "duration"):
        if getattr(record, name) is UNSET:
            raise DataError(f"field '{name}' is missing: {option('keep')} {name} keeps it")
    offset, duration = float(record.offset or 0), float(record.duration or 0)
    if not (is_time(offset) and is_time(duration)):
        raise DataError("field 'offset' or 'duration' is not a number of seconds")
    recording = _NUMBERED.sub("", str(record.id)) if _NUMBERED.search(str(record.id)) else "records"
    return Utterance(record, recording, 0, 1, offset, duration)


def utterance_of(record: Record, root: AudioRoot) -> Utterance:
    """Locate a record's audio by the header of its file.

    Raise `DataError` if it is missing or does not fit the record, or if the file has several
    channels and the record names none: the formats state one.
    """
    found = _located(record, root)
    if found.channels != 1 and record.channel is UNSET:
        raise DataError(
            f"the audio file has {found.channels} channels and only one can be exported: give the "
            "record a 'channel', or mix the file down, e.g. with `sox IN OUT remix -`"
        )
    return found


def _located(record: Record, root: AudioRoot) -> Utterance:
    path = root.path_of(record)
    info = read_info(path)
    start, frames = segment_bounds(record, info)
    seconds = start / info.rate, frames / info.rate
    return Utterance(record, path, info.frames, info.rate, *seconds, info.channels)


def clip_of(utterance: Utterance) -> tuple[bytes, str]:
    """Return a file with the samples of a record, and its extension."""
    first = round(utterance.start * utterance.rate)
    frames = round(utterance.duration * utterance.rate)
    audio = read_frames(utterance.path, lambda _: (first, frames), channel_of(utterance.record))
    return encode(audio)


RECORDINGS = "recordings.jsonl"


class Turn(NamedTuple):
    """What is said from `start` to `end` (or `TO_THE_END`); all times are of the recording."""

    start: float
    end: float
    text: str | UnsetType
    speaker: str | UnsetType = UNSET
    words: tuple[WordTime, ...] | UnsetType = UNSET
    channel: int | UnsetType = UNSET


def records_of_turns(path: Path, turns: Iterable[Turn], reading: Reading) -> Iterator[Record]:
    """Yield a record for each turn, numbered after the file's name, as long as its words are."""
    for number, turn in enumerate(turns, 1):
        words = () if turn.words is UNSET else turn.words
        start = min([turn.start, *(word.start for word in words)])
        end = max([turn.end, *(word.end for word in words)])
        yield Record(
            id=f"{path.stem}-{number:05}",
            text=turn.text,
            speaker=turn.speaker,
            audio_filepath=reading.audio_of(path.stem),
            offset=start,
            duration=UNSET if turn.end == TO_THE_END else round(end - start, 6),
            channel=turn.channel,
            words=UNSET if turn.words is UNSET else tuple(_moved(w, -start) for w in words),
        )


def read_text(path: Path) -> str:
    """Return the text of a file. Raise `DataError` for other than UTF-8."""
    with named_read_errors(path):
        data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(f"{path}: {NOT_UTF8}") from None


def write_by_recording(
    content: Callable[[Sequence[Turn], str], str],
    ending: str,
    utterances: Iterable[Utterance],
    folder: Path,
) -> int:
    """Write a file for each recording and return their number.

    `content` makes it of the turns, sorted by time, and the name of the recording. An index says
    where the audio of each file is, as these formats do not.
    """
    turns: dict[str, list[Turn]] = {}
    with_audio: set[str] = set()
    for utterance in utterances:
        if utterance.frames:
            with_audio.add(utterance.path)
        record, start = utterance.record, utterance.start
        words = tuple(_moved(word, start) for word in record.words or ())
        turn = Turn(
            start,
            round(start + utterance.duration, 6),
            record.text,
            UNSET if record.speaker is UNSET else str(record.speaker),
            UNSET if record.words is UNSET else words,
        )
        turns.setdefault(utterance.path, []).append(turn)
    taken: dict[str, int] = {}
    index = b""
    for path, of_recording in turns.items():
        name = new_name(path, taken)
        of_recording.sort(key=lambda turn: (turn.start, turn.end))
        (folder / f"{name}{ending}").write_bytes(content(of_recording, name).encode())
        entry = {"file": f"{name}{ending}", "audio_filepath": path if path in with_audio else None}
        index += msgspec.json.encode(entry) + b"\n"
    (folder / RECORDINGS).write_bytes(index)
    return len(turns)


def whisper_json(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as JSON of WhisperX, without those that have no text."""
    said = [turn for turn in turns if turn.text is not UNSET]
    segments = []
    for turn in said:
        more = {"words": turn.words, "speaker": turn.speaker}
        more = {name: value for name, value in more.items() if value is not UNSET}
        segments.append({"start": turn.start, "end": turn.end, "text": turn.text, **more})
    return msgspec.json.encode({"segments": segments}).decode() + "\n"


def _moved(word: WordTime, seconds: float) -> WordTime:
    start, end = round(word.start + seconds, 6), round(word.end + seconds, 6)
    return msgspec.structs.replace(word, start=start, end=end)


Read = Callable[[Path, Reading], Iterator[Record]]
Write = Callable[[Iterable[Utterance], Path], int]

ANNOTATED = ("doccano", "label-studio", "presidio", "spacy", "ai4privacy", "conll", "brat")
_READERS: dict[str, tuple[str, str]] = {
    "kaldi": ("manifests", "read_kaldi"),
    "lhotse": ("lhotse", "read_lhotse"),
    "nemo": ("manifests", "read_nemo"),
    "audiofolder": ("embedded_audio", "read_audio_folder"),
    "ctm": ("nist", "read_ctm"),
    "stm": ("nist", "read_stm"),
    "rttm": ("nist", "read_rttm"),
    "json": ("json_transcripts", "read_json"),
    "whisper": ("json_transcripts", "read_json"),
    "vtt": ("timed_texts", "read_vtt"),
    "srt": ("timed_texts", "read_srt"),
    "audacity": ("timed_texts", "read_labels"),
    "textgrid": ("timed_texts", "read_text_grid"),
    **dict.fromkeys(ANNOTATED, ("annotations", "read_annotations")),
    "shar": ("lhotse", "read_shar"),
    "webdataset": ("embedded_audio", "read_tar"),
    "parquet": ("embedded_audio", "read_parquet"),
}
"""The module and the function that read a format."""


def reader(name: str) -> Read:
    """Return the function that reads a file or folder of a format."""
    read: Read = _function(*_READERS[name])
    return read


_WRITERS: dict[str, tuple[str, str, str | None]] = {
    "kaldi": ("manifests", "write_kaldi", "unfit_for_kaldi"),
    "lhotse": ("lhotse", "write_lhotse", None),
    "nemo": ("manifests", "write_nemo", None),
    "shar": ("lhotse", "write_shar", "unfit_for_shar"),
    "audiofolder": ("embedded_audio", "write_audio_folder", None),
    "webdataset": ("embedded_audio", "write_tars", None),
    "parquet": ("embedded_audio", "write_parquet", None),
    "doccano": ("annotations", "write_doccano", "unfit_for_annotation"),
    "label-studio": ("annotations", "write_label_studio", "unfit_for_annotation"),
}
"""The module and the function that write a format, and the one that says what does not fit."""

_OF_TURNS = {
    "whisper": ("utterances", "whisper_json", ".json"),
    "vtt": ("timed_texts", "vtt", ".vtt"),
    "srt": ("timed_texts", "srt", ".srt"),
    "rttm": ("nist", "rttm", ".rttm"),
    "audacity": ("timed_texts", "labels", ".txt"),
}
"""The module and the function that make the content of a file of a recording, and its ending."""


def writer(name: str) -> tuple[Write, Callable[[Utterance], str | None] | None]:
    """Return the writer of a format, and the function that says why an utterance does not fit."""
    if name in _OF_TURNS:
        module, function, ending = _OF_TURNS[name]
        return partial(write_by_recording, _function(module, function), ending), None
    module, function, unfit = _WRITERS[name]
    return _function(module, function), None if unfit is None else _function(module, unfit)


def _function(module: str, name: str) -> Any:
    return getattr(import_module(f"privtool.audio.formats.{module}"), name)
