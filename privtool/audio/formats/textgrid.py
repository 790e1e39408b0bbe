"""Praat TextGrids, read by praatio."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import UNSET

from privtool.audio.formats.nist import audio_of
from privtool.audio.formats.transcripts import Turn, records_of_turns
from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, WordTime

_WORDS = ("words", "word")
_PHONES = ("phones", "phone", "segments", "phonemes")
_SILENT = ("", "<eps>", "<sil>", "sil", "sp")  # labels of aligners
_Interval = tuple[float, float, str]


def read_text_grid(
    path: Path, tier: str | None, utterances: bool, audio_pattern: str | None
) -> Iterator[Record]:
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
    tiers = _tiers(grid, tier, utterances, path)
    if utterances:
        said = ((each, speaker) for speaker, one in tiers for each in _intervals(one))
        turns = [Turn(*interval, speaker or UNSET) for interval, speaker in said]
        turns.sort(key=lambda turn: turn.start)
        yield from records_of_turns(path, turns, audio_pattern)
        return
    for speaker, one in tiers:
        intervals = _intervals(one)
        yield Record(
            id=path.stem if len(tiers) == 1 else f"{path.stem}-{speaker}",
            text=" ".join(label for _, _, label in intervals),
            speaker=speaker or UNSET,
            audio_filepath=audio_of(path.stem, audio_pattern),
            duration=float(grid.maxTimestamp),
            words=tuple(WordTime(label, start, end) for start, end, label in intervals),
        )


def _intervals(tier: Any) -> list[_Interval]:
    found = [(float(i.start), float(i.end), i.label.strip()) for i in tier.entries]
    return [interval for interval in found if interval[2].lower() not in _SILENT]


def _tiers(grid: Any, name: str | None, utterances: bool, file: Path) -> list[tuple[str, Any]]:
    """Return the tiers to read, with their speakers, an empty name for an unknown one."""
    from praatio.data_classes.interval_tier import IntervalTier

    tiers = {tier.name: tier for tier in grid.tiers if isinstance(tier, IntervalTier)}
    if name is not None:
        if name not in tiers:
            raise DataError(f"{file}: has no interval tier with the name of {option('tier')}")
        return [("", tiers[name])]
    parted = {key: [part.strip() for part in key.rpartition(" - ")[::2]] for key in tiers}
    of_words = [key for key in tiers if parted[key][1].lower() in _WORDS]
    if of_words:
        return [(parted[key][0], tiers[key]) for key in of_words]
    others = [key for key in tiers if parted[key][1].lower() not in _PHONES]
    if len(others) > 1 and utterances:
        return [(key.strip(), tiers[key]) for key in others]
    if len(others) != 1:
        raise DataError(
            f"{file}: has {len(others)} candidate tiers: select one with {option('tier')}, or read "
            f"all as those of speakers with {option('unit')} utterances"
            if others
            else f"{file}: has no interval tier"
        )
    return [("", tiers[others[0]])]
