"""The text that a filler is tuned on: records with slots are told from those without, and filled.

Vats 2023, section 3.2 (fine-tuning): samples without masks, or the whole corpus once its masks
have been filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET

from privtool.core.blocks import Format, Reject, decoded
from privtool.core.lines import Block
from privtool.core.record import Record, decode, encode, require
from privtool.stages.fill import FillSettings, FillStage
from privtool.text.slots import slotted

_FILLED_AT_A_TIME = 2048


class Sorted(NamedTuple):
    """A block's records: `clean` are texts, `masked` encoded records with slots.

    Beside them bad lines.
    """

    clean: list[str]
    masked: list[bytes]
    rejects: list[Reject]


class SortBlock:
    """Tells the records of a block with slots from those without.

    A record without `masks` is clean, whatever is typed in it, unless it holds a marker text that
    the settings name. If records are `to_fill`, the lists that they were masked with must be there.
    """

    def __init__(
        self, settings: FillSettings, format: Format, keep_going: bool, to_fill: bool
    ) -> None:
        self._settings, self._format, self._keep_going = settings, format, keep_going
        self._stage = FillStage(settings, None) if to_fill else None

    def __call__(self, block: Block) -> Sorted:
        good, bad = decoded(block, self._format, self._check, self._keep_going)
        clean: list[str] = []
        masked: list[bytes] = []
        for record in good:
            if not self._is_masked(record):
                clean.append(str(record.text))
                continue
            # Only what filling needs: other fields may be large, and are private.
            masked.append(
                encode(
                    Record(
                        id=record.id,
                        text=record.text,
                        masks=record.masks,
                        word_lists=record.word_lists,
                    )
                )
            )
        return Sorted(clean, masked, bad)

    def _check(self, record: Record) -> None:
        if self._is_masked(record) and self._stage is not None:
            self._stage.check(record)

    def _is_masked(self, record: Record) -> bool:
        settings = self._settings
        if record.masks is UNSET and not settings.marker_texts:
            require(record, "text")
            return False
        return bool(slotted(record, settings.marker_texts, settings.merge).masks)


def filled_texts(stage: FillStage, masked: Sequence[bytes]) -> Iterator[str]:
    """The texts of encoded records, filled as `privtool fill` fills them."""
    for start in range(0, len(masked), _FILLED_AT_A_TIME):
        records = [decode(line) for line in masked[start : start + _FILLED_AT_A_TIME]]
        yield from (str(record.text) for record in stage.process(records, Counter()))


def segments_of(masked: bytes, settings: FillSettings) -> tuple[str, ...]:
    """What stays around the slots of an encoded record."""
    return slotted(decode(masked), settings.marker_texts, settings.merge).segments
