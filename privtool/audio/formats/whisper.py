"""JSON of Whisper, WhisperX and faster-whisper: segments with words.

Whisper gives a word a `probability`, WhisperX a `score`, and a segment of WhisperX may have a
speaker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime


class _Word(Struct):
    word: str
    start: float | None = None
    end: float | None = None
    probability: float | None = None
    score: float | None = None


class _Segment(Struct):
    start: float
    end: float
    text: str
    words: list[_Word] | None = None
    speaker: str | None = None


class _Transcript(Struct):
    segments: list[_Segment]


def read_whisper(path: Path, audio_pattern: str | None) -> Iterator[Record]:
    """Yield a record for each segment.

    A segment with a word of unknown time, as WhisperX leaves numbers, has no words.
    """
    try:
        transcript = msgspec.json.decode(read_text(path).encode(), type=_Transcript)
    except (msgspec.DecodeError, RecursionError):
        raise DataError(f"{path}: is not a transcript of Whisper") from None
    yield from records_of_turns(path, map(_turn, transcript.segments), audio_pattern)


def _turn(segment: _Segment) -> Turn:
    return Turn(
        segment.start,
        segment.end,
        segment.text.strip(),
        UNSET if segment.speaker is None else segment.speaker,
        _words(segment.words),
    )


def _words(given: list[_Word] | None) -> tuple[WordTime, ...] | UnsetType:
    words = []
    for word in given or ():
        if word.start is None or word.end is None:
            return UNSET
        score = word.probability if word.score is None else word.score
        words.append(
            WordTime(word.word.strip(), word.start, word.end, UNSET if score is None else score)
        )
    return UNSET if given is None else tuple(words)


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
