"""RTTM of NIST: who speaks when, joined with a transcript that has the times of words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from msgspec import UNSET

from privtool.audio.formats.table import read_rows
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.fields import id_of, words_of
from privtool.core.record import Record, WordTime, decode


class _Talk(NamedTuple):
    recording: str
    start: float
    end: float
    speaker: str


def read_rttm(path: Path, transcript: Path | None, audio_pattern: str | None) -> Iterator[Record]:
    """Yield a record for each turn of each speaker.

    `transcript` has a record for each recording, by its name as id, with words: each word goes to
    the turn that has most of it, else to the nearest one. Without a transcript, records have no
    text.
    """
    talks = sorted(_talks(path))
    said = {} if transcript is None else _transcripts(transcript)
    known = {talk.recording for talk in talks}
    if said.keys() - known:
        raise DataError(f"{path}: {len(said.keys() - known)} records of the transcript have "
                        "no turn in it")  # fmt: skip
    for recording, group in groupby(talks, key=lambda talk: talk.recording):
        turns = list(group)
        if transcript is not None and recording not in said:
            raise DataError(f"{path}: a recording has no record in the transcript")
        words = said.get(recording)
        yield from records_of_turns(Path(f"{recording}.rttm"), _turns(turns, words), audio_pattern)


def _talks(path: Path) -> Iterator[_Talk]:
    for row in read_rows(path, 8, 10):
        if row.fields[0] != "SPEAKER":
            continue
        start, seconds = row.seconds(3, "start"), row.seconds(4, "duration")
        yield _Talk(row.fields[1], start, round(start + seconds, 6), row.fields[7])


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


def _turns(talks: Sequence[_Talk], words: Sequence[WordTime] | None) -> Iterator[Turn]:
    of_turn: list[list[WordTime]] = [[] for _ in talks]
    for word in sorted(words or (), key=lambda word: word.start):
        best = max(range(len(talks)), key=lambda n: _shared(talks[n], word))
        of_turn[best].append(word)
    for talk, own in zip(talks, of_turn, strict=True):
        if words is None:
            yield Turn(talk.start, talk.end, UNSET, talk.speaker)
        else:
            text = " ".join(word.word for word in own)
            yield Turn(talk.start, talk.end, text, talk.speaker, tuple(own))


def _shared(talk: _Talk, word: WordTime) -> float:
    """Return the seconds that a turn and a word share; below zero, those between them."""
    return min(talk.end, word.end) - max(talk.start, word.start)


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
