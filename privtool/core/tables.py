"""Tables: their rows are the records of commands, and what these make of them is rows again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from privtool.core.errors import UsageError
from privtool.core.reading import Block
from privtool.core.writing import Write

WriteRows = Callable[[Sequence[Mapping[str, Any]]], None]


class Table(Protocol):
    """A table of one or several files with the same columns.

    `blocks` yields its rows and may be called again; `writer` gives what writes new ones, in
    order, and ends the table unless there is an error.
    """

    def blocks(
        self, inputs: Sequence[str], max_line_bytes: int, rows_per_block: int
    ) -> Iterator[Block]: ...

    def writer(self, write: Write) -> AbstractContextManager[WriteRows]: ...


class Columns(NamedTuple):
    """The columns that have to be there, those to write (None for all), new ones, and `--ids`."""

    needed: Sequence[str]
    written: Collection[str] | None
    added: Sequence[str] = ()
    ids: str = "keep"

    def of(self, source: str, names: Sequence[str]) -> list[str]:
        """Return the columns to write of a table that has these; `UsageError` if it lacks one."""
        for name in self.needed:
            if name not in names:
                raise UsageError(f"{source}: there is no column '{name}'")
        kept = [name for name in names if self.written is None or name in self.written]
        return [*kept, *(name for name in self.added if name not in kept)]
