"""Praat TextGrids, read by praatio."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from privtool.audio.formats.nist import audio_of
from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, WordTime

_WORDS = "words"
_SILENT = ("", "<eps>", "<sil>", "sil", "sp")  # labels of aligners


def read_text_grid(
    path: Path, tier: str | None, utterances: bool, audio_pattern: str | None
) -> Iterator[Record]:
    """Yield the words of a tier as one record, or each of its intervals as a record (`utterances`).

    Without `tier` it is the tier `words` or `NAME - words` (as aligners write it), or the only
    interval tier. Raise `DataError` for a file that is not a TextGrid, and for an unknown or
    ambiguous tier.
    """
    from praatio import textgrid

    if not path.is_file():
        raise UsageError(f"{path}: no such file")
    try:
        grid = textgrid.openTextgrid(str(path), includeEmptyIntervals=False)
    except Exception:  # praatio raises many types, which quote the file
        raise DataError(f"{path}: is not a TextGrid, or broken") from None
    entries = _select_tier(grid, tier, path).entries
    intervals = [(float(i.start), float(i.end), i.label.strip()) for i in entries]
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


def _select_tier(grid: Any, name: str | None, file: Path) -> Any:
    from praatio.data_classes.interval_tier import IntervalTier

    tiers = {tier.name: tier for tier in grid.tiers if isinstance(tier, IntervalTier)}
    if name is not None:
        if name not in tiers:
            raise DataError(f"{file}: has no interval tier with the name of {option('tier')}")
        return tiers[name]
    of_words = [key for key in tiers if key.lower().split(" - ")[-1].strip() in (_WORDS, "word")]
    candidates = of_words or list(tiers)
    if len(candidates) != 1:
        raise DataError(
            f"{file}: has {len(candidates)} candidate tiers: select one with {option('tier')}"
            if candidates
            else f"{file}: has no interval tier"
        )
    return tiers[candidates[0]]
