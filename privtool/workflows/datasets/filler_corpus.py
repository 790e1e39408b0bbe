"""The corpus that a filler is tuned on, made of records with and without slots."""

from __future__ import annotations

from privtool.core.errors import DataError, option
from privtool.models.fillers.tuning.corpus import Fill, FillerCorpus
from privtool.stages.fill import FillSettings
from privtool.text.words import words
from privtool.workflows.datasets.filler_text import FillerRecords


def usable_records(records: FillerRecords, on: str) -> FillerRecords:
    """Return the records that the option `on` selects. Raises `DataError` if there are none."""
    unmasked, masked, _ = records
    if not unmasked and not masked:
        raise DataError("there are no records to train on")
    if on == "unmasked":
        masked = []
    if on == "filled":
        unmasked = []
    if not unmasked and not masked:
        kind, other = ("without", "filled") if on == "unmasked" else ("with", "unmasked")
        name = option("on")
        raise DataError(f"there is no record {kind} markers: use {name} {other} or {name} all")
    return records._replace(unmasked=unmasked, masked=masked)


def filler_corpus(
    records: FillerRecords,
    held_out: FillerRecords | None,
    on: str,
    settings: FillSettings,
    fill: Fill,
) -> FillerCorpus:
    """Return the training and validation text. Raises `DataError` for one without words."""
    examples, valid = records.examples(settings), None
    if held_out is not None:
        valid = held_out.examples(settings)
        if not valid:
            raise DataError("the set 'valid' has no records")
        if valid == examples:
            raise DataError("the set 'valid' is the training text: measuring on it is meaningless")
    if not records.unmasked and not any(
        words(segment) for example in examples for segment in example.segments
    ):
        raise DataError("the records have no words except markers")
    if on == "masked":
        return FillerCorpus(examples, [], fill, valid)
    unmasked = examples[: len(records.unmasked)]
    return FillerCorpus(unmasked, records.masked, fill, valid)
