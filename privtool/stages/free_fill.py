"""Free filling (Vats 2023, section 4.2.4): a model writes the whole text.

The text between the slots must be unchanged; what stands in their places fills them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import UNSET

from privtool.core.blocks import Counts, Outcome, process_each
from privtool.core.record import Record
from privtool.core.rng import draw
from privtool.interfaces.filling import Writer
from privtool.stages.fill import FillSettings, filled_record
from privtool.stages.fill_job import assemble
from privtool.text.filling.slots import SlottedText, split_slots
from privtool.text.markers import LOOKALIKE

_UNALIGNED = "what the model wrote does not align to the text"
_LOOKALIKE = re.compile(LOOKALIKE)
_SPACE = re.compile(r"\s+")


class FreeFillStage:
    """Fills the slots of records with the text that a model writes.

    No character outside the slots changes. Word lists and classes of slots are ignored.
    """

    def __init__(self, settings: FillSettings, writer: Writer) -> None:
        self._settings, self._writer = settings, writer

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        """Yield the filled records; add `filled`, `written` and `unaligned` to `counts`."""
        return process_each(records, self._slotted, partial(self._process, counts=counts))

    def _process(self, record: Record, text: SlottedText, counts: Counts) -> Outcome:
        words = self._words(record, text) if text.masks else ()
        if words is None:
            counts["unaligned"] += 1
            return _UNALIGNED
        counts["filled"] += len(words)
        counts["written"] += 1
        new, fills = assemble(text, words)
        return [filled_record(record, new, fills if self._settings.provenance else UNSET)]

    def _slotted(self, record: Record) -> SlottedText:
        return split_slots(record, self._settings.marker_texts, self._settings.merge)

    def _words(self, record: Record, text: SlottedText) -> tuple[str, ...] | None:
        record_id = "" if record.id is UNSET else record.id
        number = draw(self._settings.seed, record_id, 0, 0, 0)
        written = self._writer.write(text.segments, self._settings.sampler.topk, number)
        return aligned(text.segments, written)


def aligned(segments: Sequence[str], written: str) -> tuple[str, ...] | None:
    """Return the parts of a text between segments; None if a segment or part is missing.

    Each part is as short as possible. White space may differ. Marker lookalikes fill no slot.
    """
    first, *others = segments
    begin = re.match(r"\s*" + _loosely(first.lstrip()), written)
    if begin is None:
        return None
    words: list[str] = []
    at = begin.end()
    for number, segment in enumerate(others, 1):
        last = number == len(others)
        pattern = _loosely(segment.rstrip()) + r"\s*\Z" if last else _loosely(segment)
        found = re.compile(pattern).search(written, at + 1)
        if found is None:
            return None
        words.append(written[at : found.start()].strip())
        at = found.end()
    if not all(words) or any(map(_LOOKALIKE.search, words)):
        return None
    return tuple(words)


def _loosely(segment: str) -> str:
    return r"\s+".join(re.escape(part) for part in _SPACE.split(segment))
