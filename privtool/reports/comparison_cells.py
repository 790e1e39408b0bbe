"""Cells of a comparison with another system."""

from __future__ import annotations

from privtool.audit.comparison import Comparison
from privtool.reports.parts import EMPTY, Cell, interval, number, share
from privtool.reports.runs import MeasureComparison

COMPARED = ("Other system", "Difference", "95 % interval", "p")


def comparison_cells(compared: Comparison | MeasureComparison, kind: str) -> tuple[Cell, ...]:
    """Return the other value, the difference, its interval and its p value."""
    cell = share if kind == "share" else number
    ends = EMPTY
    if compared.low is not None and compared.high is not None:
        low, high = compared.low, compared.high
        ends = interval((low, high), cell(low).shown, cell(high).shown)
    return cell(compared.value), cell(compared.difference), ends, number(compared.p)
