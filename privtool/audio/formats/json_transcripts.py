"""JSON of recognizers: segments with words. `transcripts.toml` has where these stand."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from privtool.audio.formats.json_values import (
    UnreadableError,
    at,
    each,
    first,
    json_items,
    number_of,
    text_at,
)
from privtool.audio.formats.reading import TO_THE_END, Reading
from privtool.audio.formats.utterances import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime

_LAYOUTS = Path(__file__).with_name("transcripts.toml")
_SPECIAL = "[_"  # tokens of whisper.cpp that are not said


class _WordLayout(Struct, frozen=True, forbid_unknown_fields=True):
    """The paths of a word."""

    text: tuple[str, ...] = ()
    start: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    duration: str | None = None
    from_zero: bool = False
    score: tuple[str, ...] = ()
    speaker: tuple[str, ...] = ()
    channel: str | None = None
    kind: str | None = None
    marks: tuple[str, ...] = ()
    skip: tuple[str, ...] = ()


class _Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The paths of a transcript."""

    segments: str
    requires: str = ""
    start: tuple[str, ...] = ()
    end: tuple[str, ...] = ()
    duration: str | None = None
    contiguous: bool = False
    last_is_all: bool = False
    may_be_empty: bool = False
    may_be_open: bool = False
    text: str | None = None
    whole: str | None = None
    speaker: str | None = None
    unknown: tuple[str, ...] = ()
    channel: str | None = None
    first_channel: int = 0
    seconds: float = 1.0
    words: str | None = None
    all_words: str | None = None
    pieces: bool = False
    or_words: bool = False
    lexical: bool = False
    word: _WordLayout = _WordLayout()
    speakers: dict[str, str] = {}


class _SpokenItem(NamedTuple):
    """A word, None for its times where they are unknown, with speaker and channel."""

    word: str
    times: tuple[float, float] | None
    score: float | UnsetType = UNSET
    speaker: str | UnsetType = UNSET
    channel: int | UnsetType = UNSET


