"""Tables as CSV or TSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from operator import attrgetter
from typing import Any

import msgspec

from privtool.core.errors import NOT_UTF8, DataError, option
from privtool.core.reading import Block, read_blocks
from privtool.core.tables import Columns
from privtool.core.writing import Write

_DELIMITERS = ",;\t|"
_BOM = "\ufeff"
_LONGEST_CELL = (1 << 31) - 1
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class CsvTable:
    """A table that is read once: its delimiter, line ends and byte order mark are those written."""

    def __init__(self, tabs: bool, columns: Columns) -> None:
        self._delimiter = "\t" if tabs else ""
        self._columns = columns
        self._form: tuple[str, str, str] | None = None  # byte order mark, delimiter, line end
        self._written: list[str] = []

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]:
        """Yield the rows of files as blocks of JSON objects, numbered from the header.

        Raise `UsageError` for a header that lacks a column, and `DataError` for one that has a name
        twice, for a row with another number of cells than the header, and for what is not UTF-8.
        """
        lines = read_blocks(inputs, max_line_bytes, rows_per_block, with_mark=True)
        csv.field_size_limit(_LONGEST_CELL)
        for part, (source, text) in enumerate(_by_file(lines), 1):
            first = next(text, "")
            if not first:
                continue
            header, rows = self._opened(source, first, text)
            number, waiting = 2, list[bytes | None]()
            for row in _read(source, rows):
                if len(row) != len(header):
                    raise DataError(
                        f"{source}: row {number + len(waiting)} has {len(row)} cells, the header "
                        f"{len(header)}"
                    )
                waiting.append(_encode(dict(zip(header, row, strict=True))))
                if len(waiting) == rows_per_block:
                    yield Block(source, number, waiting, part)
                    number, waiting = number + len(waiting), []
            if waiting:
                yield Block(source, number, waiting, part)

    def _opened(
        self, source: str, first: str, text: Iterator[str]
    ) -> tuple[list[str], Iterator[list[str]]]:
        """Return the header and an iterator of the rows of a file."""
        mark = _BOM if first.startswith(_BOM) else ""
        delimiter = self._delimiter or max(_DELIMITERS, key=first.count)
        rows = csv.reader(_after(first.removeprefix(_BOM), text), delimiter=delimiter, strict=True)
        header = next(_read(source, rows))
        if len(set(header)) < len(header):
            raise DataError(f"{source}: two columns of the header have the same name")
        columns = self._columns.of(source, header)
        if self._form is None:
            self._form = mark, delimiter, "\r\n" if first.endswith("\r\n") else "\n"
            self._written = columns
        elif columns != self._written:
            raise DataError(f"{source}: the columns differ from those of the first table")
        return header, rows

    @contextmanager
    def writer(self, write: Write) -> Iterator[Write]:
        """Yield what writes JSON lines as rows; the header comes first."""
        started = False

        def write_rows(data: bytes) -> None:
            nonlocal started
            if self._form is None:
                return  # nothing was read
            mark, delimiter, line_end = self._form
            text = io.StringIO()
            out = csv.writer(text, delimiter=delimiter, lineterminator=line_end)
            if not started:
                started = True
                text.write(mark)
                out.writerow(self._written)
            objects = map(_decode, data.splitlines())
            out.writerows([_cell(row.get(name)) for name in self._written] for row in objects)
            write(text.getvalue().encode())

        yield write_rows
        if not started:
            write_rows(b"")


def _cell(value: Any) -> Any:
    """Return a cell: lists and objects, such as entities, are JSON."""
    return _encode(value).decode() if isinstance(value, dict | list) else value


def _by_file(lines: Iterable[Block]) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the name of each file and its lines, with their ends."""
    for _, group in groupby(lines, key=attrgetter("input")):
        first = next(group)
        name = first.source
        yield name, (_line(name, line) for each in chain([first], group) for line in each.lines)


def _line(source: str, line: bytes | None) -> str:
    if line is None:
        raise DataError(f"{source}: a line is longer than {option('max_line_bytes')} allows")
    try:
        return line.decode() + "\n"
    except UnicodeDecodeError:
        raise DataError(f"{source}: {NOT_UTF8}") from None


def _after(first: str, text: Iterator[str]) -> Iterator[str]:
    yield first
    yield from text


def _read(source: str, rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yield rows but blank ones. Raise `DataError` for quotes that do not fit."""
    try:
        yield from filter(None, rows)
    except csv.Error:
        raise DataError(f"{source}: the quotes of a cell do not fit together") from None
