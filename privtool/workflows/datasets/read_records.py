"""What records become: those of the inputs, in processes, and those of other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from privtool.core.blocks import Format, Reject, first_error, parse_lines
from privtool.core.errors import DataError
from privtool.core.named_fields import NamedFields
from privtool.core.pipeline import LINES_PER_BLOCK, Mark, Rejects, StreamOptions, results_of
from privtool.core.reading import Block, read_blocks
from privtool.core.record import Id, Record, id_of
from privtool.core.reporting import say
from privtool.core.spans import ReadEntities, cut_summary, refuse_cut

T = TypeVar("T")
Convert = Callable[[Record], T]
"""Makes something of a record, or raises `DataError` for a bad one."""


@dataclass(frozen=True)
class _Parsed(Generic[T]):
    """What the records of a block became, and its bad lines."""

    values: list[T]
    rejects: list[Reject]


def _block_parser(
    make: Callable[[], Convert[T]], line_format: Format, keep_going: bool
) -> Callable[[Block], _Parsed[T]]:
    convert = make()

    def parse(block: Block) -> _Parsed[T]:
        parsed, rejects = parse_lines(block, line_format, convert, keep_going)
        return _Parsed([value for _, value in parsed], rejects)

    return parse


@contextmanager
def parsed_records(
    make: Callable[[], Convert[T]],
    stream: StreamOptions,
    rejects: Rejects,
    line_format: Format,
    mark: Mark | None = None,
) -> Iterator[Iterator[T]]:
    """Yield what `make()` makes of the records of the inputs, in order; bad ones are set aside.

    `make` is called in each process, and can be sent there.
    """
    block = partial(_block_parser, make, line_format, stream.rejects is not None)
    with results_of(block, stream, rejects, mark=mark) as results:
        yield (value for parsed in results for value in parsed.values)


def add_records(
    path: Path | None,
    stream: StreamOptions,
    add: Callable[[Record], None],
    entities: ReadEntities | None = None,
    fields: NamedFields | None = None,
) -> None:
    """Call `add` for the records of a file; the table of the stream reads a file that is one.

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
