"""Columns of text in data frames of pandas and polars, and in tables of pyarrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from privtool.api import function_of
from privtool.core.errors import DataError

_MISSING = ("None", "nan", "<NA>")  # of pandas


def mask_column(frame: Any, *columns: str, **options: Any) -> Any:
    """Return a data frame with masked texts in columns; what is missing stays so.

    The columns of a row are masked as one text: a name in one is known in the others. `options`
    are those of `mask`. Raise what `mask` raises, `DataError` for a value that is no text, and
    `TypeError` for what is not of pandas, polars or pyarrow.
    """
    old = [_values(frame, name) for name in columns]
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*old, strict=True)]
    masked = list(function_of("mask")(rows, field=columns, **options))
    for name in columns:
        frame = _with_values(frame, name, [row.get(name) for row in masked])
    return frame


def _values(frame: Any, name: str) -> list[str | None]:
    column = frame[name]
    for to_list in ("to_pylist", "to_list"):
        if hasattr(column, to_list):
            return [_text(value, name) for value in getattr(column, to_list)()]
    raise TypeError("mask_column takes data frames of pandas or polars, or tables of pyarrow")


def _text(value: object, name: str) -> str | None:
    if isinstance(value, str):
        return value
    if str(value) in _MISSING:
        return None
    raise DataError(f"column '{name}' has values that are no text")


def _with_values(frame: Any, name: str, values: Sequence[str | None]) -> Any:
    """Return a frame with other values of a column, in the classes of its library."""
    column = frame[name]
    if hasattr(frame, "set_column"):  # pyarrow
        from pyarrow import array

        place = frame.schema.get_field_index(name)
        return frame.set_column(place, frame.schema.field(place), array(values, column.type))
    if hasattr(frame, "with_columns"):  # polars
        return frame.with_columns(type(column)(name, values))
    return frame.assign(**{name: type(column)(values, index=frame.index)})
