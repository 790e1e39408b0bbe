"""Tables as CSV or TSV: rows become JSON lines for the filters, and their output rows again."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

import msgspec

from privtool.core.errors import DataError, UsageError, option
from privtool.core.reading import Block
from privtool.core.writing import Write

_DELIMITERS = ",;\t|"
_BOM = "\ufeff"
_LONGEST_CELL = (1 << 31) - 1
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class CsvTable:
    """A table that is read once: its delimiter, line ends and byte order mark are those written.

    `needed` columns have to be there; those of `written` are written, None for all.
    """

    def __init__(self, tabs: bool, needed: Sequence[str], written: Collection[str] | None) -> None:
        self._delimiter = "\t" if tabs else ""
        self._needed, self._kept = needed, written
        self._form: tuple[str, str, str] | None = None  # byte order mark, delimiter, line end
        self._columns: list[str] = []

    def blocks(self, lines: Iterable[Block], rows_per_block: int) -> Iterator[Block]:
        """Yield the rows in the lines of files as blocks of JSON objects, numbered from the header.

        Raise `UsageError` for a header that lacks a column, and `DataError` for one that has a name
        twice, for a row with another number of cells than the header, and for what is not UTF-8.
        """
        csv.field_size_limit(_LONGEST_CELL)
        for source, text in _by_file(lines):
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
                    yield Block(source, number, waiting)
                    number, waiting = number + len(waiting), []
            if waiting:
                yield Block(source, number, waiting)

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
        for name in self._needed:
            if name not in header:
                raise UsageError(f"{source}: the header has no column '{name}'")
        columns = [name for name in header if self._kept is None or name in self._kept]
        if self._form is None:
            self._form = mark, delimiter, "\r\n" if first.endswith("\r\n") else "\n"
            self._columns = columns
        elif columns != self._columns:
            raise DataError(f"{source}: the columns differ from those of the first table")
        return header, rows

    def writer(self, write: Write) -> Write:
        """Return what writes JSON lines as rows; the header comes first."""
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
                out.writerow(self._columns)
            objects = map(_decode, data.splitlines())
            out.writerows([row.get(name, "") for name in self._columns] for row in objects)
            write(text.getvalue().encode())

        return write_rows


def _by_file(lines: Iterable[Block]) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield the name of each file and its lines, with their ends."""
    for _, group in groupby(_numbered(lines), key=itemgetter(0)):
        blocks = map(itemgetter(1), group)
        first: Block = next(blocks)
        name = first.source
        yield name, (_line(name, line) for each in chain([first], blocks) for line in each.lines)


def _numbered(lines: Iterable[Block]) -> Iterator[tuple[int, Block]]:
    """Yield blocks with the number of their file."""
    number = 0
    for block in lines:
        number += block.first_line == 1
        yield number, block


def _line(source: str, line: bytes | None) -> str:
    if line is None:
        raise DataError(f"{source}: a line is longer than {option('max_line_bytes')} allows")
    try:
        return line.decode() + "\n"
    except UnicodeDecodeError:
        raise DataError(
            f"{source}: not valid UTF-8; convert it, as by iconv -f WINDOWS-1252 -t UTF-8"
        ) from None


def _after(first: str, text: Iterator[str]) -> Iterator[str]:
    yield first
    yield from text


def _read(source: str, rows: Iterator[list[str]]) -> Iterator[list[str]]:
    """Yield rows but blank ones. Raise `DataError` for quotes that do not fit."""
    try:
        yield from filter(None, rows)
    except csv.Error:
        raise DataError(f"{source}: the quotes of a cell do not fit together") from None
