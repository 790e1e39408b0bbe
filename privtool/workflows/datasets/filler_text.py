"""The text that a filler is tuned on: records with slots are told from those without, and filled.

Vats 2023, section 3.2 (fine-tuning): samples without masks, or the whole corpus once its masks
have been filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Format, Reject, collect, parse_lines
from privtool.core.errors import DataError
from privtool.core.fields import entities_of, text_of
from privtool.core.pipeline import Rejects, StreamOptions, results_of
from privtool.core.reading import Block
from privtool.core.record import Entity, Record, check_spans, decode, encode
from privtool.stages.fill import FillSettings, FillStage, slotted_record
from privtool.text.filling.slots import split_slots
from privtool.text.words import overlapping_words, words

_FILLED_AT_A_TIME = 2048


class Clean(NamedTuple):
    """A text without slots; `private` are the starts of the words of its entities, if asked for."""

    text: str
    private: tuple[int, ...] | None


class Sorted(NamedTuple):
    """A block's records: `clean` are texts, `masked` encoded records with slots.

    Beside them bad lines.
    """

    clean: list[Clean]
    masked: list[bytes]
    rejects: list[Reject]


class SortBlock:
    """Tells the records of a block with slots from those without.

    A record without `masks` is clean, whatever is typed in it, unless it holds a marker text that
    the settings name. If records are `to_fill`, the lists that they were masked with must be there.
    With `entities`, only annotated records are good.
    """

    def __init__(
        self,
        settings: FillSettings,
        line_format: Format,
        keep_going: bool,
        to_fill: bool,
        entities: bool,
    ) -> None:
        self._settings, self._format, self._keep_going = settings, line_format, keep_going
        self._to_fill, self._entities = to_fill, entities

    def __call__(self, block: Block) -> Sorted:
        parsed, rejects = parse_lines(block, self._format, self._sorted, self._keep_going)
        clean = [text for _, text in parsed if isinstance(text, Clean)]
        masked = [line for _, line in parsed if isinstance(line, bytes)]
        return Sorted(clean, masked, rejects)

    def _sorted(self, record: Record) -> Clean | bytes:
        """Return the text of a record, or the encoded record if it has slots.

        Raise `DataError` for a record that cannot be used.
        """
        masked = self._is_masked(record)
        text = text_of(record)
        if self._entities:
            if masked:
                raise DataError("the record has markers: only raw text can tell what they hide")
            entities = entities_of(record)
            check_spans(entities, len(text), "entities")
            return Clean(text, _private(text, entities))
        if not masked:
            return Clean(text, None)
        if self._to_fill:
            slotted_record(record, self._settings)
        # Only what filling needs: other fields may be large, and are private.
        kept = Record(id=record.id, text=text, masks=record.masks, word_lists=record.word_lists)
        return encode(kept)

    def _is_masked(self, record: Record) -> bool:
        settings = self._settings
        if record.masks is UNSET and not settings.marker_texts:
            text_of(record)
            return False
        return bool(split_slots(record, settings.marker_texts, settings.merge).masks)


def _private(text: str, entities: Sequence[Entity]) -> tuple[int, ...]:
    """Return the starts of the words that overlap entities."""
    found = words(text)
    places = overlapping_words(found, ((entity.start, entity.end) for entity in entities))
    return tuple(found[number].start for number in sorted(set().union(*places)))


def filled_texts(stage: FillStage, masked: Sequence[bytes]) -> Iterator[str]:
    """The texts of encoded records, filled as `privtool fill` fills them."""
    for start in range(0, len(masked), _FILLED_AT_A_TIME):
        records = [decode(line) for line in masked[start : start + _FILLED_AT_A_TIME]]
        yield from (text_of(record) for record in collect(stage.process(records, Counter())))


def segments_of(masked: bytes, settings: FillSettings) -> tuple[str, ...]:
    """What stays around the slots of an encoded record."""
    return split_slots(decode(masked), settings.marker_texts, settings.merge).segments


class FillerRecords(NamedTuple):
    """Texts without slots, encoded records with slots, and how many lines were rejected."""

    clean: list[Clean]
    masked: list[bytes]
    rejected: int


def read_filler_text(
    options: StreamOptions, settings: Callable[[], FillSettings], to_fill: bool, entities: bool
) -> FillerRecords:
    """Read the records of the inputs, to be filled as `settings()` says.

    If records are `to_fill`, the lists of their masks must be there; with `entities` all records
    must be raw and annotated.
    """
    clean: list[Clean] = []
    masked: list[bytes] = []
    line_format = Format(options.input_format)
    make = partial(_block, settings, line_format, options.rejects is not None, to_fill, entities)
    with Rejects(options) as set_aside, results_of(make, options, set_aside) as results:
        for result in results:
            clean += result.clean
            masked += result.masked
    return FillerRecords(clean, masked, set_aside.count)


def _block(
    settings: Callable[[], FillSettings],
    line_format: Format,
    keep_going: bool,
    to_fill: bool,
    entities: bool,
) -> SortBlock:
    return SortBlock(settings(), line_format, keep_going, to_fill, entities)
