"""Tables as Parquet, by pyarrow: what is not worked on never leaves Arrow.

The texts of named columns become rows with their number. The writer reads the
table a second time, and puts the new texts next to what it keeps.
"""

from __future__ import annotations

import io
import mmap
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec

from privtool.core.errors import DataError, UnavailableError, UsageError, option
from privtool.core.field_paths import places, value_at, with_values
from privtool.core.named_fields import ROW, SPANS, NamedFields, kind_of
from privtool.core.reading import Block, keep_input, opened, source_name
from privtool.core.tables import Columns, WriteRows
from privtool.core.writing import Write

_ROWS = 2048  # read at a time
_GROUP_ROWS, _GROUP_BYTES = 1 << 16, 1 << 26  # of a group of rows that is written
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
    return pyarrow, parquet


class ParquetTable:
    """Parquet files with the same columns, or standard input, which is kept in a nameless file.

    Unless it `reads_all`, columns are read that are named, or are text or whole numbers.
    """

    def __init__(self, columns: Columns, fields: NamedFields, *, reads_all: bool) -> None:
        self._arrow, self._parquet = load_pyarrow()
        self._columns, self._fields, self._reads_all = columns, fields, reads_all
        self._inputs: Sequence[str] = ()
        self._written: Any = None  # the schema
        self._made = {*columns.added, *SPANS, *(("id",) if columns.ids != "keep" else ())}

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]:
        """Yield the rows of files in blocks, numbered from 1.

        Raise `UsageError` for a column that is missing or cannot be worked on, and `DataError` for
        what is not Parquet, and a row over `max_line_bytes`.
        """
        self._inputs, row = inputs, 0
        if "-" in inputs:
            keep_input()
        for number, path in enumerate(inputs, 1):
            first = 1
            for batch in self._batches(path, self._to_read, rows_per_block):
                kind = kind_of(batch.schema.names)
                try:
                    objects = enumerate(self._in_python(batch), row)
                except UnicodeDecodeError:
                    raise DataError(f"{source_name(path)}: a text is not valid UTF-8") from None
                rows = [kind(each, **{ROW: at}) for at, each in objects]
                fits = batch.nbytes <= max_line_bytes
                kept = [
                    each if fits or len(_encode(each)) <= max_line_bytes else None for each in rows
                ]
                yield Block(source_name(path), first, [], number, rows=kept)
                row, first = row + len(rows), first + len(rows)

    def _in_python(self, batch: Any) -> list[dict[str, Any]]:
        """Return the rows of a batch, of what JSON has; Python would have no nanoseconds."""
        types, text = self._arrow.types, self._arrow.string()
        for number, field in enumerate(batch.schema):
            if types.is_temporal(field.type):
                batch = batch.set_column(number, field.name, batch.column(number).cast(text))
        rows: list[dict[str, Any]] = batch.to_pylist()
        plain = all(
            _is_text(self._arrow, each) or types.is_integer(each) for each in batch.schema.types
        )
        return rows if plain else msgspec.to_builtins(rows, enc_hook=str)

    @contextmanager
    def writer(self, write: Write) -> Iterator[WriteRows]:
        """Yield what writes rows. After an error the file has no end, and is none."""
        originals = _Originals(self._kept())
        waiting: list[Any] = []
        out: Any = None

        def flush() -> None:
            nonlocal out
            if out is None:
                out = self._parquet.ParquetWriter(_Sink(write), self._written)
            # Dictionaries in structs cannot be joined.
            apart = any(
                self._arrow.types.is_nested(field.type) and "dictionary<" in str(field.type)
                for field in self._written
            )
            for batches in ([each] for each in waiting) if apart else [waiting]:
                out.write_table(self._arrow.Table.from_batches(batches, self._written))
            waiting.clear()

        def write_rows(new: Sequence[Mapping[str, Any]]) -> None:
            for rows, kept in originals.of(new):
                waiting.append(self._new(rows, kept))
            if (
                sum(each.num_rows for each in waiting) >= _GROUP_ROWS
                or sum(each.nbytes for each in waiting) >= _GROUP_BYTES
            ):
                flush()

        try:
            yield write_rows
            if self._written is not None:
                if waiting or out is None:
                    flush()
                out.close()
        except self._arrow.ArrowException:
            raise DataError("a new text does not fit the type of its column") from None

    def _new(self, rows: Sequence[Mapping[str, Any]], kept: Any) -> Any:
        """Return rows with their new texts, and with what is kept of the original ones."""
        columns = []
        for field in self._written:
            if field.name not in self._roots | self._made:
                columns.append(kept.column(field.name))
                continue
            values = [row.get(field.name) for row in rows]
            if field.name in self._made and _is_text(self._arrow, field.type):
                values = [
                    _encode(each).decode() if isinstance(each, list) else each for each in values
                ]
            elif field.name in self._roots and self._arrow.types.is_nested(field.type):
                old = kept.column(field.name).to_pylist()
                values = list(map(partial(self._merged, field.name), old, rows))
            columns.append(self._arrow.array(values, field.type))
        return self._arrow.RecordBatch.from_arrays(columns, schema=self._written)

    def _merged(self, name: str, old: Any, row: Mapping[str, Any]) -> Any:
        """Return a value of a nested column: new texts, and what is kept, in its own types."""
        new: dict[tuple[str | int, ...], Any] = {}
        for paths, source in ((self._fields.fields, row.get(name)), (self._fields.keep, old)):
            for path in paths:
                if path[0] == name:
                    new |= {k: value_at(source, k) for k in places(old, path[1:]) if k not in new}
        return with_values(old, new, others=self._fields.keep_others)

    @property
    def _roots(self) -> set[str]:
        return {path[0] for path in self._fields.fields}

    def _kept(self) -> Iterator[Any]:
        """Yield the columns to write of all rows, as they are."""
        for path in self._inputs:
            yield from self._batches(path, self._to_keep, _ROWS)

    def _to_keep(self, schema: Any, source: str) -> list[str]:  # noqa: ARG002
        return [name for name in schema.names if name in self._written.names]

    def _to_read(self, schema: Any, source: str) -> list[str]:
        """Return the columns to read; check them, and note those to write."""
        names, types = schema.names, self._arrow.types
        if len(set(names)) < len(names):
            raise DataError(f"{source}: two columns have the same name")
        written = self._schema_of(schema, self._columns.of(source, names))
        if self._written is None:
            self._written = written
        elif not written.equals(self._written):
            raise DataError(f"{source}: the columns differ from those of the first table")
        for name in self._roots:
            if not _has_texts(self._arrow, schema.field(name).type):
                raise UsageError(f"{source}: column '{name}' is no text, see {option('field')}")
        return [
            field.name
            for field in schema
            if field.name in self._roots | set(SPANS)
            or _is_text(self._arrow, field.type)
            or types.is_integer(field.type)
            or (self._reads_all and not _is_bytes(self._arrow, field.type))
        ]

    def _schema_of(self, schema: Any, names: Sequence[str]) -> Any:
        """Return the schema of the columns to write; its metadata may describe dropped ones."""
        types = dict.fromkeys(self._columns.added, "string") | _TYPES
        if (ids := self._columns.ids) != "keep":
            types["id"] = "int64" if ids == "number" else "string"
        fields = [
            self._arrow.field(name, self._arrow.type_for_alias(types[name]))
            if name in self._columns.added or (name == "id" and name in types)
            else schema.field(name)
            for name in names
        ]
        same = set(schema.names) <= set(names)
        return self._arrow.schema(fields, schema.metadata if same else None)

    def _batches(
        self, path: str, names: Callable[[Any, str], list[str]], rows: int
    ) -> Iterator[Any]:
        source = source_name(path)
        try:
            with opened(path) as raw:
                of_stdin = path == "-"
                data = mmap.mmap(0, 0, access=mmap.ACCESS_READ) if of_stdin else raw
                file = self._parquet.ParquetFile(
                    self._arrow.py_buffer(data) if of_stdin else data, buffer_size=_BUFFER
                )
                columns = names(file.schema_arrow, source)
                for group in range(file.num_row_groups):  # likewise
                    yield from file.iter_batches(rows, [group], columns)
        except (self._arrow.ArrowException, OSError, ValueError):
            raise DataError(f"{source}: is not Parquet, or broken") from None


