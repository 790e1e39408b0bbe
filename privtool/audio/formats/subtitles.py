"""WebVTT and SRT: cues with times and text; in WebVTT a voice names the speaker.

Libraries for subtitles pass over what they cannot read. Here a cue that cannot be read is an
error: its text would be missing without notice.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record

_TIME = r"(?:(\d+):)?(\d\d):(\d\d)[.,](\d{1,3})"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)*\s+([^>]*)>")
_TAG = re.compile(r"</?(?:v|c|i|b|u|ruby|rt|lang|font|\d[\d:.]*)(?:[.\s][^>]*)?>", re.IGNORECASE)
_NO_CUE = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


def read_vtt(path: Path, audio_pattern: str | None) -> Iterator[Record]:
    """Yield a record for each cue of a WebVTT; a cue with several voices gives one for each."""
    blocks = _blocks(path)
    if not blocks or re.match(r"WEBVTT(?:\s|$)", blocks[0][1][0]) is None:
        raise DataError(f"{path}: is not a WebVTT")
    head = blocks[0][1]
    if len(head) > 1 and "-->" in "\n".join(head):
        raise DataError(f"{path}:1: a blank line must follow the header")
    turns = (
        turn
        for number, lines in blocks[1:]
        if _NO_CUE.match(lines[0]) is None
        for turn in _turns(*_cue(path, number, lines))
    )
    yield from records_of_turns(path, turns, audio_pattern)


def read_srt(path: Path, audio_pattern: str | None) -> Iterator[Record]:
    """Yield a record for each subtitle of an SRT."""
    turns = (
        Turn(start, end, " ".join(_TAG.sub("", text).split()))
        for number, lines in _blocks(path)
        for start, end, text in [_cue(path, number, lines)]
    )
    yield from records_of_turns(path, turns, audio_pattern)


def _blocks(path: Path) -> list[tuple[int, list[str]]]:
    """Return the blocks between blank lines, each with the number of its first line."""
    blocks: list[tuple[int, list[str]]] = []
    following = False
    for number, line in enumerate(re.split(r"\r\n|\n|\r", read_text(path)), 1):
        if not line.strip():
            following = False
            continue
        if not following:
            blocks.append((number, []))
            following = True
        blocks[-1][1].append(line)
    return blocks


def _cue(path: Path, number: int, lines: list[str]) -> tuple[float, float, str]:
    """Return start, end and text of a cue, which may have a name in its first line."""
    named = "-->" not in lines[0]
    times = _TIMES.fullmatch(lines[1 if named else 0]) if len(lines) > named else None
    if times is None:
        raise DataError(f"{path}:{number}: is not a cue with its times")
    text = lines[named + 1 :]
    if any("-->" in line for line in text):
        raise DataError(f"{path}:{number}: a blank line must be between two cues")
    return _seconds(times.groups()[:4]), _seconds(times.groups()[4:]), "\n".join(text)


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = parts
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return whole + int(str(fraction).ljust(3, "0")) / 1000


def _turns(start: float, end: float, text: str) -> Iterator[Turn]:
    """Yield what each voice of a cue says; all of them in the time of the cue."""
    first, *voices = _VOICE.split(text)
    if _plain(first) or not voices:
        yield Turn(start, end, _plain(first))
    for speaker, said in zip(voices[::2], voices[1::2], strict=True):
        yield Turn(start, end, _plain(said), html.unescape(speaker.strip()))


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
