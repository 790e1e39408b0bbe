"""Turns of one recording, as formats without audio hold them: text, times, words, speaker."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from privtool.audio.formats.reading import NOT_UTF8, TO_THE_END, Reading
from privtool.audio.formats.utterances import Utterance, new_name
from privtool.core.errors import DataError, named_read_errors
from privtool.core.fields import words_or_empty
from privtool.core.record import Record, WordTime

RECORDINGS = "recordings.jsonl"


class Turn(NamedTuple):
    """What is said from `start` to `end`, in seconds of the recording; times of words are, too.

    The end may be `TO_THE_END`.
    """

    start: float
    end: float
    text: str | UnsetType
    speaker: str | UnsetType = UNSET
    words: tuple[WordTime, ...] | UnsetType = UNSET
    channel: int | UnsetType = UNSET


def records_of_turns(path: Path, turns: Iterable[Turn], reading: Reading) -> Iterator[Record]:
    """Yield a record for each turn of a recording, with ids of the file's name and a number.

    A turn whose words are said before or after it is longer than stated.
    """
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


def turn_of(utterance: Utterance) -> Turn:
    """Return a record as a turn of its recording."""
    record, start = utterance.record, utterance.start
    words = tuple(_moved(word, start) for word in words_or_empty(record))
    return Turn(
        start,
        round(start + utterance.duration, 6),
        record.text,
        UNSET if record.speaker is UNSET else str(record.speaker),
        UNSET if record.words is UNSET else words,
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

    `content` makes it of the turns, sorted by time, and the name of the recording. An index tells
    where the audio of each file is, as these formats do not.
    """
    turns: dict[str, list[Turn]] = {}
    with_audio: set[str] = set()
    for utterance in utterances:
        if utterance.frames:
            with_audio.add(utterance.path)
        turns.setdefault(utterance.path, []).append(turn_of(utterance))
    taken: set[str] = set()
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
    return msgspec.json.encode({"segments": [_segment(turn) for turn in said]}).decode() + "\n"


def _segment(turn: Turn) -> dict[str, Any]:
    segment: dict[str, Any] = {"start": turn.start, "end": turn.end, "text": turn.text}
    if turn.words is not UNSET:
        segment["words"] = turn.words
    if turn.speaker is not UNSET:
        segment["speaker"] = turn.speaker
    return segment


def _moved(word: WordTime, seconds: float) -> WordTime:
    start, end = round(word.start + seconds, 6), round(word.end + seconds, 6)
    return msgspec.structs.replace(word, start=start, end=end)
