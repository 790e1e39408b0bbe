"""Tables as Parquet, by pyarrow: what is not worked on never leaves Arrow.

The texts of named columns become rows with their number, and the writer puts the new texts next to
what it keeps.
"""

from __future__ import annotations

import io
import mmap
from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import msgspec

from privtool.core.errors import DataError, UnavailableError, UsageError, option
from privtool.core.field_paths import places, value_at, with_values
from privtool.core.named_fields import ROW, SPANS, NamedFields
from privtool.core.reading import Block, keep_input, opened, source_name
from privtool.core.writing import Write, WriteRows

_GROUP_ROWS = 1 << 13  # of a group that is written
_BUFFER = 1 << 20  # bytes of a column that are read at a time
_TYPES = {"tokens": "int64", "logprob": "float64", "perplexity": "float64"}  # others are text
_encode = msgspec.json.Encoder(enc_hook=str).encode


def load_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and its module of Parquet. Raise `UnavailableError` without them."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError:
        raise UnavailableError(
            "Parquet needs pyarrow: install it with `pip install 'privtool[parquet]'`"
        ) from None
    pyarrow.set_memory_pool(pyarrow.system_memory_pool())  # others keep what was freed
    return pyarrow, parquet


class ParquetTable:
    """Parquet files with the same columns, or standard input, which is kept in a nameless file.

    Unless it `reads_all`, columns are read that are named, or are text or whole numbers.
    """

    def __init__(self, fields: NamedFields, ids: str, *, reads_all: bool) -> None:
        self._arrow, self._parquet = load_pyarrow()
        self._fields, self._ids, self._reads_all = fields, ids, reads_all
        self._roots = {path[0] for path in fields.fields}
        self._written: Any = None  # the schema
        self._made = {*(fields.columns or ()), *SPANS, *(("id",) if ids != "keep" else ())}
        self._originals: _Originals | None = None

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]:
        """Yield the rows of files in blocks, numbered from 1.

        Raise `UsageError` for a column that is missing or cannot be worked on, and `DataError` for
        what is not Parquet, and a row over `max_line_bytes`.
        """
        row = 0
        if "-" in inputs:
            keep_input()
        for number, path in enumerate(inputs, 1):
            source, first = source_name(path), 1
            for batch, read in self._batches(path, rows_per_block):
                if self._originals is not None:
                    self._originals.batches.append(batch)
                size, here = batch.num_rows, batch.select(read)
                try:
                    columns = [*map(self._in_python, here.schema.types, here.columns)]
                except UnicodeDecodeError:
                    raise DataError(f"{source}: a text is not valid UTF-8") from None
                names = (*read, ROW)
                cells = zip(*columns, range(row, row + size), strict=True)
                rows: list[Any] = [dict(zip(names, each, strict=True)) for each in cells]
                if here.nbytes > max_line_bytes:
                    rows = [each if len(_encode(each)) <= max_line_bytes else None for each in rows]
                yield Block(source, first, [], number, rows=rows)
                row, first = row + size, first + size

    def _in_python(self, kind: Any, column: Any) -> list[Any]:
        """Return the values of a column, of what JSON has; Python would have no nanoseconds."""
        types, text = self._arrow.types, self._arrow.string()
        if types.is_temporal(kind):
            return self._in_python(text, column.cast(text))
        values: list[Any] = column.to_pylist()
        plain = _is_text(self._arrow, kind) or types.is_integer(kind)
        return values if plain else msgspec.to_builtins(values, enc_hook=str)

    @contextmanager
    def writer(self, write: Write) -> Iterator[WriteRows]:
        """Yield what writes rows. After an error the file has no end, and is none."""
        originals = self._originals = _Originals()
        out = cache(lambda: self._parquet.ParquetWriter(_Sink(write), self._written))
        waiting: list[Any] = []

        def write_rows(new: Sequence[dict[str, Any]]) -> None:
            nonlocal waiting
            for rows, kept in originals.of([each[ROW] for each in new]):
                waiting.append(self._new(new[rows], kept))
            while sum(each.num_rows for each in waiting) >= _GROUP_ROWS:
                waiting = self._after_group(out(), waiting)

        try:
            yield write_rows
            if self._written is not None:
                self._after_group(out(), waiting)
                out().close()
        except self._arrow.ArrowException:
            raise DataError("a new text does not fit the type of its column") from None

    def _after_group(self, out: Any, waiting: Sequence[Any]) -> list[Any]:
        """Write a group of rows, which does not depend on how blocks are cut; return the rest."""
        table = self._arrow.Table.from_batches(waiting, self._written)
        group, rest = table.slice(0, _GROUP_ROWS), table.slice(_GROUP_ROWS)
        if any(
            self._arrow.types.is_nested(kind) and "dictionary<" in str(kind)
            for kind in self._written.types
        ):  # dictionaries in structs cannot be joined
            for batch in group.to_batches():
                out.write_batch(batch)
        else:
            out.write_table(group.combine_chunks())
        batches: list[Any] = rest.to_batches()
        return batches

    def _new(self, new: Sequence[dict[str, Any]], kept: Any) -> Any:
        """Return new rows, with what is kept of the original ones."""
        columns = []
        for name, kind in zip(self._written.names, self._written.types, strict=True):
            if name not in self._roots | self._made:
                columns.append(kept.column(name))
                continue
            values: list[Any] = [each.get(name) for each in new]
            if name in self._made and _is_text(self._arrow, kind):
                values = [_encode(v).decode() if isinstance(v, list) else v for v in values]
            elif name in self._roots and self._arrow.types.is_nested(kind):
                old = kept.column(name).to_pylist()
                values = list(map(partial(self._merged, name), old, values))
            columns.append(self._arrow.array(values, kind))
        return self._arrow.RecordBatch.from_arrays(columns, schema=self._written)

    def _merged(self, name: str, old: Any, made: Any) -> Any:
        """Return a value of a nested column: new texts, and what is kept, in its own types."""
        new: dict[tuple[str | int, ...], Any] = {}
        for paths, source in ((self._fields.fields, made), (self._fields.keep, old)):
            for path in paths:
                if path[0] == name:
                    new |= {k: value_at(source, k) for k in places(old, path[1:]) if k not in new}
        return with_values(old, new, others=self._fields.keep_others)

    def _to_read(self, schema: Any, source: str) -> list[str]:
        """Return the columns that rows have; check them, and note those to write."""
        names, types = schema.names, self._arrow.types
        if len(set(names)) < len(names):
            raise DataError(f"{source}: two columns have the same name")
        written = self._schema_of(schema, self._fields.header_of(source, names))
        if self._written is None:
            self._written = written
        elif not written.equals(self._written):
            raise DataError(f"{source}: the columns differ from those of the first table")
        for name in self._roots:
            kind = schema.field(name).type  # Python has no maps, and no nanoseconds
            may_be = _may_be_in_json if types.is_nested(kind) else _is_text
            if not may_be(self._arrow, kind):
                raise UsageError(f"{source}: column '{name}' is not text, see {option('field')}")
        return [
            field.name
            for field in schema
            if field.name in self._roots | set(SPANS)
            or _is_text(self._arrow, field.type)
            or types.is_integer(field.type)
            or (self._reads_all and not _is_bytes(field.type))
        ]

    def _schema_of(self, schema: Any, names: Sequence[str]) -> Any:
        """Return the schema of the columns to write; its metadata may describe dropped ones."""
        types = dict.fromkeys(self._fields.columns or (), "string") | _TYPES
        if self._ids != "keep":
            types["id"] = "int64" if self._ids == "number" else "string"
        fields = [
            self._arrow.field(name, self._arrow.type_for_alias(types[name]))
            if name in self._made and name in types
            else self._bare(schema.field(name))
            if name in self._roots
            else schema.field(name)
            for name in names
        ]
        same = set(schema.names) <= set(names)
        return self._arrow.schema(fields, schema.metadata if same else None)

    def _bare(self, field: Any) -> Any:
        """Return a field without its metadata: polars writes all values of an Enum there."""
        types, kind = self._arrow.types, field.type
        nested = kind.num_fields if types.is_nested(kind) else 0
        inside = [self._bare(kind.field(number)) for number in range(nested)]
        if types.is_struct(kind):
            kind = self._arrow.struct(inside)
        elif types.is_fixed_size_list(kind):
            kind = self._arrow.list_(*inside, kind.list_size)
        elif inside:
            of = self._arrow.large_list if types.is_large_list(kind) else self._arrow.list_
            kind = of(*inside)
        own = {k: v for k, v in (field.metadata or {}).items() if k == b"PARQUET:field_id"}
        return self._arrow.field(field.name, kind, field.nullable, own)

    def _batches(self, path: str, rows: int) -> Iterator[tuple[Any, list[str]]]:
        """Yield the rows of a file, in columns to read or keep, and the names of those to read."""
        source = source_name(path)
        try:
            with opened(path) as raw:
                of_stdin = path == "-"
                data = mmap.mmap(0, 0, access=mmap.ACCESS_READ) if of_stdin else raw
                file = self._parquet.ParquetFile(
                    self._arrow.py_buffer(data) if of_stdin else data,
                    buffer_size=_BUFFER,
                    pre_buffer=False,  # of a whole group
                )
                schema = file.schema_arrow
                read = self._to_read(schema, source)
                kept = [] if self._originals is None else self._written.names
                names = [name for name in schema.names if name in read or name in kept]
                for group in range(file.num_row_groups):  # one after the other
                    for batch in file.iter_batches(rows, [group], names):
                        yield batch, read
        except (self._arrow.ArrowException, OSError, ValueError):
            raise DataError(f"{source}: is not Parquet, or broken") from None


