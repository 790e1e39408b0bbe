"""Tables: their rows are the records of commands, and what these make of them is rows again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from privtool.core.errors import UsageError
from privtool.core.named_fields import NamedFields
from privtool.core.reading import Block
from privtool.core.writing import Write

WriteColumns = Callable[[Sequence[Sequence[Any]]], None]


class Table(Protocol):
    """A table of one or several files with the same columns.

    `blocks` yields its rows and may be called again; `writer` gives what writes new ones, as the
    columns of `NamedFields.header`, and ends the table unless there is an error.
    """

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]: ...

    def writer(self, write: Write) -> AbstractContextManager[WriteColumns]: ...


def header_of(fields: NamedFields, source: str, names: Sequence[str]) -> list[str]:
    """Return the columns to write of a table that has these; `UsageError` if it lacks a field."""
    for path in fields.fields:
        if path[0] not in names:
            raise UsageError(f"{source}: there is no column '{path[0]}'")
    return fields.header(names)
