"""RTTM of NIST: who speaks when, joined with a transcript that has the times of words.

`SPEAKER recording channel start duration <NA> <NA> speaker confidence <NA>`; versions before 2009
lack the last field, and some tools the confidence, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.nist import channel_of
from privtool.audio.formats.reading import Aside, Reading, refuse
from privtool.audio.formats.table import TableRow, is_number, read_rows
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.fields import id_of, words_of
from privtool.core.record import Record, WordTime, decode

_UNUSED = "<NA>"
_CHANNEL = re.compile(r"\d{1,3}|[A-Za-z]")


def read_rttm(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each turn of each speaker.

    `transcript` has a record for each recording, by its name as id, with words: each word goes to
    the turn that has most of it, else to the nearest one. Without a transcript, records have no
    text, and lines may be set aside; with one, their errors are raised, as the words of a turn that
    is missing would go to another.
    """
    transcript = reading.transcript
    talks: dict[str, list[Turn]] = {}
    for recording, turn in _talks(path, reading.aside if transcript is None else refuse):
        talks.setdefault(recording, []).append(turn)
    said = {} if transcript is None else _transcripts(transcript)
    if more := said.keys() - talks.keys():
        raise DataError(f"{path}: {len(more)} records of the transcript have no turn in it")
    for recording, turns in sorted(talks.items()):
        turns.sort(key=lambda turn: (turn.start, turn.end, turn.speaker))
        if transcript is not None:
            if recording not in said:
                raise DataError(f"{path}: a recording has no record in the transcript")
            turns = _with_words(turns, said[recording])
        yield from records_of_turns(Path(f"{recording}.rttm"), turns, reading)


def _talks(path: Path, aside: Aside) -> Iterator[tuple[str, Turn]]:
    """Yield each turn with its recording."""
    rows: list[tuple[TableRow, str]] = []
    channels: dict[str, set[str]] = {}
    for line in read_rows(path, 8, aside=aside):
        if line.fields[0] != "SPEAKER":
            continue
        try:
            row, speaker = _parted(line)
        except DataError as error:
            aside(error)
            continue
        rows.append((row, speaker))
        channels.setdefault(row.fields[1], set()).add(row.fields[2])
    for row, speaker in rows:
        try:
            channel = channel_of(row, row.fields[2], channels[row.fields[1]])
            start, seconds = row.seconds(3, "start"), row.seconds(4, "duration")
        except DataError as error:
            aside(error)
            continue
        turn = Turn(start, round(start + seconds, 6), UNSET, speaker, channel=channel)
        yield row.fields[1], turn


def _parted(row: TableRow) -> tuple[TableRow, str]:
    """Return a line with its recording as one field, and its speaker.

    Either may have white space, which splits it, where the line can be read in one way only: `<NA>`
    twice after the times is in no name. Raise `DataError` for any other line: read by the places of
    its fields, it would have other times.
    """
    fields = row.fields
    unused = [number for number, field in enumerate(fields) if field.upper() == _UNUSED]
    name_end = unused[0] - 3 if unused else 0
    rest = fields[name_end + 5 :]
    if name_end < 2 or fields[name_end + 4].upper() != _UNUSED or not rest:
        raise row.error(f"the sixth and seventh field are not {_UNUSED}, or a name has white space")
    channel, *times = fields[name_end : name_end + 3]
    spaced = name_end > 2 and not (_CHANNEL.fullmatch(channel) and all(map(is_number, times)))
    speakers = [" ".join(rest)] if len(rest) == 1 else list(_speakers(rest))
    if spaced or len(speakers) != 1:
        raise row.error(f"has {len(fields)} fields instead of 10: a name has white space")
    recording = " ".join(fields[1:name_end])
    return row._replace(fields=[fields[0], recording, *fields[name_end:]]), speakers[0]


def _speakers(rest: Sequence[str]) -> Iterator[str]:
    """Yield what the speaker may be: all but up to two last fields, confidence and look-ahead."""
    after = [field.upper() == _UNUSED or is_number(field) for field in rest]
    if len(rest) <= 3 and all(after[1:]):
        yield rest[0]
        return
    for end in range(len(rest), max(len(rest) - 3, 0), -1):
        name = rest[:end]
        if all(after[end:]) and not any(field.upper() == _UNUSED for field in name):
            yield " ".join(name)


def _transcripts(path: Path) -> dict[str, list[WordTime]]:
    """Return the words of each record by its id, in seconds of the recording."""
    said: dict[str, list[WordTime]] = {}
    for number, line in enumerate(read_text(path).encode().split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            record = decode(line)
            name, words = str(id_of(record)), words_of(record)
        except DataError as error:
            raise DataError(f"{path}:{number}: {error.message}") from None
        if record.entities is not UNSET or record.masks is not UNSET or name in said:
            raise DataError(f"{path}:{number}: has 'entities' or 'masks', or an id of another")
        offset = 0.0 if record.offset is UNSET else record.offset
        said[name] = [WordTime(w.word, w.start + offset, w.end + offset, w.score) for w in words]
    return said


def _with_words(turns: Sequence[Turn], words: Sequence[WordTime]) -> list[Turn]:
    of_turn: list[list[WordTime]] = [[] for _ in turns]
    for word in sorted(words, key=lambda word: word.start):
        best = max(range(len(turns)), key=lambda n: _shared(turns[n], word))
        of_turn[best].append(word)
    return [
        turn._replace(text=" ".join(word.word for word in own), words=tuple(own))
        for turn, own in zip(turns, of_turn, strict=True)
    ]


def _shared(turn: Turn, word: WordTime) -> float:
    """Return the seconds that a turn and a word share; below zero, those between them."""
    return min(turn.end, word.end) - max(turn.start, word.start)


def rttm(turns: Sequence[Turn], name: str) -> str:
    """Return turns as RTTM, without what they say; one without a speaker has that of its file."""
    lines = []
    for turn in turns:
        speaker = "_".join((name if turn.speaker is UNSET else turn.speaker).split()) or name
        length = turn.end - turn.start
        lines.append(
            f"SPEAKER {name} 1 {turn.start:.6f} {length:.6f} <NA> <NA> {speaker} <NA> <NA>\n"
        )
    return "".join(lines)
