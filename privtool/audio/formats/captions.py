"""Cues of subtitles: rolling captions, which repeat what is still on the screen, and word times.

Automatic captions of YouTube have two lines a cue: the last one of the cue before, and a new one
with the time of each word. Between two such cues is a bridge of 10 ms without anything new.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from privtool.core.record import WordTime

Plain = Callable[[str], str]  # removes tags
_BRIDGE = 0.05  # seconds at most
_CONTIGUOUS = 0.1  # seconds between two cues at most
_INLINE = re.compile(r"<((?:\d+:)?\d\d:\d\d\.\d{3})>")


class Cue(NamedTuple):
    """Start and end in seconds, and the lines of a cue, with their tags."""

    start: float
    end: float
    lines: tuple[str, ...]

    @property
    def is_bridge(self) -> bool:
        """Whether it is shorter than anything that can be said."""
        return self.end - self.start <= _BRIDGE


def without_repeats(cues: Sequence[Cue], plain: Plain) -> list[Cue]:
    """Return the cues of rolling captions with what is new in them; other cues as they are.

    Captions roll if at least half of the cues begin with the last line of the cue before, which has
    just ended, and some have inline times, or there are bridges between cues of two lines: in
    other subtitles, someone may say a line twice.
    """
    given = list(cues)
    cues = [cue._replace(lines=tuple(filter(plain, cue.lines))) for cue in cues]
    repeats = [0, *(_repeated(*pair, plain) for pair in pairwise(cues))][: len(cues)]
    timed = any(any(map(has_inline_times, cue.lines)) for cue in cues)
    bridged = any(cue.is_bridge for cue in cues)
    bridged &= any(len(cue.lines) > 1 and not cue.is_bridge for cue in cues)
    if not (timed or bridged) or 2 * sum(map(bool, repeats)) < len(cues):
        return given
    new = (
        cue._replace(lines=cue.lines[repeated:])
        for cue, repeated in zip(cues, repeats, strict=True)
    )
    return [cue for cue in new if cue.lines]


def _repeated(last: Cue, cue: Cue, plain: Plain) -> int:
    """Return how many lines a cue repeats of the one before; lines with inline times are new.

    These are as few as possible, as what is new may be the same words again; of a bridge, all.
    """
    if not last.start <= cue.start <= last.end + _CONTIGUOUS:
        return 0
    before = [plain(line) for line in last.lines]
    lines = [plain(line) for line in takewhile(lambda line: not has_inline_times(line), cue.lines)]
    sizes = range(1, min(len(before), len(lines)) + 1)
    matching = [size for size in sizes if before[-size:] == lines[:size]]
    return (matching[-1] if cue.is_bridge else matching[0]) if matching else 0


def has_inline_times(text: str) -> bool:
    """Return whether a text has times between its words."""
    return _INLINE.search(text) is not None


def timed_words(
    text: str, cue: Cue, seconds: Callable[[str], float], plain: Plain
) -> tuple[WordTime, ...] | None:
    """Return the words of a text with inline times; None if these are not in the cue and in order.

    What is between two times is a word, even with white space. A time inside a word is left out.
    """
    chunks = _INLINE.split(text)
    times = [cue.start, *map(seconds, chunks[1::2]), cue.end]
    if any(after < before for before, after in pairwise(times)):
        return None
    words: list[WordTime] = []
    joined = False
    for chunk, (start, end) in zip(chunks[::2], pairwise(times), strict=True):
        bare, word = plain(f"-{chunk}-"), plain(chunk)
        if word and joined and not bare[1:2].isspace():
            last = words.pop()
            word, start = last.word + word, last.start
        if word:
            words.append(WordTime(word, start, end))
        joined = bool(word or joined) and not bare[-2:-1].isspace()
    return tuple(words)
