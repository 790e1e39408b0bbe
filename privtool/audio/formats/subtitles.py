"""WebVTT and SRT: cues with times and text; in WebVTT a voice names the speaker.

Times between the words of a cue are those of its words. Rolling captions are joined.

Libraries for subtitles pass over what they cannot read. Here a cue that cannot be read is an
error: its text would be missing without notice.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.captions import (
    Cue,
    Plain,
    has_inline_times,
    timed_words,
    without_repeats,
)
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record

_TIME = r"(?:(\d+):)?(\d\d):(\d\d)[.,](\d{1,3})"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)*\s+([^>]*)>")
_TAG = re.compile(r"</?(?:v|c|i|b|u|ruby|rt|lang|font|\d[\d:.]*)(?:[.\s][^>]*)?>", re.IGNORECASE)
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


def read_vtt(
    path: Path, audio_pattern: str | None, counts: Counter[str] | None = None
) -> Iterator[Record]:
    """Yield a record for each cue of a WebVTT; a cue with several voices gives one for each.

    Add to `counts` the cues that are `joined` with others, and the `untimed` ones, whose word times
    are not in order.
    """
    counts = Counter() if counts is None else counts
    blocks = _blocks(path)
    if not blocks or re.match(r"WEBVTT(?:\s|$)", blocks[0][1][0]) is None:
        raise DataError(f"{path}: is not a WebVTT")
    head = blocks[0][1]
    if len(head) > 1 and "-->" in "\n".join(head):
        raise DataError(f"{path}:1: a blank line must follow the header")
    cues = (_cue(path, *block) for block in blocks[1:] if _NO_CUE.match(block[1][0]) is None)
    turns = (turn for cue in _joined(cues, _plain, counts) for turn in _turns(cue, _plain, counts))
    yield from records_of_turns(path, turns, audio_pattern)


def read_srt(
    path: Path, audio_pattern: str | None, counts: Counter[str] | None = None
) -> Iterator[Record]:
    """Yield a record for each subtitle of an SRT, and each voice, which some tools write there.

    Add to `counts` what `read_vtt` adds.
    """
    counts = Counter() if counts is None else counts
    cues = _joined((_cue(path, *block) for block in _blocks(path)), _untagged, counts)
    turns = (turn for cue in cues for turn in _turns(cue, _untagged, counts))
    yield from records_of_turns(path, turns, audio_pattern)


def _blocks(path: Path) -> list[tuple[int, list[str]]]:
    """Return the blocks between empty lines, each with the number of its first line.

    A line of white space belongs to a block, unless the times of a cue follow it, or its name and
    times.
    """
    blocks: list[tuple[int, list[str]]] = []
    following = False
    lines = re.split(r"\r\n|\n|\r", read_text(path))
    for number, line in enumerate(lines, 1):
        if not line.strip() and (not line or not following or _begins_cue(lines[number:])):
            following = False
            continue
        if not following:
            blocks.append((number, []))
            following = True
        blocks[-1][1].append(line)
    return blocks


def _begins_cue(lines: Sequence[str]) -> bool:
    """Return whether lines begin with the times of a cue, or with its name and times."""
    named = len(lines) > 1 and bool(lines[0].strip()) and "-->" in lines[1]
    return named or "-->" in "".join(lines[:1])


def _joined(cues: Iterable[Cue], plain: Plain, counts: Counter[str]) -> list[Cue]:
    """Return cues without what they repeat of the one before, if these are rolling captions."""
    given = list(cues)
    if any(_VOICE.search(line) for cue in given for line in cue.lines):
        return given  # a line may belong to the voice of the one before
    new = without_repeats(given, plain)
    if len(new) < len(given):
        counts["joined"] += len(given) - len(new)
    return new


def _cue(path: Path, number: int, lines: list[str]) -> Cue:
    """Return a cue, which may have a name in its first line."""
    named = "-->" not in lines[0]
    times = _TIMES.fullmatch(lines[1 if named else 0]) if len(lines) > named else None
    if times is None:
        raise DataError(f"{path}:{number}: is not a cue with its times")
    text = lines[named + 1 :]
    if any("-->" in line for line in text):
        raise DataError(f"{path}:{number}: a blank line must be between two cues")
    return Cue(_seconds(times.groups()[:4]), _seconds(times.groups()[4:]), tuple(text))


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = parts
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return whole + int(str(fraction).ljust(3, "0")) / 1000


def _turns(cue: Cue, plain: Plain, counts: Counter[str]) -> Iterator[Turn]:
    """Yield what each voice of a cue says; all of them in the time of the cue."""
    first, *voices = _VOICE.split("\n".join(cue.lines))
    if plain(first) or not voices:
        yield _turn(first, cue, plain, counts)
    for speaker, said in zip(voices[::2], voices[1::2], strict=True):
        turn = _turn(said, cue, plain, counts)
        yield turn._replace(speaker=html.unescape(speaker.strip()))


def _turn(text: str, cue: Cue, plain: Plain, counts: Counter[str]) -> Turn:
    """Return what a text of a cue says, with words where it has their times."""
    turn = Turn(cue.start, cue.end, plain(text))
    if not has_inline_times(text):
        return turn
    words = timed_words(text, cue, _inline_seconds, plain)
    if words is None:
        counts["untimed"] += 1
        return turn
    return turn._replace(words=words)


def _inline_seconds(time: str) -> float:
    match = re.fullmatch(_TIME, time)
    assert match is not None  # by the pattern of inline times
    return _seconds(match.groups())


def _untagged(text: str) -> str:
    return " ".join(_TAG.sub("", text).split())


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", text)).split())


def vtt(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as WebVTT."""
    cues = [
        f"{_clock(turn.start, '.')} --> {_clock(turn.end, '.')}\n{_voice(turn)}{_escaped(turn)}\n"
        for turn in turns
        if turn.text is not UNSET
    ]
    return "\n".join(["WEBVTT\n", *cues])


def srt(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as SRT, without their speakers."""
    said = [turn for turn in turns if turn.text is not UNSET]
    return "\n".join(
        f"{number}\n{_clock(turn.start, ',')} --> {_clock(turn.end, ',')}\n{_one_line(turn)}\n"
        for number, turn in enumerate(said, 1)
    )


def _clock(seconds: float, point: str) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{point}{rest % 1000:03}"


def _voice(turn: Turn) -> str:
    if turn.speaker is UNSET:
        return ""
    return f"<v {html.escape(' '.join(turn.speaker.split()), quote=False)}>"


def _escaped(turn: Turn) -> str:
    return html.escape(" ".join(str(turn.text).split()), quote=False)


def _one_line(turn: Turn) -> str:
    """Return the text of a turn; SRT has no escapes, and an arrow would look like times."""
    return " ".join(str(turn.text).replace("-->", "-- >").split())
