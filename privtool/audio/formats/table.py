"""Whitespace-separated tables (Kaldi, CTM, STM), with errors that name file and line."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from privtool.audio.formats.reading import NOT_UTF8, Aside, is_time, refuse
from privtool.core.errors import DataError, named_read_errors


class TableRow(NamedTuple):
    """A line split at white space, or at tabs; the last field may be the rest of the line."""

    place: str
    fields: list[str]

    def error(self, reason: str) -> DataError:
        """Return an error about this line, which does not quote it."""
        return DataError(f"{self.place}: {reason}")

    def seconds(self, index: int, name: str) -> float:
        """Return a field as a time. Raise `DataError` unless a recording can have it."""
        try:
            value = float(self.fields[index])
        except ValueError:
            value = math.nan
        if not is_time(value):
            raise self.error(f"the {name} is not a number of seconds")
        return value


def read_rows(
    path: Path, least: int, most: int | None = None, aside: Aside = refuse
) -> Iterator[TableRow]:
    """Yield the lines of a file but blank ones and comments, split into `least` to `most` fields.

    Without `most`, all fields are split, at tabs if that gives enough of them. `aside` gets the
    error of a line with fewer fields or that is not UTF-8. Raise `PrivtoolError` for a file that
    cannot be read.
    """
    with named_read_errors(path), open(path, "rb") as lines:
        for number, line in enumerate(lines, 1):
            place = f"{path}:{number}"
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                aside(DataError(f"{place}: {NOT_UTF8}"))
                continue
            fields = _all_fields(text, least) if most is None else text.split(None, most - 1)
            if not fields or fields[0].startswith(";;"):
                continue
            fields[-1] = fields[-1].rstrip()
            if len(fields) < least:
                aside(DataError(f"{place}: has fewer than {least} fields"))
                continue
            yield TableRow(place, fields)


def _all_fields(text: str, least: int) -> list[str]:
    tabbed = [" ".join(field.split()) for field in text.strip().split("\t")]
    return tabbed if len(tabbed) >= least and all(tabbed[:least]) else text.split()


def is_number(field: str) -> bool:
    """Return whether a field is a finite number."""
    try:
        return math.isfinite(float(field))
    except ValueError:
        return False
