"""Praat's TextGrid, read by praatio."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privtool.audio.formats.nist import audio_of
from privtool.core.errors import DataError, PrivtoolError, UsageError
from privtool.core.record import Record, WordTime

_WORDS = "words"
_SILENT = ("", "<eps>", "<sil>", "sil", "sp")  # of aligners


def read_text_grid(
    path: Path, tier: str | None, utterances: bool, audio_pattern: str | None
) -> Iterator[Record]:
    """The words of a tier as one record, or each of its intervals as a record (`utterances`).

    The tier is the one named, else the one called words (also `NAME - words`, as aligners write
    it), else the only one with intervals. Raises `DataError` for what is no TextGrid and
    `UsageError` where the tier has to be named.
    """
    from praatio import textgrid

    if not path.is_file():
        raise PrivtoolError(f"{path}: no such file")
    try:
        grid = textgrid.openTextgrid(str(path), includeEmptyIntervals=False)
    except Exception:  # praatio raises many kinds, with the content of the file in them
        raise DataError(f"{path.name}: is no TextGrid, or a broken one") from None
    chosen = _tier(grid, tier, path.name)
    intervals = [(float(i.start), float(i.end), i.label.strip()) for i in chosen.entries]
    intervals = [interval for interval in intervals if interval[2].lower() not in _SILENT]
    audio = audio_of(path.stem, audio_pattern)
    if utterances:
        for number, (start, end, text) in enumerate(intervals, 1):
            yield Record(
                id=f"{path.stem}-{number:05}",
                text=text,
                audio_filepath=audio,
                offset=start,
                duration=round(end - start, 6),
            )
        return
    yield Record(
        id=path.stem,
        text=" ".join(label for _, _, label in intervals),
        audio_filepath=audio,
        duration=float(grid.maxTimestamp),
        words=tuple(WordTime(label, start, end) for start, end, label in intervals),
    )


def _tier(grid: Any, name: str | None, place: str) -> Any:
    from praatio.data_classes.interval_tier import IntervalTier

    tiers = {tier.name: tier for tier in grid.tiers if isinstance(tier, IntervalTier)}
    if name is not None:
        if name not in tiers:
            raise UsageError(f"--tier: {place} has no such tier of intervals")
        return tiers[name]
    called = [key for key in tiers if key.lower().split(" - ")[-1].strip() in (_WORDS, "word")]
    wanted = called or list(tiers)
    if len(wanted) != 1:
        raise UsageError(f"{place} has {len(wanted)} tiers that may be meant: name one with --tier")
    return tiers[wanted[0]]
