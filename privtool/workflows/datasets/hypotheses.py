"""Reading what another system recognized: its texts by the ids of records."""

from __future__ import annotations

from pathlib import Path

from privtool.core.blocks import Format, decoded, first_error
from privtool.core.errors import DataError, option
from privtool.core.fields import id_of
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions
from privtool.core.reading import read_blocks
from privtool.core.record import Record
from privtool.stages.eval_scores import Id, text_in


def read_hypotheses(path: Path, name: str, options: StreamOptions) -> dict[Id, str]:
    """The texts in a field of the records of a file.

    Raises `DataError` for a record without it or without an id, and for an id that is there twice.
    """
    found: dict[Id, str] = {}
    format = Format(unknown_fields=True, own_ids=True)

    def keep(record: Record) -> None:
        text = text_in(record, name)
        name_of = id_of(record)
        if name_of in found:
            raise DataError(f"another record has the same id: keep one (one {option('lm_weight')})")
        found[name_of] = text

    for block in read_blocks([str(path)], options.max_line_bytes, LINES_PER_BLOCK):
        _, bad = decoded(block, format, keep, keep_going=False)
        if bad:
            raise first_error(bad)
    return found
