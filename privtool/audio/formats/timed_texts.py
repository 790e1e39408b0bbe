"""Texts with times: subtitles, intervals of Praat TextGrids, and label tracks of Audacity.

WebVTT and SRT are cues with times and text; in WebVTT a voice names the speaker. Times between the
words of a cue are those of its words. Rolling captions are joined, and names of speakers in the
text become voices. Libraries for subtitles pass over what they cannot read. Here a cue that cannot
be read is an error: its text would be missing without notice.

Intervals are words or utterances.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET

from privtool.audio.formats.cues import (
    TIME,
    VOICE,
    Cue,
    Plain,
    has_inline_times,
    seconds_of,
    timed_words,
    with_voices,
    without_repeats,
)
from privtool.audio.formats.reading import Aside, Reading
from privtool.audio.formats.utterances import Turn, read_text, records_of_turns
from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, WordTime

_TIMES = re.compile(rf"\s*{TIME}\s*-->\s*{TIME}(?:\s.*)?")
_LIKE_TIMES = re.compile(rf".*-->|\s*{TIME}\s*(?:[-–—=]*>|→)\s*\d")
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
        aside(DataError(f"{place}:{first + before[0]}: is not a cue with valid times"))
    for start, end in zip(starts, ends[1:], strict=True):
        times = _TIMES.fullmatch(lines[start])
        if times is None:
            aside(DataError(f"{place}:{first + start}: is not a cue with valid times"))
            continue
        groups, said = times.groups(), lines[start + 1 : end]
        yield Cue(seconds_of(groups[:4]), seconds_of(groups[4:]), tuple(filter(str.strip, said)))


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
    """Yield a record for each subtitle of an SRT and each voice in it; see `read_vtt`."""
    cues = cues_of(str(path), lines_of(read_text(path)), 1, True, reading.aside)
    return _records(path, list(cues), _untagged, reading)


def _records(path: Path, cues: Sequence[Cue], plain: Plain, reading: Reading) -> Iterator[Record]:
    counts, given = reading.counts, len(cues)
    if not any(VOICE.search(line) for cue in cues for line in cue.lines):
        cues = without_repeats(cues, plain)  # else a line may belong to the voice of the one before
    if len(cues) < given:
        counts["joined"] += given - len(cues)
    cues = with_voices(cues, reading.speakers, counts)
    turns = (turn for cue in cues for turn in _turns(cue, plain, counts))
    return records_of_turns(path, turns, reading)


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
    words = timed_words(text, cue, plain)
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
    """Return turns as WebVTT, with a voice for each speaker."""
    cues = ["WEBVTT\n"]
    for start, end, group in _by_cue(turns):
        cue = f"{_clock(start, '.')} --> {_clock(end, '.')}\n"
        for turn in group:
            voice = "" if turn.speaker is UNSET else f"<v {_escaped(turn.speaker)}>"
            cue += f"{voice}{_escaped(turn.text)}\n"
        cues.append(cue)
    return "\n".join(cues)


def srt(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as SRT, without their speakers."""
    cues = []
    for number, (start, end, group) in enumerate(_by_cue(turns), 1):
        cue = f"{number}\n{_clock(start, ',')} --> {_clock(end, ',')}\n"
        for turn in group:  # whose arrows would look like times, as SRT has no escapes
            cue += " ".join(str(turn.text).replace("-->", "-- >").split()) + "\n"
        cues.append(cue)
    return "\n".join(cues)


def _escaped(text: Any) -> str:
    return html.escape(" ".join(str(text).split()), quote=False)


def _clock(seconds: float, point: str) -> str:
    milliseconds = round(seconds * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}{point}{rest % 1000:03}"


_WORDS = ("words", "word")
_PHONES = ("phones", "phone", "segments", "phonemes")
_SILENT = ("", "<eps>", "<sil>", "sil", "sp")  # labels of aligners


