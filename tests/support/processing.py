"""What comes of records in a stage, for tests of the stage alone."""

from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from privtool.core.blocks import Counts, Outcome, Stage, collect, process_each
from privtool.core.errors import DataError
from privtool.core.record import Record, require


def processed(
    stage: Stage, records: Sequence[Record], counts: Counts | None = None
) -> list[Record]:
    """The new records. Raises `DataError` for the first that the stage refuses."""
    return collect(stage.process(records, Counter() if counts is None else counts))


def text_in(record: Record) -> str:
    """Return the text of a record, if it is not `refused`."""
    text: str = require(record, "text")
    if text == "refused":
        raise DataError("field 'text' is refused")
    return text


class Upper:
    """Upper-cases texts; refuses the text `refused`."""

    def process(self, records: Sequence[Record], counts: Counts) -> Iterator[Outcome]:
        def upper(record: Record, text: str) -> list[Record]:
            counts["seen"] += 1
            return [msgspec.structs.replace(record, text=text.upper())]

        return process_each(records, text_in, upper)
