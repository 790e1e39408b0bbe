"""The parts of a report: sections of sentences, tables and pictures, before they are a page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class Cell(NamedTuple):
    """A value for the JSON twin, and the text that the page shows."""

    value: str | float | list[float] | None
    shown: str


class Table(NamedTuple):
    """Rows of cells under the titles of columns; the first column names the row."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    folded: bool = False


class Plot(NamedTuple):
    """A picture: what it shows in words, how to draw it, and its height in inches."""

    title: str
    description: str
    draw: Callable[[Axes], None]
    height: float


class Section(NamedTuple):
    """A section: its key, title, sentences, and tables and pictures in order."""

    key: str
    title: str
    sentences: Sequence[str]
    parts: Sequence[Table | Plot] = ()


def without_empty_columns(table: Table) -> Table:
    """Return a table without the columns that no row fills."""
    kept = [n for n in range(len(table.columns)) if any(row[n] != EMPTY for row in table.rows)]
    rows = tuple(tuple(row[n] for n in kept) for row in table.rows)
    return table._replace(columns=tuple(table.columns[n] for n in kept), rows=rows)


def interval(ends: tuple[float, float], low: str, high: str) -> Cell:
    """Return a cell of an interval and how its ends are shown, which stays on one line."""
    return Cell(list(ends), f"{low} to {high}".replace(" ", NBSP))


def text(value: str) -> Cell:
    return Cell(value, value)


def count(value: float | None) -> Cell:
    """Return a cell of a whole number."""
    return EMPTY if value is None else Cell(value, f"{value:,.0f}")


def number(value: float | None) -> Cell:
    """Return a cell of a number with four significant digits."""
    return EMPTY if value is None else Cell(value, f"{value:,.4g}")


def share(value: float | None) -> Cell:
    """Return a cell of a share, in percent."""
    return EMPTY if value is None else Cell(value, percent(value))


def percent(value: float) -> str:
    """Return a share in percent, small ones with two decimals."""
    return f"{100 * value:.{2 if abs(value) < 0.1 else 1}f} %"


EMPTY = Cell(None, "")
NBSP = "\u00a0"
