"""Labels of intervals: tiers of Praat TextGrids, read by praatio, and label tracks of Audacity.

An interval is a word, or an utterance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from privtool.audio.formats.reading import Reading
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError, UsageError, option
from privtool.core.record import Record, WordTime

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
        yield replace(record, speaker=speaker or UNSET, duration=float(grid.maxTimestamp))


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
    """Yield a record for each label of a label track (`utterances`), or one with a word for each.

    Frequencies of labels are passed over.
    """
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
