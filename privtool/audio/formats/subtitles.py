"""WebVTT and SRT: cues with times and text; in WebVTT a voice names the speaker.

Times between the words of a cue are those of its words. Rolling captions are joined, and names of
speakers in the text become voices.

Libraries for subtitles pass over what they cannot read. Here a cue that cannot be read is an
error: its text would be missing without notice.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.cues import (
    VOICE,
    Cue,
    Plain,
    has_inline_times,
    timed_words,
    with_voices,
    without_repeats,
)
from privtool.audio.formats.reading import Aside, Reading
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record

_TIME = r"(?:(\d{1,6}):)?(\d\d?):(\d\d?)(?:[.,](\d{1,9}))?"
_TIMES = re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}(?:\s.*)?")
_LIKE_TIMES = re.compile(rf".*-->|\s*{_TIME}\s*(?:[-–—=]*>|→)\s*\d")
_COMMENT = re.compile(r"(?:NOTE|STYLE|REGION)(?:\s|$)")


def lines_of(text: str) -> list[str]:
    """Return the lines of a text as the formats end them."""
    return re.split(r"\r\n|\n|\r", text)


def without_comments(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines of WebVTT, those of comments, styles and regions as blank ones."""
    inside, parted = False, True
    for line in lines:
        inside = inside and bool(line) and _TIMES.fullmatch(line) is None
        inside = inside or (parted and _COMMENT.match(line) is not None)
        yield "" if inside else line
        parted = not line


def cues_of(
    place: str, lines: Sequence[str], first: int, numbered: bool, aside: Aside
) -> Iterator[Cue]:
    """Yield the cues in lines, of which the first has the number `first`.

    `aside` gets the errors of those whose times cannot be read, and of a text before all times.
    With `numbered` names are numbers, unless they are the first line.
    """
    starts = [at for at, line in enumerate(lines) if _LIKE_TIMES.match(line)]
    ends = _ends(lines, starts, numbered)
    before = [at for at in range(ends[0]) if lines[at].strip()]
    if before:
        aside(DataError(f"{place}:{first + before[0]}: is not a cue with its times"))
    for start, end in zip(starts, ends[1:], strict=True):
        times = _TIMES.fullmatch(lines[start])
        if times is None:
            aside(DataError(f"{place}:{first + start}: is not a cue with its times"))
            continue
        groups, said = times.groups(), lines[start + 1 : end]
        yield Cue(_seconds(groups[:4]), _seconds(groups[4:]), tuple(filter(str.strip, said)))


def inline_seconds(time: str) -> float:
    """Return a time that stands between words in seconds."""
    match = re.fullmatch(_TIME, time)
    assert match is not None  # by the pattern of inline times
    return _seconds(match.groups())


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = parts
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return float(whole + int(fraction or 0) / 10 ** len(fraction or ""))


def _ends(lines: Sequence[str], starts: Sequence[int], numbered: bool) -> list[int]:
    """Return where the text before each line with times ends, and that after the last one."""
    ends: list[int] = []
    number = 0  # of the cue before
    for last, at in pairwise([-1, *starts]):
        name = lines[at - 1].strip() if at > last + 1 else ""
        own = int(name) if name.isdecimal() and len(name) < 10 else None
        above = lines[at - 2] if at > last + 2 else None
        named = bool(name) and (
            at == 1
            or (above == "" and (own is not None or not numbered))
            or (own is not None and (own == number + 1 or not (above or "-").strip()))
        )
        number = own if named and own is not None else number + 1
        ends.append(at - named)
    return [*ends, len(lines)]


