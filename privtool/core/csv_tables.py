"""Tables as CSV or TSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from itertools import chain, groupby, islice
from operator import attrgetter
from typing import Any

import msgspec

from privtool.core.errors import NOT_UTF8, DataError, option
from privtool.core.named_fields import NamedFields
from privtool.core.reading import Block, read_blocks, source_name
from privtool.core.writing import Write, WriteRows

_DELIMITERS = ",;\t|"
_QUOTED = re.compile('"[^"]*"')
_BOM = "\ufeff"
_LONGEST_CELL = (1 << 31) - 1
_encode = msgspec.json.Encoder().encode


class CsvTable:
    """A table that is read once: its delimiter, line ends and byte order mark are those written."""

    def __init__(self, tabs: bool, fields: NamedFields) -> None:
        self._delimiter = "\t" if tabs else ""
        self._fields = fields
        self._form: tuple[str, str, str] | None = None  # byte order mark, delimiter, line end
        self._written: list[str] = []

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]:
        """Yield the rows of files in blocks, numbered from the header.

        Raise `UsageError` for a header that lacks a column, and `DataError` for one that has a name
        twice, for quotes that do not fit together, and for what is not UTF-8.
        """
        lines = read_blocks(inputs, max_line_bytes, rows_per_block, with_mark=True)
        csv.field_size_limit(_LONGEST_CELL)
        for part, group in groupby(lines, key=attrgetter("input")):
            source, text = source_name(inputs[part - 1]), chain.from_iterable(map(_lines, group))
            header, rows = self._opened(source, text)
            number = 2
            while block := _read(source, rows, rows_per_block):
                objects = [
                    dict(zip(header, row, strict=True))
                    if len(row) == len(header)
                    else f"the row has {len(row)} cells, the header {len(header)}"
                    for row in block
                ]
                yield Block(source, number, [], part, rows=objects)
                number += len(block)

    def _opened(self, source: str, text: Iterator[str]) -> tuple[list[str], Iterator[list[str]]]:
        """Return the header, empty if all lines are blank, and an iterator of the rows."""
        start = next(text, "")
        mark = _BOM if start.startswith(_BOM) else ""
        first = next(filter(str.strip, chain([start.removeprefix(_BOM)], text)), "")
        delimiter = self._delimiter or max(_DELIMITERS, key=_QUOTED.sub("", first).count)
        rows = csv.reader(chain([first], text), delimiter=delimiter, strict=True)
        header = next(iter(_read(source, rows, 1)), [])
        if not header:
            return header, rows
        if len(set(header)) < len(header):
            raise DataError(f"{source}: two columns of the header have the same name")
        columns = self._fields.header_of(source, header)
        if self._form is None:
            self._form = mark, delimiter, "\r\n" if first.endswith("\r\n") else "\n"
            self._written = columns
        elif columns != self._written:
            raise DataError(f"{source}: the columns differ from those of the first table")
        return header, rows

    @contextmanager
    def writer(self, write: Write) -> Iterator[WriteRows]:
        """Yield what writes rows; the header comes first."""
        started = False

        def write_rows(new: Sequence[dict[str, Any]]) -> None:
            nonlocal started
            if self._form is None:
                return  # nothing was read
            mark, delimiter, line_end = self._form
            head = [] if started else [dict(zip(self._written, self._written, strict=True))]
            rows = [*head, *new]
            columns = [_cells([row.get(name) for row in rows], delimiter) for name in self._written]
            # A row of one empty cell would be a blank line, and no row.
            lines = [line or '""' for line in map(delimiter.join, zip(*columns, strict=True))]
            write(f"{'' if started else mark}{line_end.join([*lines, ''])}".encode())
            started = True

        yield write_rows
        if not started:
            write_rows(())


def _cells(values: Sequence[Any], delimiter: str) -> Sequence[str]:
    """Return the cells of a column; csv.writer looks at each character, which takes longer."""
    cells: Sequence[str] = values
    try:
        together = "".join(cells)
    except TypeError:  # not all are text
        cells = [value if type(value) is str else _shown(value) for value in values]
        together = "".join(cells)
    if not any(sign in together for sign in ('"', delimiter, "\n", "\r")):
        return cells
    return [
        '"' + cell.replace('"', '""') + '"'
        if '"' in cell or delimiter in cell or "\n" in cell or "\r" in cell
        else cell
        for cell in cells
    ]


def _shown(value: Any) -> str:
    """Return a value as text: lists and objects, such as entities, are JSON."""
    if value is None:
        return ""
    return _encode(value).decode() if isinstance(value, dict | list) else str(value)


def _lines(block: Block) -> Iterable[str]:
    """Return the lines of a block; they end where those of files do, and nowhere else."""
    lines = [line for line in block.lines if line is not None]
    if len(lines) < len(block.lines):
        raise DataError(f"{block.source}: a line is longer than {option('max_line_bytes')} allows")
    try:
        return StringIO(b"\n".join([*lines, b""]).decode(), newline="\n")
    except UnicodeDecodeError:
        raise DataError(f"{block.source}: {NOT_UTF8}") from None


def _read(source: str, rows: Iterator[list[str]], count: int) -> list[list[str]]:
    """Return the next rows that are not blank. Raise `DataError` for what is no CSV."""
    try:
        return list(islice(filter(None, rows), count))
    except csv.Error as error:
        fault = "the quotes of a cell do not fit together"
        if "new-line" in str(error):
            fault = "a line ends with CR alone; convert it, as by tr '\\r' '\\n'"
        raise DataError(f"{source}: {fault}") from None
