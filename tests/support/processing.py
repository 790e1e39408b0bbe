"""What comes of records in a stage, for tests of the stage alone."""

from collections import Counter
from collections.abc import Sequence

from privtool.core.blocks import Counts, Stage, collect
from privtool.core.record import Record


def processed(
    stage: Stage, records: Sequence[Record], counts: Counts | None = None
) -> list[Record]:
    """The new records. Raises `DataError` for the first that the stage refuses."""
    return collect(stage.process(records, Counter() if counts is None else counts))
