"""Records of files besides the inputs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from privtool.core.blocks import Format, first_error, parse_lines
from privtool.core.errors import DataError
from privtool.core.fields import id_of
from privtool.core.given_entities import ReadEntities, cut_summary, refuse_cut
from privtool.core.pipeline import LINES_PER_BLOCK, StreamOptions
from privtool.core.reading import read_blocks
from privtool.core.record import Id, Record
from privtool.core.reporting import say

if TYPE_CHECKING:
    from privtool.core.named_fields import NamedFields

T = TypeVar("T")


def add_records(
    path: Path | None,
    stream: StreamOptions,
    add: Callable[[Record], None],
    only_first: bool = False,
    entities: ReadEntities | None = None,
    fields: NamedFields | None = None,
) -> None:
    """Call `add` for the records of a file, or those of its first block.

    The table of the stream reads a file that is one.

    Raises `DataError` for the first bad line, or one that `add` raises it for, and what
    `refuse_cut` raises.
    """
    line_format = Format(unknown_fields=True, require_ids=True, entities=entities, fields=fields)
    counts: Counter[str] = Counter()
    read = read_blocks if stream.table is None else stream.table.blocks
    for block in read([str(path)], stream.max_line_bytes, LINES_PER_BLOCK):
        _, rejects = parse_lines(block, line_format, add, False, counts)
        if rejects:
            raise first_error(rejects)
        if only_first:
            break
    refuse_cut(counts)
    for warning in cut_summary(counts):
        say(stream, f"{path}: {warning}")


def by_id(
    path: Path,
    stream: StreamOptions,
    convert: Callable[[Record], T],
    fields: NamedFields | None = None,
    more: str = "",
) -> dict[Id, T]:
    """Return what `convert` makes of the records of another system, by id.

    Raise what `add_records` raises, and `DataError` for an id that occurs twice; `more` is what its
    message says then.
    """
    found: dict[Id, T] = {}

    def add(record: Record) -> None:
        new = convert(record)
        if id_of(record) in found:
            raise DataError(f"another record has the same id{more}")
        found[id_of(record)] = new

    add_records(path, stream, add, fields=fields)
    return found
