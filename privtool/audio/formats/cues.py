"""Cues of WebVTT and SRT in the lines of a file, as players accept them.

A cue is a line with times and all lines up to the next one. Blank lines end nothing: some tools
write them inside a cue, and none between two cues. What stands before times is the name of the cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from privtool.audio.formats.captions import Cue
from privtool.audio.formats.faults import Aside
from privtool.core.errors import DataError

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
