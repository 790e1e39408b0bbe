"""CTM and STM of NIST sctk.

CTM has a line per word, `recording channel start duration word [confidence [type [speaker]]]`, or
`[type]`; STM one per utterance, `recording channel speaker start end [<label>] text`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import UNSET, UnsetType

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.table import TableRow, is_number, read_rows
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime

FIRST_CHANNELS = ("1", "A", "a", "0")
_NUMBERS = {letter: number for letters in ("ABCDEFGH", "abcdefgh") for number, letter in
            enumerate(letters)}  # fmt: skip
_NO_SCORES = {
    *("", "<na>", "na", "-"),
    *("lex", "frag", "fp", "un-lex", "for-lex", "non-lex", "misc", "noscore"),
}  # instead of a confidence: nothing, or the type of the word
_SILENT = ("<eps>", "<sil>")
_IGNORED = ("ignore_time_segment_in_scoring", "inter_segment_gap")


def read_ctm(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each recording and channel, with its words and the speaker of all of them.

    Records with words of `other speakers` are counted. A recording's channel with a bad line is set
    aside, as a record without one of its words would hide that it is said. Raise `DataError` for a
    recording whose lines are not contiguous, and for a line that may be of any.
    """
    channels = _channels(read_rows(path, 5))
    seen: set[tuple[str, str]] = set()
    for key, group in groupby(read_rows(path, 5), key=lambda row: (row.fields[0], row.fields[1])):
        lines = list(group)
        if key in seen:
            raise lines[0].error("the lines of its recording are not contiguous; sort the file")
        seen.add(key)
        try:
            channel = channel_of(lines[0], key[1], channels[key[0]])
            words = [_word(row) for row in lines if row.fields[4].lower() not in _SILENT]
        except DataError as error:
            reading.aside(error)
            continue
        words.sort(key=lambda word: word.start)
        speakers = {row.fields[7] for row in lines if len(row.fields) > 7} - {"", "<NA>"}
        if len(speakers) > 1:
            reading.counts["other speakers"] += 1
        yield Record(
            id=channel_id(*key),
            text=" ".join(word.word for word in words),
            speaker=speakers.pop() if len(speakers) == 1 else UNSET,
            audio_filepath=reading.audio_of(key[0]),
            channel=channel,
            words=tuple(words),
        )


def channel_id(recording: str, channel: str) -> str:
    """Return the id of a recording's channel; for the first one, the name of the recording."""
    return recording if channel in FIRST_CHANNELS else f"{recording}-{channel}"


def _channels(rows: Iterable[TableRow]) -> dict[str, set[str]]:
    """Return the names of the channels of each recording."""
    channels: dict[str, set[str]] = {}
    for row in rows:
        channels.setdefault(row.fields[0], set()).add(row.fields[1])
    return channels


def channel_of(row: TableRow, name: str, names: set[str]) -> int | UnsetType:
    """Return the channel with a name, from 0, of those of the recording of a line.

    It is `UNSET` for the first one, or one of any name, where there is no other. Numbers start at
    1, unless a channel is 0.
    """
    if names <= set(FIRST_CHANNELS):
        return UNSET
    if name in _NUMBERS:
        return _NUMBERS[name]
    if name.isdecimal():
        return int(name) - ("0" not in names)
    if len(names) > 1:
        raise row.error("the channel is neither a number nor a letter from A to H")
    return UNSET


def _is_unusual(channel: str) -> bool:
    return channel not in _NUMBERS and not channel.isdecimal()


def _word(row: TableRow) -> WordTime:
    word, *more = row.fields[4:]
    if word.upper().startswith("<ALT"):
        raise row.error("has alternatives, which records cannot hold")
    start = row.seconds(2, "start")
    end = round(start + row.seconds(3, "duration"), 6)
    _check_fields(row, more)
    if not more or not is_number(more[0]):
        return WordTime(word, start, end)
    return WordTime(word, start, end, float(more[0]))


def _check_fields(row: TableRow, more: list[str]) -> None:
    """Raise `DataError` unless fields are at their places: white space in a name moves them."""
    channel, word = row.fields[1], row.fields[4]
    if len(more) > 3 or (_is_unusual(channel) and is_number(word)):
        raise row.error(f"has {len(row.fields)} fields, of which a name has white space")
    if more and more[0].lower() not in _NO_SCORES and not is_number(more[0]):
        raise row.error("the confidence is not a number, or a name or word has white space")


def read_stm(path: Path, reading: Reading, keep_ignored: bool = False) -> Iterator[Record]:
    """Yield a record for each utterance, whose id is its recording and number.

    Segments that scoring ignores have no transcript; `ignored` counts them. With `keep_ignored`
    they are records without text.
    """
    rows = list(read_rows(path, 5, 6, reading.aside))
    channels = _channels(rows)
    numbers: Counter[str] = Counter()
    for row in rows:
        recording, channel, speaker = row.fields[:3]
        try:
            start, end = _bounds(row)
            number = channel_of(row, channel, channels[recording])
        except DataError as error:
            reading.aside(error)
            continue
        text = _without_labels(row.fields[5] if len(row.fields) > 5 else "")
        ignored = speaker in _IGNORED or text.lower().rpartition(" ")[2] in _IGNORED
        if ignored:
            reading.counts["ignored"] += 1
        if ignored and not keep_ignored:
            continue
        name = channel_id(recording, channel)
        numbers[name] += 1
        yield Record(
            id=f"{name}-{numbers[name]:05}",
            text=UNSET if ignored else text,
            speaker=speaker,
            audio_filepath=reading.audio_of(recording),
            offset=start,
            duration=round(end - start, 6),
            channel=number,
        )


def _bounds(row: TableRow) -> tuple[float, float]:
    start, end = row.seconds(3, "start"), row.seconds(4, "end")
    if _is_unusual(row.fields[1]) and is_number((row.fields[5:] or [""])[0].partition(" ")[0]):
        raise row.error("the channel is not a number or letter: a name may have white space")
    return start, end


def _without_labels(text: str) -> str:
    """Strip leading labels, as in `<o,f0,male> hello`."""
    if text.startswith("<") and ">" in text:
        label, _, rest = text.partition(">")
        if "," in label and " " not in label:
            return " ".join(rest.split())
    return " ".join(text.split())