class _Originals:
    """The rows of a table that new rows come from, in order; some may have none or several."""

    def __init__(self, batches: Iterator[Any]) -> None:
        self._batches = batches
        self._batch: Any = None
        self._end = 0

    def of(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[list[Any], Any]]:
        """Yield new rows with as many original ones, a batch at a time."""
        waiting = deque(rows)
        while waiting:
            while waiting[0][ROW] >= self._end:
                self._batch = next(self._batches)
                self._end += self._batch.num_rows
            here = []
            while waiting and waiting[0][ROW] < self._end:
                here.append(waiting.popleft())
            start = self._end - self._batch.num_rows
            yield here, self._batch.take([row[ROW] - start for row in here])


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
    types = arrow.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind))


def _has_texts(arrow: Any, kind: Any) -> bool:
    """Return whether a column may be named: a text, or lists and structs of what Python holds.

    It has no maps, and no nanoseconds.
    """
    nested = arrow.types.is_nested(kind)
    return _may_be_in_json(arrow, kind) if nested else _is_text(arrow, kind)


def _may_be_in_json(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    if types.is_map(kind) or types.is_union(kind):
        return False
    if types.is_nested(kind):
        return all(map(partial(_may_be_in_json, arrow), _inside(kind)))
    return not _is_bytes(arrow, kind) and getattr(kind, "unit", "") != "ns"


def _is_bytes(arrow: Any, kind: Any) -> bool:
    types = arrow.types
    return any(
        of_bytes(kind)
        for of_bytes in (types.is_binary, types.is_large_binary, types.is_fixed_size_binary)
    )


def _inside(kind: Any) -> Iterator[Any]:
    return (kind.field(number).type for number in range(kind.num_fields))
