"""Reading the hypotheses of another system, by the ids of records."""

from __future__ import annotations

from pathlib import Path

from privtool.core.blocks import Format, first_error, parse_lines
from privtool.core.errors import DataError, option
from privtool.core.fields import id_of
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions
from privtool.core.reading import read_blocks
from privtool.core.record import Id, Record
from privtool.stages.eval_scores import text_in


def read_hypotheses(path: Path, name: str, options: StreamOptions) -> dict[Id, str]:
    """Return the texts in the field `name` of a file's records, by id.

    Raises `DataError` for a record without the field or an id, and for an id that occurs twice.
    """
    hypotheses: dict[Id, str] = {}
    line_format = Format(unknown_fields=True, require_ids=True)

    def add(record: Record) -> None:
        text = text_in(record, name)
        record_id = id_of(record)
        if record_id in hypotheses:
            raise DataError(f"another record has the same id: keep one (one {option('lm_weight')})")
        hypotheses[record_id] = text

    for block in read_blocks([str(path)], options.max_line_bytes, LINES_PER_BLOCK):
        _, rejects = parse_lines(block, line_format, add, keep_going=False)
        if rejects:
            raise first_error(rejects)
    return hypotheses
