"""The text that a filler is tuned on: records with and without slots, and the corpus of them.

Vats 2023, section 3.2 (fine-tuning): samples without masks, or the whole corpus once its masks
have been filled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Format
from privtool.core.errors import DataError, option
from privtool.core.fields import entities_of, text_of
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.record import Entity, Record, check_spans, decode, encode
from privtool.models.fillers.tuning.families import Example, Fill, FillerCorpus
from privtool.stages.fill import FillSettings, slotted_record
from privtool.text.filling.slots import split_slots
from privtool.text.words import overlapping_words, words
from privtool.workflows.datasets.read_records import parsed_blocks


class FillerRecords(NamedTuple):
    """Texts without slots, and encoded records with slots."""

    unmasked: list[Example]
    masked: list[bytes]

    def examples(self, settings: FillSettings) -> list[Example]:
        """Return the texts to train on, without what stands in the slots."""
        examples = list(self.unmasked)
        for line in self.masked:
            slotted = split_slots(decode(line), settings.marker_texts, settings.merge)
            examples.append(Example(slotted.segments))
        return examples


class _FillerTextReader:
    """Reads records, those with slots apart from those without.

    A record without `masks` is unmasked, whatever is typed in it, unless it holds a marker text of
    the settings. If records are `to_fill`, the lists that they were masked with must be there. With
    `entities`, only annotated records are good.
    """

    def __init__(self, settings: Callable[[], FillSettings], to_fill: bool, entities: bool) -> None:
        self._settings, self._to_fill, self._entities = settings(), to_fill, entities

    def __call__(self, record: Record) -> Example | bytes:
        """Return the text of a record, or the encoded record if it has slots.

        Raise `DataError` for a record that cannot be used.
        """
        masked = self._is_masked(record)
        text = text_of(record)
        if self._entities:
            if masked:
                raise DataError("the record has markers, but raw text with entities is needed")
            entities = entities_of(record)
            check_spans(entities, len(text), "entities")
            return Example((text,), _private(text, entities))
        if not masked:
            return Example((text,))
        if self._to_fill:
            slotted_record(record, self._settings)
        # Only what filling needs: other fields may be large, and are private.
        kept = Record(id=record.id, text=text, masks=record.masks, word_lists=record.word_lists)
        return encode(kept)

    def _is_masked(self, record: Record) -> bool:
        settings = self._settings
        if record.masks is UNSET and not settings.marker_texts:
            return False
        return bool(split_slots(record, settings.marker_texts, settings.merge).masks)


def _private(text: str, entities: Sequence[Entity]) -> tuple[int, ...]:
    """Return the starts of the words that overlap entities."""
    found = words(text)
    places = overlapping_words(found, ((entity.start, entity.end) for entity in entities))
    return tuple(found[number].start for number in sorted(set().union(*places)))


def read_filler_text(
    options: StreamOptions, settings: Callable[[], FillSettings], to_fill: bool, entities: bool
) -> tuple[FillerRecords, int]:
    """Return the records of the inputs, to be filled as `settings()` says, and how many were bad.

    If records are `to_fill`, the lists of their masks must be there; with `entities` all records
    must be raw and annotated.
    """
    make = partial(_FillerTextReader, settings, to_fill, entities)
    with (
        Rejects(options) as rejects,
        parsed_blocks(make, options, rejects, Format(options.input_format)) as parts,
    ):
        found = [value for part in parts for value in part.values]
    unmasked = [each for each in found if isinstance(each, Example)]
    masked = [each for each in found if isinstance(each, bytes)]
    return FillerRecords(unmasked, masked), rejects.count


def usable_records(records: FillerRecords, on: str) -> FillerRecords:
    """Return the records that the option `on` selects. Raises `DataError` if there are none."""
    unmasked, masked = records
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
