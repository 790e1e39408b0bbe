"""The parts of a report, before they are a page: sections of sentences, tables and pictures.

Also figures of audits as cells: one without hits is shown by its upper bound, never as 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from privtool.audit.figures import MEANINGS, Comparison, Figure, Share
from privtool.audit.result import shown_number, shown_value

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
    return f"{shown_number(value, 'share')} %"


EMPTY = Cell(None, "")
NBSP = "\u00a0"


_COMPARED = ("Other system", "Difference", "95 % interval", "p")
_UNITS = {"share": " %", "bits": " bits", "number": ""}


def figure_name(name: str, group: str) -> str:
    title = MEANINGS[name].title
    return f"{title}: {group}" if group else title


def value_cell(figure: Figure) -> Cell:
    """Return the value with its unit; without hits, what it is below."""
    if figure.value is None:
        return Cell(None, "no attempts")
    return Cell(figure.value, shown_value(figure) + _unit(figure))


def interval_cell(figure: Figure) -> Cell:
    """Return the interval, which is (0, 1) without attempts and then left out."""
    if figure.value is None:
        return EMPTY
    low, high = (shown_number(end, figure.meaning.kind) for end in figure.interval[:2])
    low = "0" if figure.interval.method == "none found" else low
    return interval(figure.interval[:2], low, high + _unit(figure))


def share_cell(figure: Figure, part: Share | None) -> Cell:
    """Return a baseline or a control."""
    if part is None or part.value is None:
        return EMPTY
    return Cell(part.value, shown_number(part.value, figure.meaning.kind) + _unit(figure))


def risk_cell(figure: Figure) -> Cell:
    """Return the risk above the control with its interval."""
    if figure.risk is None:
        return EMPTY
    value, low, high = (shown_number(each, "share") for each in figure.risk)
    return Cell(figure.risk.value, f"{value} % ({low} to {high} %)".replace(" ", NBSP))


def ends_cell(low: float | None, high: float | None, kind: str) -> Cell:
    """Return the interval of a share or another number; empty without one."""
    if low is None or high is None:
        return EMPTY
    cell = share if kind == "share" else number
    return interval((low, high), cell(low).shown, cell(high).shown)


def compared_tables(
    caption: str, columns: Sequence[str], found: Iterable[tuple[Sequence[str], Comparison, str]]
) -> list[Table]:
    """Return the table of differences, if any: their names by column, each and its kind."""
    rows: list[tuple[Cell, ...]] = []
    for names, each, kind in found:
        cell = share if kind == "share" else number
        numbers = cell(each.value), cell(each.difference), ends_cell(each.low, each.high, kind)
        rows.append((*map(text, names), *numbers, number(each.p)))
    return [Table(caption, (*columns, *_COMPARED), tuple(rows))] if rows else []


def _unit(figure: Figure) -> str:
    return _UNITS[figure.meaning.kind]