_TAG = re.compile(
    r"</?(?:v|c|i|b|u|s|em|strong|span|ruby|rt|lang|font|\d[\d:.]*)(?:[.\s/][^<>]*)?>"
    r"|\{(?:\\[^{}]*|/?[biu]|[ybi]:[^{}]*)\}",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def read_vtt(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each cue of a WebVTT; a cue with several voices gives one for each.

    `speakers` says which names in the text are those of speakers (`with_voices`). Cues are counted
    that are `joined` with others, those that named their speaker (`labeled`), and the `untimed`
    ones, whose word times are not in order.
    """
    lines = lines_of(read_text(path))
    head = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if re.match(r"WEBVTT(?:\s|$)", lines[head]) is None:
        raise DataError(f"{path}: is not a WebVTT")
    while head < len(lines) and lines[head].strip() and "-->" not in lines[head]:
        head += 1
    shown = list(without_comments(lines[head:]))
    cues = cues_of(str(path), shown, head + 1, False, reading.aside)
    return _records(path, list(cues), _plain, reading)


def read_srt(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each subtitle of an SRT, and each voice, which some tools write there.

    The rest is as for `read_vtt`.
    """
    cues = cues_of(str(path), lines_of(read_text(path)), 1, True, reading.aside)
    return _records(path, list(cues), _untagged, reading)


def _records(path: Path, cues: Sequence[Cue], plain: Plain, reading: Reading) -> Iterator[Record]:
    counts = reading.counts
    cues = with_voices(_joined(cues, plain, counts), reading.speakers, counts)
    turns = (turn for cue in cues for turn in _turns(cue, plain, counts))
    return records_of_turns(path, turns, reading)


def _joined(cues: Sequence[Cue], plain: Plain, counts: Counter[str]) -> list[Cue]:
    """Return cues without what they repeat of the one before, if these are rolling captions."""
    if any(VOICE.search(line) for cue in cues for line in cue.lines):
        return list(cues)  # a line may belong to the voice of the one before
    new = without_repeats(cues, plain)
    if len(new) < len(cues):
        counts["joined"] += len(cues) - len(new)
    return new


def _turns(cue: Cue, plain: Plain, counts: Counter[str]) -> Iterator[Turn]:
    """Yield what each voice of a cue says; all of them in the time of the cue."""
    first, *voices = VOICE.split("\n".join(cue.lines))
    if plain(first) or not voices:
        yield _turn(first, cue, plain, counts)
    for speaker, said in zip(voices[::2], voices[1::2], strict=True):
        turn = _turn(said, cue, plain, counts)
        yield turn._replace(speaker=html.unescape(speaker.strip()) or UNSET)


def _turn(text: str, cue: Cue, plain: Plain, counts: Counter[str]) -> Turn:
    """Return what a text of a cue says, with words where it has their times."""
    turn = Turn(cue.start, cue.end, plain(text))
    if not has_inline_times(text):
        return turn
    words = timed_words(text, cue, inline_seconds, plain)
    if words is None:
        counts["untimed"] += 1
        return turn
    return turn._replace(words=words)


def _untagged(text: str) -> str:
    return " ".join(_TAG.sub("", _BREAK.sub(" ", text)).split())


def _plain(text: str) -> str:
    return " ".join(html.unescape(_untagged(text)).split())


def _by_cue(turns: Sequence[Turn]) -> Iterator[tuple[float, float, list[Turn]]]:
    """Yield the start, end and turns of each cue: voices in one cue have the same times."""
    said = [turn for turn in turns if turn.text is not UNSET]
    for _, group in groupby(said, key=lambda turn: (*turn[:2], turn.speaker is UNSET and id(turn))):
        voices = list(group)
        yield voices[0].start, voices[0].end, voices


def vtt(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    cues = [
        f"{_clock(start, '.')} --> {_clock(end, '.')}\n"
        + "".join(f"{_voice(turn)}{_escaped(turn)}\n" for turn in group)
        for start, end, group in _by_cue(turns)
    ]
    return "\n".join(["WEBVTT\n", *cues])


def srt(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as SRT, without their speakers."""
    return "\n".join(
        f"{number}\n{_clock(start, ',')} --> {_clock(end, ',')}\n"
        + "".join(f"{_one_line(turn)}\n" for turn in group)
        for number, (start, end, group) in enumerate(_by_cue(turns), 1)
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
