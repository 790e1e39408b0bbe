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
from privtool.core.language_marks import mark_languages
from privtool.core.pipeline import Rejects, StreamOptions
from privtool.core.record import Entity, Record, check_spans, decode, encode, entities_of, text_of
from privtool.models.fillers.tuning.families import Example, Fill, FillerCorpus
from privtool.models.language import language_of
from privtool.stages.fill import FillSettings, slotted_record
from privtool.text.filling.slots import split_slots
from privtool.text.words import overlapping_words, words
from privtool.workflows.datasets.read_records import Convert, parsed_records


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


def _record_reader(
    get_settings: Callable[[], FillSettings], to_fill: bool, entities: bool
) -> Convert[Example | bytes]:
    """Return what gives the text of a record, or the encoded record if it has slots.

    A record without `masks` is unmasked, whatever is typed in it, unless it holds a marker text of
    the settings. `DataError` is raised for a record that cannot be used: if records are `to_fill`,
    the lists that they were masked with must be there; with `entities`, only annotated records are
    good.
    """
    settings = get_settings()

    def read(record: Record) -> Example | bytes:
        masked = (record.masks is not UNSET or bool(settings.marker_texts)) and bool(
            split_slots(record, settings.marker_texts, settings.merge).masks
        )
        text = text_of(record)
        if entities:
            if masked:
                raise DataError("the record has markers, but raw text with entities is needed")
            found = entities_of(record)
            check_spans(found, len(text), "entities")
            return Example((text,), _private(text, found))
        if not masked:
            return Example((text,))
        if to_fill:
            slotted_record(record, settings)
        # Only what filling needs: other fields may be large, and are private.
        names = "id", "text", "masks", "word_lists", "language"
        return encode(Record(**{name: getattr(record, name) for name in names}))

    return read


def _private(text: str, entities: Sequence[Entity]) -> tuple[int, ...]:
    """Return the starts of the words that overlap entities."""
    found = words(text)
    places = overlapping_words(found, ((entity.start, entity.end) for entity in entities))
    return tuple(found[number].start for number in sorted(set().union(*places)))


def read_filler_text(
    options: StreamOptions, settings: Callable[[], FillSettings], to_fill: bool, entities: bool
) -> tuple[FillerRecords, int]:
    """Return the records of the inputs, to be filled as `settings()` says, and how many were bad.

    Those without slots are apart from those with slots.
    """
    make = partial(_record_reader, settings, to_fill, entities)
    line_format = Format(options.input_format)
    mark = partial(mark_languages, line_format=line_format, language_of=language_of)
    with (
        Rejects(options) as rejects,
        parsed_records(make, options, rejects, line_format, mark if to_fill else None) as records,
    ):
        found = list(records)
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
