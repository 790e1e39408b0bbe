"""Label tracks of Audacity: lines of start, end and label, separated by tabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import UNSET

from privtool.audio.formats.nist import audio_of
from privtool.audio.formats.transcripts import Turn, read_text, records_of_turns
from privtool.core.errors import DataError
from privtool.core.record import Record, WordTime


def read_labels(path: Path, utterances: bool, audio_pattern: str | None) -> Iterator[Record]:
    """Yield a record for each label (`utterances`), or one with a word for each.

    Frequencies of labels are passed over.
    """
    turns = list(_labels(path))
    if utterances:
        yield from records_of_turns(path, turns, audio_pattern)
        return
    words = [WordTime(str(turn.text), turn.start, turn.end) for turn in turns if turn.text]
    words.sort(key=lambda word: word.start)
    yield Record(
        id=path.stem,
        text=" ".join(word.word for word in words),
        audio_filepath=audio_of(path.stem, audio_pattern),
        words=tuple(words),
    )


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
