"""JSON of Whisper and its kin: segments with words. `transcripts.toml` has where these stand."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime

_LAYOUTS = Path(__file__).with_name("transcripts.toml")
_SPECIAL = "[_"  # tokens of whisper.cpp that are not said


class _WordLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The paths of a word."""

    text: tuple[str, ...] = ()
    start: str = ""
    end: str = ""
    score: tuple[str, ...] = ()
    speaker: str | None = None


class _Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The paths of a transcript."""

    segments: str
    start: str
    end: str
    text: str
    speaker: str | None = None
    seconds: float = 1.0
    words: str | None = None
    all_words: str | None = None
    pieces: bool = False
    or_words: bool = False
    word: _WordLayout = _WordLayout()


class _UnreadableError(Exception):
    """A value has the wrong type, or is missing."""


def read_whisper(
    path: Path, audio_pattern: str | None, counts: Counter[str] | None = None
) -> Iterator[Record]:
    """Yield a record for each segment.

    A segment with a word of unknown time, as WhisperX leaves numbers, has no words. Add to `counts`
    how many are `untimed` for this reason, and how many have words of `other speakers`.
    """
    counts = Counter() if counts is None else counts
    try:
        document = _document(read_text(path).encode())
        layout = next(each for each in _layouts() if _segments(document, each) is not None)
        turns = _turns(document, layout, counts)
    except (msgspec.DecodeError, RecursionError, OverflowError, StopIteration, _UnreadableError):
        raise DataError(f"{path}: is not a transcript of Whisper") from None
    yield from records_of_turns(path, turns, audio_pattern)


@cache
def _layouts() -> list[_Layout]:
    data = msgspec.toml.decode(_LAYOUTS.read_bytes(), type=dict[str, list[_Layout]])
    return data["layout"]


def _document(data: bytes) -> Any:
    """Return the JSON of a file, or of its lines; segments alone become those of a document."""
    try:
        document = msgspec.json.decode(data)
    except msgspec.DecodeError:
        document = [msgspec.json.decode(line) for line in data.splitlines() if line.strip()]
    if isinstance(document, dict) and "start" in document:
        document = [document]  # one line
    return {"segments": document} if document and isinstance(document, list) else document


def _segments(document: Any, layout: _Layout) -> list[Any] | None:
    if not layout.segments:
        return [document] if _at(document, layout.start) is not None else None
    found = _at(document, layout.segments)
    return found if isinstance(found, list) else None


def _at(value: Any, path: str) -> Any:
    """Return the value at a path, None if there is none."""
    for key in path.split(".") if path else ():
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key in ("0", "1", "-1") and value[int(key) :]:
            value = value[int(key)]
        else:
            return None
    return value


def _first(value: Any, paths: Sequence[str]) -> Any:
    """Return the first value at a path that is not None."""
    return next((found for path in paths if (found := _at(value, path)) is not None), None)


def _number(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise _UnreadableError
    return float(value)


def _times(value: Any, paths: _Layout | _WordLayout, seconds: float) -> tuple[float, float] | None:
    """Return start and end, None if one is missing."""
    start, end = _number(_at(value, paths.start)), _number(_at(value, paths.end))
    if start is None or end is None:
        return None
    return (start, end) if seconds == 1.0 else (round(start * seconds, 6), round(end * seconds, 6))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _UnreadableError
    return value


def _turns(document: Any, layout: _Layout, counts: Counter[str]) -> list[Turn]:
    turns = [_turn(each, layout, counts) for each in _segments(document, layout) or ()]
    texts = [str(turn.text) for turn in turns]
    if layout.or_words and len(turns) > 1 and all(len(text.split()) == 1 for text in texts):
        words = tuple(WordTime(str(turn.text), turn.start, turn.end) for turn in turns)
        return [Turn(words[0].start, words[-1].end, " ".join(texts), UNSET, words)]
    given = None if layout.all_words is None else _at(document, layout.all_words)
    if given is None or not turns or any(turn.words is not UNSET for turn in turns):
        return turns
    words_of_all = _words(given, layout)
    if words_of_all is UNSET:
        counts["untimed"] += len(turns)
        return turns
    return _with_words(turns, words_of_all)


def _turn(segment: Any, layout: _Layout, counts: Counter[str]) -> Turn:
    times = _times(segment, layout, layout.seconds)
    if times is None:
        raise _UnreadableError
    text = _text(_at(segment, layout.text)).strip()
    speaker = None if layout.speaker is None else _at(segment, layout.speaker)
    turn = Turn(*times, text, UNSET if speaker is None else _text(speaker))
    given = None if layout.words is None else _at(segment, layout.words)
    if given is None:
        return turn
    words = _words(given, layout)
    if layout.pieces and words is not UNSET and _joined(words) != text.split():
        words = UNSET  # some pieces are parts of a character
    if words is UNSET:
        counts["untimed"] += 1
    if layout.word.speaker is not None:
        others = [who for word in given if (who := _at(word, layout.word.speaker)) is not None]
        if any(who != speaker for who in others):
            counts["other speakers"] += 1
    return turn._replace(words=words)


def _joined(words: Sequence[WordTime]) -> list[str]:
    return " ".join(word.word for word in words).split()


def _words(given: Any, layout: _Layout) -> tuple[WordTime, ...] | UnsetType:
    """Return words with their times, `UNSET` if one has none."""
    if not isinstance(given, list):
        raise _UnreadableError
    words: list[WordTime] = []
    for each in given:
        text = _text(_first(each, layout.word.text))
        if layout.pieces and text.startswith(_SPECIAL):
            continue
        times, score = _times(each, layout.word, layout.seconds), _first(each, layout.word.score)
        if times is None:
            return UNSET
        word = WordTime(text.strip(), *times, UNSET if score is None else _number(score) or 0.0)
        if layout.pieces and words and not text[:1].isspace():
            word = _with_piece(words.pop(), word)
        words.append(word)
    return tuple(words)


def _with_piece(word: WordTime, piece: WordTime) -> WordTime:
    """Return a word with its next piece; its score is the lowest."""
    scores = (word.score, piece.score)
    known = [score for score in scores if score is not UNSET]
    return WordTime(word.word + piece.word, word.start, piece.end, min(known, default=UNSET))


def _with_words(turns: Sequence[Turn], words: Sequence[WordTime]) -> list[Turn]:
    """Return turns, each with the words whose middle is after its start."""
    starts = [turn.start for turn in turns]
    if starts != sorted(starts):
        raise _UnreadableError
    of_turn: list[list[WordTime]] = [[] for _ in turns]
    for word in words:
        of_turn[max(bisect_right(starts, (word.start + word.end) / 2) - 1, 0)].append(word)
    return [t._replace(words=tuple(own)) for t, own in zip(turns, of_turn, strict=True)]


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
