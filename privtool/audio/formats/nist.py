"""CTM: a word a line, `recording channel start duration word [confidence]` (NIST sctk)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.table import TableRow, read_rows
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime

FIRST_CHANNELS = ("1", "A", "a", "0")
_SILENT = ("<eps>", "<sil>")


def read_ctm(path: Path, audio_pattern: str | None) -> Iterator[Record]:
    """A record for each recording and channel, with its words.

    `audio_pattern` is the path of a recording's audio, with `{}` for its name. Raises `DataError`
    for alternatives and for a recording whose lines are not together.
    """
    seen: set[tuple[str, str]] = set()
    for key, group in groupby(
        read_rows(path, 5, 7), key=lambda row: (row.fields[0], row.fields[1])
    ):
        lines = list(group)
        if key in seen:
            raise lines[0].error("the lines of its recording are not together; sort the file")
        seen.add(key)
        words = [_word(row) for row in lines if row.fields[4].lower() not in _SILENT]
        words.sort(key=lambda word: word.start)
        yield Record(
            id=channel_id(*key),
            text=" ".join(word.word for word in words),
            audio_filepath=audio_of(key[0], audio_pattern),
            words=tuple(words),
        )


def channel_id(recording: str, channel: str) -> str:
    """The id of a recording's channel: the name of the recording for the first one."""
    return recording if channel in FIRST_CHANNELS else f"{recording}-{channel}"


def audio_of(name: str, pattern: str | None) -> str:
    """The path of a recording's audio, `UNSET` if no pattern says it."""
    path: str = UNSET if pattern is None else pattern.replace("{}", name)  # type: ignore[assignment]
    return path


def _word(row: TableRow) -> WordTime:
    word = row.fields[4]
    if word.upper().startswith("<ALT"):
        raise row.error("has alternatives, which records cannot hold")
    start = row.seconds(2, "start")
    end = round(start + row.seconds(3, "duration"), 6)
    try:
        score = float(row.fields[5]) if len(row.fields) > 5 else None
    except ValueError:
        score = None  # the sixth field may be a type of word instead
    if score is None:
        return WordTime(word, start, end)
    if score != score or score in (float("inf"), float("-inf")):
        raise DataError(f"{row.place}: the confidence is no number")
    return WordTime(word, start, end, score)


_IGNORED = ("ignore_time_segment_in_scoring", "inter_segment_gap")


def read_stm(path: Path, audio_pattern: str | None, counts: Counter[str]) -> Iterator[Record]:
    """A record for each utterance; its id is the recording and the number of the utterance.

    Stretches that scoring is to ignore have no transcript: they are counted in `ignored`.
    """
    numbers: Counter[str] = Counter()
    for row in read_rows(path, 5, 6):
        recording, channel, speaker = row.fields[:3]
        start, end = row.seconds(3, "start"), row.seconds(4, "end")
        if end <= start:
            raise row.error("ends before it starts")
        text = _without_labels(row.fields[5] if len(row.fields) > 5 else "")
        if speaker in _IGNORED or text.lower().rpartition(" ")[2] in _IGNORED:
            counts["ignored"] += 1
            continue
        name = channel_id(recording, channel)
        numbers[name] += 1
        yield Record(
            id=f"{name}-{numbers[name]:05}",
            text=text,
            speaker=speaker,
            audio_filepath=audio_of(recording, audio_pattern),
            offset=start,
            duration=round(end - start, 6),
        )


def _without_labels(text: str) -> str:
    """The text without the labels that may come before it, as in `<o,f0,male> hello`."""
    if text.startswith("<") and ">" in text:
        label, _, rest = text.partition(">")
        if "," in label and " " not in label:
            return " ".join(rest.split())
    return " ".join(text.split())
