"""Cues of subtitles: rolling captions, which repeat what is still on the screen, and word times.

Automatic captions of YouTube have two lines a cue: the last one of the cue before, and a new one
with the time of each word. Between two such cues is a bridge of 10 ms without anything new.

Names of speakers in the text ("Name: ", "(Name)", a line of its own, "- " for each) become voices
of WebVTT, from which the reader has its speakers.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise, takewhile
from pathlib import Path
from typing import NamedTuple

import msgspec

from privtool.audio.formats.reading import AUTO, NEVER
from privtool.core.record import WordTime

Plain = Callable[[str], str]  # removes tags
_BRIDGE = 0.05  # seconds at most
_CONTIGUOUS = 0.1  # seconds between two cues at most
_INLINE = re.compile(r"<((?:\d+:)?\d\d:\d\d\.\d{3})>")
TIME = r"(?:(\d{1,6}):)?(\d\d?):(\d\d?)(?:[.,](\d{1,9}))?"


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


def seconds_of(parts: Sequence[str | None]) -> float:
    """Return the time of the groups of `TIME`."""
    hours, minutes, seconds, fraction = parts
    whole = int(hours or 0) * 3600 + int(minutes or 0) * 60 + int(seconds or 0)
    return float(whole + int(fraction or 0) / 10 ** len(fraction or ""))


def timed_words(text: str, cue: Cue, plain: Plain) -> tuple[WordTime, ...] | None:
    """Return the words of a text with inline times; None if these are not in the cue and in order.

    What is between two times is a word, even with white space. A time inside a word is left out.
    """
    chunks = _INLINE.split(text)
    inline = (re.fullmatch(TIME, time) for time in chunks[1::2])
    times = [cue.start, *(seconds_of(match.groups()) for match in inline if match), cue.end]
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


LABELED = "labeled"  # a count
VOICE = re.compile(r"<v(?:\.[^\s>]*)*\s([^>]*)>")
_WORDS = Path(__file__).with_name("speakers.toml")
_MOST_WORDS = 5  # of a name

_TAGS = r"(?:<[^<>]*>|\{[^{}]*\})*"
_LEAD = r"(?:<[^<>]*>|\{[^{}]*\}|\s)*"
_NAME = r"[^\W\d_][^:：<>{}()\[\]]{0,50}"
_LABEL = re.compile(
    rf"(?P<open>{_LEAD})(?:(?:[-–—]|>>){_LEAD})?"
    rf"(?:[(\[](?P<inside>{_NAME})[)\]](?P<colon>\s*[:：])?"
    rf"|(?P<name>{_NAME}?(?:\([^()<>]{{1,30}}\))?){_TAGS}\s*[:：])"
    rf"(?P<close>{_TAGS})(?=\s|$)"
)
_DASH = re.compile(rf"({_LEAD})[-–—](?!\d)\s*(?=\S)")
_TIMED = re.compile(r"<[\d:.]+>")


class _Label(NamedTuple):
    name: str
    rest: str  # of its line
    bracketed: bool = False


Find = Callable[[str], _Label | None]


@cache
def _words() -> dict[str, frozenset[str]]:
    return msgspec.toml.decode(_WORDS.read_bytes(), type=dict[str, frozenset[str]])


def may_begin_with_label(text: str) -> bool:
    """Return whether a text begins like one that names its speaker first."""
    return _label(text) is not None


def with_voices(cues: Sequence[Cue], speakers: str, counts: Counter[str]) -> list[Cue]:
    """Return cues with voices instead of the names of speakers in their text.

    `speakers` is `AUTO`, `NEVER`, or a pattern that a line with a name begins with; the name is its
    first group, or all of it. Add to `counts` the `LABELED` cues.
    """
    if speakers == NEVER or any(VOICE.search(line) for cue in cues for line in cue.lines):
        return list(cues)
    find = _in_use(cues) if speakers == AUTO else _finder_of(re.compile(speakers))
    new = [cue._replace(lines=_voiced(cue.lines, find)) for cue in cues]
    labeled = sum(cue != old for cue, old in zip(new, cues, strict=True))
    if labeled:
        counts[LABELED] += labeled
    return new


def _label(line: str) -> _Label | None:
    """Return what may be the name of a speaker at the start of a line."""
    match = _LABEL.match(line)
    if match is None:
        return None
    name = match["name"] or match["inside"]
    if not _is_name(name):
        return None
    rest = "".join(_TIMED.findall(match["open"] + match["close"])) + line[match.end() :]
    return _Label(" ".join(name.split()), rest, match["inside"] is not None and not match["colon"])


def _is_name(name: str) -> bool:
    """Return whether a text has the form of a name: no note, no sentence."""
    base = name.partition("(")[0].strip(" '\"")
    words = base.split()
    if not 0 < len(words) <= _MOST_WORDS or base[-1] in "?!,;":
        return False
    known, first = _words(), words[0].casefold().rstrip(".,")
    if first in known["others"]:
        return False
    if re.split(r"[\W\d_]", first)[0] in known["roles"]:
        return True
    initials = [next(filter(str.isalpha, word), "A") for word in words]
    pairs = zip(words, initials, strict=True)
    return all(not initial.islower() or word in known["particles"] for word, initial in pairs)


def _in_use(cues: Sequence[Cue]) -> Find:
    """Return what finds the names that a file gives its speakers.

    It names them if a name occurs twice, or if half of the cues have one. Names in brackets and
    those that are a line are only known ones, as they may be sounds, or words of the text.
    """
    labels = [(number, label) for number, cue in enumerate(cues) for line in cue.lines
              if (label := _label(line)) is not None]  # fmt: skip
    plain = _believed([each for each in labels if not each[1].bracketed], len(cues))
    bracketed = _believed([each for each in labels if each[1].bracketed], len(cues))
    alone = [(number, _Label(name, "")) for number, cue in enumerate(cues)
             if len(cue.lines) > 1 and _is_line_of_name(name := cue.lines[0].strip())]  # fmt: skip
    often = 2 * len(alone) >= len(cues) and len({name for _, (name, *_) in alone}) < len(alone)
    lines = {label.name for _, label in alone} if often else set()

    def find(line: str) -> _Label | None:
        label = _label(line)
        if label is None:
            name = line.strip()
            return _Label(name, "") if name in lines or name in plain else None
        if label.bracketed:
            return label if label.name in bracketed | plain else None
        return label if plain else None

    return find


def _is_line_of_name(line: str) -> bool:
    return re.fullmatch(_NAME, line) is not None and line[-1:].isalnum() and _is_name(line)


def _believed(labels: Sequence[tuple[int, _Label]], cues: int) -> set[str]:
    """Return the names of labels, none if these are few and all different."""
    names = Counter(label.name for _, label in labels)
    often = 2 * len({number for number, _ in labels}) >= cues
    return set(names) if often or max(names.values(), default=0) > 1 else set()


def _finder_of(pattern: re.Pattern[str]) -> Find:
    def find(line: str) -> _Label | None:
        match = pattern.match(line)
        if match is None or not match.group():
            return None
        name = next((group for group in match.groups() if group), match.group())
        return _Label(" ".join(name.split()).rstrip(" :"), line[match.end() :])

    return find


def _voiced(lines: tuple[str, ...], find: Find) -> tuple[str, ...]:
    """Return lines with a voice for each name, and for each of several dashes."""
    labels = [find(line) for line in lines]
    without_colon = bool(lines) and lines[-1].rstrip()[-1:] not in (":", "\uff1a")
    if without_colon and labels[-1] is not None and not labels[-1].rest.strip():
        labels[-1] = None  # a word of the text
    dashed = sum(_DASH.match(line) is not None for line in lines) > 1
    if not dashed and not any(labels):
        return lines
    return tuple(_line(line, label, dashed) for line, label in zip(lines, labels, strict=True))


def _line(line: str, label: _Label | None, dashed: bool) -> str:
    if label is not None:
        return f"<v {html.escape(label.name, quote=False)}>{label.rest}"
    return _DASH.sub(r"<v >\1", line, count=1) if dashed and _DASH.match(line) else line