class _Originals:
    """The rows of a table that new rows come from, in order; some may have none or several."""

    def __init__(self) -> None:
        self.batches: deque[Any] = deque()  # further ones are appended
        self._start = 0  # the number of the first row of the first batch

    def of(self, numbers: Sequence[int]) -> Iterator[tuple[slice, Any]]:
        """Yield where rows with these numbers are in one batch, and their originals."""
        first = 0
        while first < len(numbers):
            while numbers[first] >= (end := self._start + self.batches[0].num_rows):
                self.batches.popleft()
                self._start = end
            stop = bisect_left(numbers, end, first)
            here = slice(first, stop)
            yield here, _taken(self.batches[0], [row - self._start for row in numbers[here]])
            first = stop


def _taken(batch: Any, rows: Sequence[int]) -> Any:
    """Return these rows of a batch. pyarrow takes none of views, so they are cut out one by one."""
    try:
        return batch.take(rows)
    except NotImplementedError:
        table = load_pyarrow()[0].Table.from_batches([batch.slice(row, 1) for row in rows])
        return table.combine_chunks().to_batches()[0]


class _Sink(io.RawIOBase):
    """A file that pyarrow writes to."""

    def __init__(self, write: Write) -> None:
        self._write = write

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._write(bytes(data))
        return len(data)


def _is_text(arrow: Any, kind: Any) -> bool:
    if arrow.types.is_dictionary(kind):
        kind = kind.value_type
    return str(kind) in ("string", "large_string", "string_view")


def _may_be_in_json(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    if types.is_map(kind) or types.is_union(kind):
        return False
    if types.is_nested(kind):
        inside = (kind.field(number).type for number in range(kind.num_fields))
        return all(_may_be_in_json(arrow, each) for each in inside)
    return not _is_bytes(kind) and getattr(kind, "unit", "") != "ns"


def _is_bytes(kind: Any) -> bool:
    return str(kind).startswith(("binary", "large_binary", "fixed_size_binary"))
