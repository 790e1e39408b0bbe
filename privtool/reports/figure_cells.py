"""Figures of audits as cells: a figure without hits is shown by its upper bound, never as 0."""

from __future__ import annotations

from privtool.audit.figures import Comparison, Figure, Share
from privtool.audit.meanings import MEANINGS
from privtool.audit.table import shown_number, shown_value
from privtool.reports.parts import EMPTY, NBSP, Cell, count, interval, number, share

COMPARED = ("Other system", "Difference", "95 % interval", "p")
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


def hits_cell(figure: Figure) -> Cell:
    hits = None if figure.attack is None or figure.meaning.kind != "share" else figure.attack.hits
    return count(hits)


def attempts_cell(figure: Figure) -> Cell:
    return count(None if figure.attack is None else figure.attack.of)


def share_cell(figure: Figure, part: Share | None) -> Cell:
    """Return a baseline or a control."""
    if part is None or part.value is None:
        return EMPTY
    return Cell(part.value, shown_number(part.value, figure.meaning.kind) + _unit(figure))


def baseline_cell(figure: Figure) -> Cell:
    """Return the baseline, and whether the attack does not beat it."""
    cell = share_cell(figure, figure.baseline)
    beaten = figure.above_baseline is not False
    return cell if beaten else cell._replace(shown=f"{cell.shown} (not exceeded)")


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


def comparison_cells(compared: Comparison, kind: str) -> tuple[Cell, ...]:
    """Return the value of another system, the difference, its interval and its p value."""
    cell = share if kind == "share" else number
    ends = ends_cell(compared.low, compared.high, kind)
    return cell(compared.value), cell(compared.difference), ends, number(compared.p)


def _unit(figure: Figure) -> str:
    return _UNITS[figure.meaning.kind]