def read_json(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each segment.

    A segment with a word of unknown time, as WhisperX leaves numbers, has no words. Segments are
    counted that are `untimed` for this reason, or have words of `other speakers`.
    """
    try:
        document = _document(read_text(path).encode())
        layout = next(layout for layout in _layouts() if _has(document, layout))
        turns = _Turns(document, layout, reading).of(path)
    except (msgspec.DecodeError, RecursionError, OverflowError, StopIteration, UnreadableError):
        raise DataError(f"{path}: is not a transcript of a known recognizer") from None
    if {turn.channel for turn in turns} <= {0, UNSET}:  # there is only the first one
        turns = [turn._replace(channel=UNSET) for turn in turns]
    yield from records_of_turns(path, turns, reading)


@cache
def _layouts() -> list[_Layout]:
    data = msgspec.toml.decode(_LAYOUTS.read_bytes(), type=dict[str, list[_Layout]])
    return data["layout"]


def _document(data: bytes) -> Any:
    """Return the JSON of a file; segments alone, in lines or a list, become those of a document."""
    items = [msgspec.json.decode(item) for _, item in json_items(data)]
    if not items:
        raise UnreadableError
    alone = len(items) == 1 and not (isinstance(items[0], dict) and "start" in items[0])
    return items[0] if alone and not data.lstrip().startswith(b"[") else {"segments": items}


def _has(document: Any, layout: _Layout) -> bool:
    if layout.requires and at(document, layout.requires) is None:
        return False
    if not layout.segments and layout.start and first(document, layout.start) is None:
        return False
    return each(document, layout.segments) is not None


class _Turns:
    """Reads the turns of a document."""

    def __init__(self, document: Any, layout: _Layout, reading: Reading) -> None:
        self._document, self._layout = document, layout
        self._counts, self._aside = reading.counts, reading.aside
        items = each(document, layout.speakers["items"]) if layout.speakers else None
        starts = ((number_of(at(i, layout.speakers["start"])), i) for _, i in items or ())
        self._speakers = {start: at(item, layout.speakers["speaker"]) for start, item in starts}
        self._last: Any = None

    def of(self, path: Path) -> list[Turn]:
        """Return the turns. Raise `UnreadableError` for a document of another form."""
        layout, turns = self._layout, list[Turn]()
        segments = list(each(self._document, layout.segments) or ())
        self._last = segments[-1][1] if segments else None
        for number, (place, segment) in enumerate(self._without_repeated(segments), 1):
            try:
                turns += self._turns(segment, place, turns[-1].end if turns else 0.0)
            except UnreadableError:
                reason = "lacks text or times, or has them in another form"
                self._aside(DataError(f"{path}: segment {number}: {reason}"))
        if layout.or_words and len(turns) > 1 and all(len(str(t.text).split()) == 1 for t in turns):
            return [self._one(turns)]
        given = at(self._document, layout.all_words)
        if given is None or not turns or any(turn.words is not UNSET for turn in turns):
            return turns
        words_of_all = _timed(self._words(given))
        if words_of_all is UNSET:
            self._counts["untimed"] += len(turns)
            return turns
        return _with_words(turns, words_of_all)

    def _one(self, turns: Sequence[Turn]) -> Turn:
        """Return turns of a word each as one, without words if the end of the last is unknown."""
        text, end = " ".join(str(turn.text) for turn in turns), turns[-1].end
        if end == TO_THE_END:
            self._counts["untimed"] += 1
            return Turn(turns[0].start, end, text)
        words = tuple(WordTime(str(turn.text), turn.start, turn.end) for turn in turns)
        return Turn(turns[0].start, end, text, UNSET, words)

    def _without_repeated(self, segments: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
        """Return the last segment alone if it begins with the first one, and has speakers."""
        if self._layout.last_is_all and len(segments) > 1:
            one, last = (self._words_in(segments[end][1]) for end in (0, -1))
            if one and last and last[0].times == one[0].times and last[0].speaker is not UNSET:
                return segments[-1:]
        return segments

    def _words_in(self, segment: Any) -> list[_SpokenItem] | None:
        given = at(segment, self._layout.words)
        return None if given is None else self._words(given)

    def _turns(self, segment: Any, place: int, before: float) -> list[Turn]:
        layout, said = self._layout, self._words_in(segment)
        if layout.channel == "#":
            channel = _channel(place, 0)
        else:
            channel = _channel(at(segment, layout.channel), layout.first_channel)
        given = at(segment, layout.text)
        if (
            layout.speaker is None
            and said
            and (layout.text is None or any(word.speaker is not UNSET for word in said))
        ):
            return _turns_of_words(said, channel)
        if given is None and not said:
            if at(segment, layout.whole) or not (layout.text is None or layout.may_be_empty):
                raise UnreadableError
            return []
        speaker = self._speaker(at(segment, layout.speaker))
        if layout.text is None:
            return [turn._replace(speaker=speaker) for turn in _turns_of_words(said or [], channel)]
        text = text_at(segment, [layout.text]).strip()
        turn = Turn(*self._segment_times(segment, before), text, speaker, UNSET, channel)
        return [turn if said is None else self._with_own_words(turn, said)]

    def _segment_times(self, segment: Any, before: float) -> tuple[float, float]:
        start, end = self._times(segment, self._layout)
        if start is None and self._layout.contiguous:
            start = before
        if end is None and self._layout.may_be_open and segment is self._last:
            end = TO_THE_END
        if start is None or end is None:
            raise UnreadableError
        return start, end

    def _with_own_words(self, turn: Turn, said: list[_SpokenItem]) -> Turn:
        """Return a turn with its words, unless their times are unknown, or they are others."""
        words, layout = _timed(said), self._layout
        tokens = str(turn.text).split()
        if layout.pieces and " ".join(word.word for word in said).split() != tokens:
            words = UNSET  # some pieces are parts of a character
        if layout.lexical and words is not UNSET:
            words = _as_written(words, tokens)
        if words is UNSET:
            self._counts["untimed"] += 1
        others = {word.speaker for word in said} - {UNSET, turn.speaker}
        if others and layout.word.speaker:
            self._counts["other speakers"] += 1
        return turn._replace(words=words)

    def _times(self, value: Any, paths: _Layout | _WordLayout) -> tuple[float | None, float | None]:
        seconds = self._layout.seconds
        start, end = number_of(first(value, paths.start)), number_of(first(value, paths.end))
        if start is not None and paths.duration is not None:
            length = number_of(at(value, paths.duration))
            end = None if length is None else start + length
        if seconds == 1.0:
            return start, end
        if not all(time is None or time.is_integer() for time in (start, end)):
            raise UnreadableError  # seconds, of another tool with the same names
        return (None if start is None else round(start * seconds, 6),
                None if end is None else round(end * seconds, 6))  # fmt: skip

    def _speaker(self, value: Any) -> str | UnsetType:
        if value is None or str(value) in self._layout.unknown:
            return UNSET
        if isinstance(value, bool) or not isinstance(value, str | int):
            raise UnreadableError
        return str(value)

    def _words(self, given: Any) -> list[_SpokenItem]:
        """Return words, with their signs."""
        if not isinstance(given, list):
            raise UnreadableError
        words: list[_SpokenItem] = []
        layout, lead = self._layout.word, ""  # what is before the first word with a time
        for value in given:
            kind = at(value, layout.kind)
            if kind in layout.skip:
                continue
            word = self._word(value, before=bool(words))
            if self._layout.pieces and word.word.startswith(_SPECIAL):
                continue
            mark = kind in layout.marks or (layout.kind is not None and word.times is None)
            if mark and words:
                space = "" if kind in layout.marks or not word.word.strip() else " "
                text = f"{words[-1].word}{space}{word.word.rstrip()}"
                words[-1] = words[-1]._replace(word=text)
            elif mark:
                lead += f"{word.word.strip()} ".lstrip()
            elif self._layout.pieces and words and not word.word[:1].isspace():
                words.append(_with_piece(words.pop(), word))
            else:
                words.append(word._replace(word=lead + word.word.strip()))
                lead = ""
        if lead:
            raise UnreadableError
        return words

    def _word(self, value: Any, before: bool) -> _SpokenItem:
        layout = self._layout.word
        start, end = self._times(value, layout)
        if start is None and layout.from_zero and not before:
            start = 0.0
        score = number_of(first(value, layout.score))
        speaker = first(value, layout.speaker)
        if speaker is None and start is not None:
            speaker = self._speakers.get(start)
        return _SpokenItem(
            text_at(value, layout.text),
            None if start is None or end is None else (start, end),
            UNSET if score is None else score,
            self._speaker(speaker),
            _channel(at(value, layout.channel), self._layout.first_channel),
        )


def _channel(value: Any, lowest: int) -> int | UnsetType:
    """Return a channel from 0, also of "ch_0" and "1"."""
    digits = value if isinstance(value, int) else "".join(filter(str.isdecimal, str(value)))[:6]
    return UNSET if isinstance(value, bool) or digits == "" else max(int(digits) - lowest, 0)


def _turns_of_words(said: Sequence[_SpokenItem], channel: int | UnsetType) -> list[Turn]:
    """Return turns of consecutive words with the same speaker. Raise for words without times."""
    turns = []
    for (speaker, own), group in groupby(said, key=lambda word: (word.speaker, word.channel)):
        words = _timed(list(group))
        if words is UNSET:
            raise UnreadableError
        text = " ".join(word.word for word in words)
        used = channel if own is UNSET else own
        turns.append(Turn(words[0].start, words[-1].end, text, speaker, words, used))
    return turns


def _timed(said: Sequence[_SpokenItem]) -> tuple[WordTime, ...] | UnsetType:
    """Return words with their times, `UNSET` if one has none."""
    words = [WordTime(one.word, *one.times, one.score) for one in said if one.times is not None]
    return tuple(words) if len(words) == len(said) else UNSET


def _as_written(
    words: Sequence[WordTime], tokens: Sequence[str]
) -> tuple[WordTime, ...] | UnsetType:
    """Return words as a text writes them, `UNSET` if it has others."""

    def bare(text: str) -> str:
        return "".join(filter(str.isalnum, text.casefold()))

    if [bare(word.word) for word in words] != [bare(token) for token in tokens]:
        return UNSET
    pairs = zip(words, tokens, strict=True)
    return tuple(msgspec.structs.replace(word, word=token) for word, token in pairs)


def _with_piece(word: _SpokenItem, piece: _SpokenItem) -> _SpokenItem:
    """Return a word with its next piece; its score is the lowest."""
    known = [score for score in (word.score, piece.score) if score is not UNSET]
    times = (word.times[0], piece.times[1]) if word.times and piece.times else None
    text = word.word + piece.word.rstrip()
    return word._replace(word=text, times=times, score=min(known, default=UNSET))


def _with_words(turns: Sequence[Turn], words: Sequence[WordTime]) -> list[Turn]:
    """Return turns, each with the words whose middle is after its start."""
    starts = [turn.start for turn in turns]
    if starts != sorted(starts):
        raise UnreadableError
    of_turn: list[list[WordTime]] = [[] for _ in turns]
    for word in words:
        of_turn[max(bisect_right(starts, (word.start + word.end) / 2) - 1, 0)].append(word)
    return [t._replace(words=tuple(own)) for t, own in zip(turns, of_turn, strict=True)]
