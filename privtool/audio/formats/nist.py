"""CTM, STM and RTTM of NIST.

CTM has a line per word, `recording channel start duration word [confidence [type [speaker]]]`, or
`[type]`; STM one per utterance, `recording channel speaker start end [<label>] text`. RTTM says who
speaks when, `SPEAKER recording channel start duration <NA> <NA> speaker confidence <NA>`, and is
joined with a transcript that has the times of words. Versions before 2009 lack its last field, and
some tools the confidence, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from msgspec import UNSET, UnsetType

from privtool.audio.formats.reading import Aside, Reading, TableRow, is_number, read_rows, refuse
from privtool.audio.formats.utterances import Turn, read_text, records_of_turns
from privtool.core.errors import DataError, UsageError
from privtool.core.record import Record, WordTime, decode, id_of, words_of

FIRST_CHANNELS = ("1", "A", "a", "0")
_NUMBERS = {letter: number for letters in ("ABCDEFGH", "abcdefgh") for number, letter in
            enumerate(letters)}  # fmt: skip
_NO_SCORES = {
    *("", "<na>", "na", "-"),
    *("lex", "frag", "fp", "un-lex", "for-lex", "non-lex", "misc", "noscore"),
}  # instead of a confidence: nothing, or the type of the word
_SILENT = ("<eps>", "<sil>")
_LABELS = re.compile(r"\A<[^ >]*,[^ >]*>")  # as in `<o,f0,male> hello`
_IGNORED = ("ignore_time_segment_in_scoring", "inter_segment_gap")


def read_ctm(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each recording and channel, with its words and the speaker of all of them.

    Records with words of `other speakers` are counted. A recording's channel with a bad line is set
    aside, as a record without one of its words would hide that it is said. Raise `DataError` for a
    recording whose lines are not contiguous, and for a line that may be of any.
    """
    if path.is_fifo():
        raise UsageError(f"{path}: CTM is read twice, which a pipe cannot be: name a file")
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
    # White space in a name moves the fields after it.
    if len(more) > 3 or (_is_unusual(row.fields[1]) and is_number(word)):
        raise row.error(f"has {len(row.fields)} fields, of which a name has white space")
    if more and is_number(more[0]):
        return WordTime(word, start, end, float(more[0]))
    if more and more[0].lower() not in _NO_SCORES:
        raise row.error("the confidence is not a number, or a name or word has white space")
    return WordTime(word, start, end)


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
            start, end = row.seconds(3, "start"), row.seconds(4, "end")
            first_word = (row.fields[5:] or [""])[0].partition(" ")[0]
            if _is_unusual(channel) and is_number(first_word):
                raise row.error(
                    "the channel is not a number or letter: a name may have white space"
                )
            number = channel_of(row, channel, channels[recording])
        except DataError as error:
            reading.aside(error)
            continue
        text = _LABELS.sub("", row.fields[5] if len(row.fields) > 5 else "")
        text = " ".join(text.split())
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
        # Seconds that a turn and a word share; below zero, those between them.
        shared = [min(t.end, word.end) - max(t.start, word.start) for t in turns]
        of_turn[shared.index(max(shared))].append(word)
    return [
        turn._replace(text=" ".join(word.word for word in own), words=tuple(own))
        for turn, own in zip(turns, of_turn, strict=True)
    ]


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