def read_text_grid(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record of the words of each speaker, or one for each interval (`utterances`).

    Without `tier`, tiers `words` or `NAME - words` are read, as aligners write them, else the only
    interval tier, and for `utterances` all tiers, which are named after their speakers. Raise
    `DataError` for a file that is not a TextGrid, and for an unknown or ambiguous tier.
    """
    from praatio import textgrid

    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    try:
        grid = textgrid.openTextgrid(str(path), includeEmptyIntervals=False)
    except Exception:  # praatio raises many types, which quote the file
        raise DataError(f"{path}: is not a TextGrid, or broken") from None
    tiers = _tiers(grid, reading, path)
    if reading.utterances:
        turns = [turn for speaker, tier in tiers for turn in _intervals(tier, speaker)]
        turns.sort(key=lambda turn: turn.start)
        yield from records_of_turns(path, turns, reading)
        return
    for speaker, tier in tiers:
        name = path.stem if len(tiers) == 1 else f"{path.stem}-{speaker}"
        record = _record_of_words(name, _intervals(tier, speaker), path, reading)
        yield msgspec.structs.replace(
            record, speaker=speaker or UNSET, duration=float(grid.maxTimestamp)
        )


def _intervals(tier: Any, speaker: str) -> list[Turn]:
    labels = [(float(i.start), float(i.end), i.label.strip()) for i in tier.entries]
    return [Turn(*each, speaker or UNSET) for each in labels if each[2].lower() not in _SILENT]


def _record_of_words(name: str, words: Sequence[Turn], path: Path, reading: Reading) -> Record:
    """Return the record of a recording with these words."""
    return Record(
        id=name,
        text=" ".join(str(word.text) for word in words),
        audio_filepath=reading.audio_of(path.stem),
        words=tuple(WordTime(str(word.text), word.start, word.end) for word in words),
    )


def _tiers(grid: Any, reading: Reading, file: Path) -> list[tuple[str, Any]]:
    """Return the tiers to read, with their speakers, an empty name for an unknown one."""
    from praatio.data_classes.interval_tier import IntervalTier

    tiers = {tier.name: tier for tier in grid.tiers if isinstance(tier, IntervalTier)}
    if reading.tier is not None:
        if reading.tier not in tiers:
            raise DataError(f"{file}: has no interval tier with the name of {option('tier')}")
        return [("", tiers[reading.tier])]
    parted = {key: [part.strip() for part in key.rpartition(" - ")[::2]] for key in tiers}
    of_words = [key for key in tiers if parted[key][1].lower() in _WORDS]
    if of_words:
        return [(parted[key][0], tiers[key]) for key in of_words]
    others = [key for key in tiers if parted[key][1].lower() not in _PHONES]
    if len(others) > 1 and reading.utterances:
        return [(key.strip(), tiers[key]) for key in others]
    if len(others) != 1:
        raise DataError(
            f"{file}: has {len(others)} candidate tiers: select one with {option('tier')}, or read "
            f"all as those of speakers with {option('unit')} utterances"
            if others
            else f"{file}: has no interval tier"
        )
    return [("", tiers[others[0]])]


def read_labels(path: Path, reading: Reading) -> Iterator[Record]:
    """Yield a record for each label of a track (`utterances`), or one with a word for each."""
    turns = list(_labels(path))
    if reading.utterances:
        yield from records_of_turns(path, turns, reading)
        return
    words = sorted((turn for turn in turns if turn.text), key=lambda turn: turn.start)
    yield _record_of_words(path.stem, words, path, reading)


def _labels(path: Path) -> Iterator[Turn]:
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if not line.strip() or line.startswith("\\"):
            continue
        fields = line.split("\t", 2)
        try:
            start, end = float(fields[0]), float(fields[1])
        except (IndexError, ValueError):
            raise DataError(f"{path}:{number}: has no start and end") from None
        yield Turn(start, end, " ".join(fields[2].split()) if len(fields) > 2 else "")


def labels(turns: Sequence[Turn], name: str) -> str:  # noqa: ARG001
    """Return turns as a label track, without their speakers."""
    return "".join(
        f"{turn.start:.6f}\t{turn.end:.6f}\t{' '.join(str(turn.text).split())}\n"
        for turn in turns
        if turn.text is not UNSET
    )
