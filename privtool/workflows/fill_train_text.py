"""The text that `fill-train` trains on, made of records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from privtool.workflows.fill import FillWork

if TYPE_CHECKING:
    from privtool.models.fillers.tuning.families import Example
    from privtool.stages.fill import FillSettings
    from privtool.workflows.datasets.filler_text import FillerRecords


def examples_of(records: FillerRecords, settings: FillSettings) -> list[Example]:
    """Return the texts to train on as they are, without what stands at the markers."""
    from privtool.models.fillers.tuning.families import Example
    from privtool.workflows.datasets.filler_text import segments_of

    whole = [Example((text,), private) for text, private in records.clean]
    return whole + [Example(segments_of(line, settings)) for line in records.masked]


def has_words(settings: FillSettings, masked: bytes) -> bool:
    """Return whether a record with markers has a word, too."""
    from privtool.text.words import words
    from privtool.workflows.datasets.filler_text import segments_of

    return any(words(segment) for segment in segments_of(masked, settings))


def filled(work: FillWork, filler: Any, masked: Sequence[bytes], seed: int) -> Iterator[str]:
    """Yield the texts of records with markers, filled as `fill` does it."""
    from privtool.workflows.datasets.filler_text import filled_texts

    seeded = work._replace(options=replace(work.options, seed=seed))
    return filled_texts(seeded.stage(filler), masked)
